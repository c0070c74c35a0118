package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.SparseMatching;
import org.majorant.learn.RandomMatchings;
import org.majorant.learn.ReferenceMatchings;
import org.majorant.matrix.Vectors;
import org.majorant.solve.Lbfgs;
import org.majorant.solve.StopRule;
import org.majorant.train.Loss.Curve;

class MatchingLossTest {
  private static final double[] PRICES = {1.5, 1, 0.5, 0.2, 0, 1.2, 0.8, 0.4, 0.1, 2};

  /** Of two nodes a side κ is ½, where the program is exact. */
  @Test
  void loss_ofTwoPairs_isMinusTheLogLikelihood() {
    final SplittableRandom random = new SplittableRandom(1);
    final TrainingSet set = RandomMatchings.empty(RandomMatchings.FEATURES);
    final double[] theta = random.doubles(RandomMatchings.FEATURES, -1, 1).toArray();
    double expected = 0;
    for (int i = 0; i < 50; i++) {
      final SparseMatching x =
          RandomMatchings.map(RandomMatchings.points(random, PRICES, 2), 1 + i % 3);
      set.add(x);
      final double[] s = new double[x.length];
      x.score(theta, s);
      final double apart = (s[1] + s[2] - s[0] - s[3]) * (x.chosen[0] ? 1 : -1);
      expected += x.weight * Math.log1p(Math.exp(apart));
    }
    final Loss loss = set.loss();
    assertThat(loss.at(theta, new double[theta.length])).isCloseTo(expected, within(1e-5));
    assertThat(loss.gap()).isBetween(0.0, 1e-6);
    assertThat(set.weight()).isEqualTo(2 * (17 + 2 * 17 + 3 * 16));
  }

  @Test
  void gradient_isThatOfTheLoss() {
    for (long seed = 0; seed < 30; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final Loss loss = any(random, 10).loss();
      final double[] theta = random.doubles(loss.parameters(), -1, 1).toArray();
      final double[] gradient = new double[theta.length];
      final double[] unused = new double[theta.length];
      loss.at(theta, gradient);
      for (int i = 0; i < theta.length; i++) {
        final double at = theta[i];
        theta[i] = at + 1e-3;
        final double above = loss.at(theta, unused);
        theta[i] = at - 1e-3;
        final double below = loss.at(theta, unused);
        theta[i] = at;
        assertThat(gradient[i])
            .as("seed %d, feature %d", seed, i)
            .isCloseTo((above - below) / 2e-3, within(1e-3));
      }
    }
  }

  /** What another program found, in section 8 of the notes that matchings were designed by. */
  @Test
  void optimum_ofTheReferenceStream_isThatOfThePrototype() {
    final TrainingSet set = RandomMatchings.empty(4);
    final double[] prior = new double[4];
    for (int t = 0; t < 300; t++) {
      final SparseMatching x = ReferenceMatchings.get(t);
      set.add(x);
      for (int k = 0; k < 4; k++) {
        prior[k] += variance(x, k) / 300;
      }
    }
    final Loss loss = set.loss();
    final Lbfgs.Result best =
        Lbfgs.minimise(
            (theta, gradient) -> {
              double objective = loss.at(theta, gradient);
              for (int k = 0; k < 4; k++) {
                objective += 0.5 * prior[k] * theta[k] * theta[k];
                gradient[k] += prior[k] * theta[k];
              }
              return objective;
            },
            new double[4],
            StopRule.of(100, 1e-4),
            (iteration, evaluations, value, norm) -> {});
    assertThat(best.value() / 300).isCloseTo(2.84807, within(1e-4));
    assertThat(best.theta())
        .containsExactly(new double[] {1.5217, -.8026, .7795, .5161}, within(1e-3));
    assertThat(best.evaluations()).isLessThan(20);
  }

  /** Each in a row of k features, one edge after another. */
  private static double variance(final SparseMatching x, final int k) {
    double sum = 0;
    double squares = 0;
    for (int e = 0; e < x.length; e++) {
      final double value = x.values[x.starts[e] + k];
      sum += value;
      squares += value * value;
    }
    return squares / x.length - sum * sum / x.length / x.length;
  }

