package org.majorant.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Matching;
import org.majorant.schema.Pair;

class PointPairTest {
  private static final int N = PointPair.POINTS;

  @Test
  void pair_ofASeed_isAlwaysTheSame() {
    assertThat(PointPair.of(7).record()).isEqualTo(PointPair.of(7).record());
    assertThat(PointPair.of(7).record()).isNotEqualTo(PointPair.of(8).record());
    assertThat(PointPair.of(7).record()).isNotEqualTo(PointPair.of(-7).record());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 300, -1, -16})
  void record_hasAllEdges_andMatchesEachPointOnce(final long seed) {
    final Matching matching =
        (Matching)
            AvroSerde.of(LabeledExample.class).decode(PointPair.of(seed).record()).getStructure();
    assertThat(matching.getEdges()).hasSize(N * N);
    final var all = IntStream.range(0, N).boxed().toList();
    assertThat(matching.getMatches().stream().map(Pair::getLeft))
        .containsExactlyInAnyOrderElementsOf(all);
    assertThat(matching.getMatches().stream().map(Pair::getRight))
        .containsExactlyInAnyOrderElementsOf(all);
  }

  /** Bending and shaking change distances a little, another matching changes them much. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 300, -1, -16})
  void matches_joinPointsThatLieAlike(final long seed) {
    final PointPair pair = PointPair.of(seed);
    final boolean[] chosen = pair.frames().chosen();
    final int[] truth = IntStream.range(0, N * N).filter(e -> chosen[e]).map(e -> e % N).toArray();
    final double strain = strain(pair, truth);
    for (int shift = 1; shift < N; shift++) {
      final int by = shift;
      final int[] shifted = IntStream.range(0, N).map(i -> truth[(i + by) % N]).toArray();
      assertThat(strain).as("shift %d", shift).isLessThan(strain(pair, shifted) / 2);
    }
  }

  /** The mean change of the distances between points. */
  private static double strain(final PointPair pair, final int[] columns) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < N; k++) {
        sum +=
            Math.abs(
                ShapeContext.distance(pair.one()[i], pair.one()[k])
                    - ShapeContext.distance(pair.other()[columns[i]], pair.other()[columns[k]]));
      }
    }
    return sum / (N * N);
  }
}
