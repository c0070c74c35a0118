package org.majorant.tally;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityCounterTest {
  private static final List<String> LABELS =
      List.of("O", "B-A", "I-A", "B-B", "I-B", "E-A", "S-A", "L-B", "U-B");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // labels            | predicted            | entities | predicted | correct
        "B-A I-A O B-B       | B-A I-A O B-B        | 2 | 2 | 2",
        "B-A I-A O B-B       | B-A O   O B-A        | 2 | 2 | 0",
        // IOB1: I begins, B only parts neighbours of one type
        "I-A I-A O I-B       | B-A I-A O B-B        | 2 | 2 | 2",
        "I-A B-A I-A         | I-A I-A I-A          | 2 | 1 | 0",
        // a change of type parts
        "I-A I-B             | B-A I-A              | 2 | 1 | 0",
        // an end that goes on is not the end
        "B-A I-A I-A         | B-A I-A O            | 1 | 1 | 0",
        "O   B-A I-A         | B-A I-A I-A          | 1 | 1 | 0",
        "B-A E-A S-A         | B-A I-A B-A          | 2 | 2 | 2",
        "E-A E-A             | S-A S-A              | 2 | 2 | 2",
        "B-B L-B U-B         | B-B I-B U-B          | 2 | 2 | 2",
        "O   O               | O   O                | 0 | 0 | 0"
      })
  void add_sequence_countsByTheRulesOfConll(
      final String labels,
      final String path,
      final long entities,
      final long predicted,
      final long correct) {
    final EntityCounter counter = new EntityCounter(LABELS);
    final int[] gold = numbers(labels);
    counter.add(gold, numbers(path), gold.length);
    assertThat(List.of(counter.entities(), counter.predicted(), counter.correct()))
        .containsExactly(entities, predicted, correct);
  }

  @Test
  void counts_labelsThatNameNoEntities_doesNot() {
    assertThat(new EntityCounter(List.of("O", "B-LOC")).counts()).isTrue();
    assertThat(new EntityCounter(List.of("NOUN", "VERB")).counts()).isFalse();
    assertThat(new EntityCounter(List.of("O", "B-LOC", "X-LOC")).counts()).isFalse();
  }

  private static int[] numbers(final String labels) {
    return List.of(labels.strip().split("\\s+")).stream().mapToInt(LABELS::indexOf).toArray();
  }
}