  @ParameterizedTest
  @CsvSource({"points, 3", "points, 5", "of sides, 0"})
  void solvers_both_findOneOptimum(final String kind, final int n) {
    for (long seed = 0; seed < 3; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final TrainingSet set = n == 0 ? ofSides(random, 60) : points(random, 60, n);
      final double[] start = new double[RandomMatchings.FEATURES];
      final Training lbfgs = set.train(start, 5, Solver.LBFGS, StopRule.of(200, 1e-5), i -> {});
      assertThat(lbfgs.stop()).as("seed %d", seed).isEqualTo(StopRule.Reason.GRADIENT_NORM);
      assertThat(lbfgs.gap()).isBetween(0.0, 1e-4);
      final double least = lbfgs.objective();
      final double[] before = {Double.POSITIVE_INFINITY};
      final Training dual =
          set.train(
              start,
              5,
              Solver.FRANK_WOLFE,
              new StopRule(2000, 0, Double.NaN, 5e-4),
              i -> {
                assertThat(i.objective()).isLessThanOrEqualTo(before[0]);
                before[0] = i.objective();
              });
      assertThat(
              set.loss().at(dual.theta(), start.clone())
                  + 2.5 * Vectors.dot(dual.theta(), dual.theta()))
          .as("seed %d", seed)
          .isCloseTo(dual.objective(), within(1e-9 * least));
      assertThat(dual.stop()).as("seed %d", seed).isEqualTo(StopRule.Reason.RELATIVE_GAP);
      assertThat(dual.objective())
          .as("seed %d", seed)
          .isBetween(least * (1 - 1e-6), least * (1 + 1e-3));
      assertThat(dual.dual()).as("seed %d", seed).isBetween(least * (1 - 1e-3), least * (1 + 1e-6));
      assertThat(lbfgs.dual()).isNull();
      if (n == 5) { // what the page of processors says
        assertThat(lbfgs.last().passes()).isLessThan(20);
        assertThat(dual.last().iteration()).isBetween(200, 700);
      }
    }
  }

  @Test
  void curvature_thatIsABound_isNotThere() {
    final Loss loss = any(new SplittableRandom(1), 2).loss();
    final double[] v = new double[loss.parameters()];
    assertThatThrownBy(() -> loss.addTimes(Curve.BOUND, 1, v, v))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void loss_whoseScoresAreTooLarge_isInfinite() {
    final Loss loss = any(new SplittableRandom(1), 5).loss();
    final double[] theta = new double[loss.parameters()];
    Arrays.fill(theta, 1e12);
    assertThat(loss.at(theta, theta.clone())).isInfinite();
  }

  /** As L-BFGS, which does not get away from there either. */
  @Test
  void frankWolfe_whoseScoresAreTooLarge_endsWhereItBegan() {
    final TrainingSet set = ofSides(new SplittableRandom(1), 5);
    Arrays.fill(set.rows.values, 1e30);
    final double[] start = new double[RandomMatchings.FEATURES];
    final Training ended = set.train(start, 1, Solver.FRANK_WOLFE, StopRule.of(10, 1e-5), i -> {});
    assertThat(ended.stop()).isEqualTo(StopRule.Reason.NO_PROGRESS);
    assertThat(ended.theta()).containsOnly(0);
    assertThat(ended.objective()).isEqualTo(set.loss().at(start, start.clone()));
  }

  private static TrainingSet any(final SplittableRandom random, final int size) {
    final TrainingSet set = RandomMatchings.empty(RandomMatchings.FEATURES);
    for (int i = 0; i < size; i++) {
      set.add(RandomMatchings.any(random, 2));
    }
    return set;
  }

  /** Best matchings lead to the optimum of these alone. */
  private static TrainingSet ofSides(final SplittableRandom random, final int size) {
    final TrainingSet set = RandomMatchings.empty(RandomMatchings.FEATURES);
    while (set.size() < size) {
      final SparseMatching x = RandomMatchings.any(random, 2);
      if (x.graph.hasSides()) {
        set.add(x);
      }
    }
    assertThat(set.solvers()).contains(Solver.FRANK_WOLFE);
    return set;
  }

  private static TrainingSet points(final SplittableRandom random, final int size, final int n) {
    final TrainingSet set = RandomMatchings.empty(RandomMatchings.FEATURES);
    for (int i = 0; i < size; i++) {
      set.add(RandomMatchings.map(RandomMatchings.points(random, PRICES, n), 1));
    }
    return set;
  }
}
