package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChoiceDecodingTest extends DecodingTest<ChoiceBuffer> {
  ChoiceDecodingTest() {
    super(new ChoiceBuffer());
  }

  @Override
  LabeledExample any(final SplittableRandom random) {
    return Examples.choice(random);
  }

  @ParameterizedTest
  @CsvSource({
    "0,     ,    , LENGTH, a choice needs an alternative",
    "0,     0,   , LABEL, 'chosen is 0 of 0 alternatives, from 0'",
    "10001, 0,   , LENGTH, more than the 10000 alternatives allowed",
    "3,     3,   , LABEL, 'chosen is 3 of 3 alternatives, from 0'",
    "3,    -1,   , LABEL, 'chosen is -1 of 3 alternatives, from 0'",
    "3,     1,  2, LOG_PRIOR, 2 log-priors for 3 alternatives",
    "3,     1,  0, LOG_PRIOR, 0 log-priors for 3 alternatives"
  })
  void decode_partsThatDoNotFit_areRejected(
      final int alternatives,
      final Integer chosen,
      final Integer logPriors,
      final Rejection reason,
      final String message) {
    assertRejected(
        new Choice(
            Collections.nCopies(alternatives, VECTOR),
            chosen,
            logPriors == null ? null : Collections.nCopies(logPriors, 0.0)),
        reason,
        message);
  }

  @Test
  void decode_afterAnother_leavesNothingOfIt() throws Exception {
    decoder.decode(
        SERDE.encode(example(new Choice(List.of(VECTOR, VECTOR), 1, List.of(0.0, 1.0)))), buffer);
    decoder.decode(SERDE.encode(example(new Choice(List.of(VECTOR), null, null))), buffer);
    assertThat(buffer.length).isEqualTo(1);
    assertThat(buffer.chosen).isEqualTo(-1);
    assertThat(buffer.logPriorSize).isEqualTo(-1);
  }

  @Test
  void decode_sequence_isRejected() {
    assertRejected(
        new Sequence(List.of(VECTOR), List.of(), null),
        Rejection.STRUCTURE,
        "expected a Choice, found a Sequence");
  }
}
