package org.majorant.research.reproduce.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.demo.KnownMatching;
import org.majorant.demo.MatchedFrames;

class MatchingRivalsTest {
  private static final int LANDMARKS = 4;
  private static final int BINS = 3;

  /** The first bin tells landmarks apart, the others are noise that is larger. */
  private static final List<KnownMatching> DATA =
      IntStream.range(0, 30).mapToObj(MatchingRivalsTest::frames).toList();

  private final MatchingRivals rivals = new MatchingRivals(DATA);

  @Test
  void features_ofTheRightEdges_areThoseOfALandmarkAndItself() {
    final double[][] one = {{0, 1}, {4, 2}};
    final KnownMatching frames = MatchedFrames.of(one, new double[][] {{1, 1}, {4, 5}}, 1);
    assertThat(frames.features()[right(frames, 0)]).containsExactly(-0.5, -0.0);
    assertThat(frames.features()[right(frames, 1)]).containsExactly(-0.0, -4.5);
    assertThat(frames.scores(new double[] {2, 1})[right(frames, 0)]).isEqualTo(-1);
  }

  @Test
  void weights_learned_matchBetterThanEqualOnes() {
    final double equal = rivals.error(new double[] {1, 1, 1});
    assertThat(equal).isGreaterThan(0.2);
    assertThat(rivals.error(rivals.perceptron(20))).isLessThan(equal / 3);
    assertThat(rivals.error(rivals.maxMargin(0.01, 50))).isLessThan(equal / 3);
  }

  @Test
  void maxMargin_isTheLeastOfItsObjective() {
    final double lambda = 0.1;
    final double[] weights = rivals.maxMargin(lambda, 2000);
    final double least = objective(weights, lambda);
    final Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      final double[] other =
          Arrays.stream(weights).map(w -> w + 0.05 * random.nextGaussian()).toArray();
      assertThat(objective(other, lambda)).isGreaterThan(least - 1e-4);
    }
  }

  /** The edge of a landmark of the first frame and itself. */
  private static int right(final KnownMatching frames, final int landmark) {
    final int from = landmark * frames.pairs();
    return IntStream.range(from, from + frames.pairs())
        .filter(e -> frames.chosen()[e])
        .findFirst()
        .orElseThrow();
  }

  private static KnownMatching frames(final int seed) {
    final Random random = new Random(seed);
    final double[][] one = new double[LANDMARKS][BINS];
    final double[][] other = new double[LANDMARKS][BINS];
    for (int i = 0; i < LANDMARKS; i++) {
      one[i][0] = 2 * i;
      other[i][0] = 2 * i + 0.3 * random.nextGaussian();
      for (int b = 1; b < BINS; b++) {
        one[i][b] = 3 * random.nextGaussian();
        other[i][b] = 3 * random.nextGaussian();
      }
    }
    return MatchedFrames.of(one, other, seed);
  }

  private static double objective(final double[] weights, final double lambda) {
    double hinge = 0;
    for (final KnownMatching frames : DATA) {
      hinge += worst(frames, frames.scores(weights), new boolean[LANDMARKS], 0, 0) / DATA.size();
    }
    return hinge + lambda / 2 * Arrays.stream(weights).map(w -> w * w).sum();
  }

  /** Over all matchings of the landmarks from one on. */
  private static double worst(
      final KnownMatching frames,
      final double[] scores,
      final boolean[] taken,
      final int from,
      final double sum) {
    if (from == LANDMARKS) {
      return sum;
    }
    double worst = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < LANDMARKS; j++) {
      final int edge = from * LANDMARKS + j;
      if (!taken[j]) {
        taken[j] = true;
        final double lack =
            (frames.chosen()[edge] ? 0 : 1.0 / LANDMARKS)
                + scores[edge]
                - scores[right(frames, from)];
        worst = Math.max(worst, worst(frames, scores, taken, from + 1, sum + lack));
        taken[j] = false;
      }
    }
    return worst;
  }
}
