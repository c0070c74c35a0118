package org.majorant.file.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.file.UnusableData;
import org.majorant.learn.RandomMatchings;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Matching;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SparseVector;

/** Matchings of six nodes a side, learned by one worker and by four. */
@Tag("long")
class MatchingEvaluationTest {
  private static final double[] PRICES = {1.5, 1, 0.5, 0.2, 0, 1.2, 0.8, 0.4, 0.1, 2};

  @ParameterizedTest
  @ValueSource(strings = {"full", "low-rank, rank: 4", "diagonal"})
  void fourWorkers_areNearOne(final String memory) {
    final ModelSpec spec = RandomMatchings.spec("memory: " + memory);
    final List<byte[]> train = records(1, 1200);
    final List<byte[]> test = records(2, 200);
    final Evaluation alone = new Evaluator(spec).run(train, 1, Rounds.ALONE, test);
    final Evaluation four =
        new Evaluator(spec).run(train, 1, new Rounds(4, 16, 2, Long.MAX_VALUE, null, null), test);
    assertThat(four.examples()).isEqualTo(1200);
    assertThat(four.heldOutLogLoss())
        .isBetween(0.97 * alone.heldOutLogLoss(), 1.03 * alone.heldOutLogLoss());
    assertThat(four.progressiveLogLoss())
        .isBetween(0.97 * alone.progressiveLogLoss(), 1.03 * alone.progressiveLogLoss());
    assertThat(alone.heldOutAccuracy()).isGreaterThan(0.5);
    assertThat(alone.boundSlackMin()).isGreaterThan(-1e-9);
    assertThat(four.boundSlackMin()).isGreaterThan(-1e-9);
    // log 6! / 6 is what is left to chance
    assertThat(alone.baselines().classFrequency()).isBetween(1.0, 1.1);
    assertThat(alone.heldOutLogLoss()).isLessThan(0.75);
  }

  @Test
  void example_whoseValuesAreTooLarge_isNamedInALine() {
    final List<byte[]> data = records(1, 3);
    final Matching huge = RandomMatchings.points(new SplittableRandom(1), PRICES, 6);
    ((SparseVector) huge.getEdges().get(0).getFeatures()).getValues().replaceAll(v -> 1e30f);
    data.add(encoded(huge));
    final Evaluator evaluator = new Evaluator(RandomMatchings.spec("memory: diagonal"));
    assertThatThrownBy(() -> evaluator.run(data, 1, Rounds.ALONE, List.of()))
        .isInstanceOf(UnusableData.class)
        .hasMessageMatching(
            "example 4 cannot be learned: the score of edge \\d+ is \\S+, and must be within 1e\\+09 of 0:"
                + " leave it out, or scale its features");
  }

  private static List<byte[]> records(final long seed, final int count) {
    final SplittableRandom random = new SplittableRandom(seed);
    final List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(encoded(RandomMatchings.points(random, PRICES, 6)));
    }
    return records;
  }

  private static byte[] encoded(final Matching matching) {
    return AvroSerde.of(LabeledExample.class).encode(new LabeledExample(null, null, 1.0, matching));
  }
}
