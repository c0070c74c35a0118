package org.majorant.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseRows;
import org.majorant.features.SparseSequence;

class LikelihoodTest {
  private static final int MANY = Boolean.getBoolean("majorant.nightly") ? 20_000 : 300;

  @ParameterizedTest
  @EnumSource
  void scores_are_products_with_theta_and_the_log_prior(final RandomExamples kind) {
    final Likelihood likelihood = Likelihood.of(kind.spec);
    final Dimensions dimensions = Dimensions.of(kind.spec);
    final int vectors = dimensions.vectors();
    for (int seed = 0; seed < MANY; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final Example x = kind.draw(random);
      final double[] theta = random.doubles(dimensions.parameters(), -1, 1).toArray();
      final int n = likelihood.open(x);
      final double[] s = new double[n + 1];
      s[n] = 7;
      likelihood.score(at -> theta[at], s);
      assertThat(s[n]).as("what lies behind the scores").isEqualTo(7);
      final double[] same = new double[n];
      likelihood.score(theta, same);
      assertThat(same).containsExactly(Arrays.copyOf(s, n));
      final int rows = x instanceof SparseRows some ? some.length : 1;
      assertThat(n).isEqualTo((rows + dimensions.transitions()) * vectors);
      for (int at = 0; at < n; at++) {
        double expected = 0;
        if (at >= rows * vectors) {
          expected = theta[dimensions.emissions() * vectors + at - rows * vectors];
        } else if (x instanceof SparsePoint point) {
          for (int j = 0; j < point.size; j++) {
            expected += point.values[j] * theta[point.indices[j] * vectors + at];
          }
        } else {
          final SparseRows some = (SparseRows) x;
          for (int j = some.starts[at / vectors]; j < some.starts[at / vectors + 1]; j++) {
            expected += some.values[j] * theta[some.indices[j] * vectors + at % vectors];
          }
        }
        assertThat(s[at]).as("seed %d, score %d", seed, at).isCloseTo(expected, within(1e-12));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"COVER", "MATCHING"},
      mode = EnumSource.Mode.EXCLUDE)
  void loss_and_marginals_are_those_of_all_labellings(final RandomExamples kind) {
    final Likelihood likelihood = Likelihood.of(kind.spec);
    for (int seed = 0; seed < MANY; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final Example x = kind.draw(random);
      final double[] s = scores(likelihood, x, random, 3);
      final Enumerated all = new Enumerated(kind.spec, x, s);
      assertThat(likelihood.loss(s)).as("seed %d", seed).isCloseTo(all.loss(), within(1e-11));
      final double[] p = new double[s.length];
      likelihood.marginals(p);
      assertThat(p).as("seed %d", seed).containsExactly(all.marginals, within(1e-11));
      assertThat(likelihood.logPartition(s)).isCloseTo(Math.log(all.all), within(1e-11));
      assertThat(likelihood.observed(s)).isCloseTo(Math.log(all.observed), within(1e-11));
      assertThat(likelihood.gap()).isZero();
      assertThat(likelihood.sweeps()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COVER", "MATCHING"})
  void what_inference_bounds_is_near_the_loss_and_of_covers_no_less(final RandomExamples kind) {
    final Likelihood likelihood = Likelihood.of(kind.spec);
    for (int seed = 0; seed < MANY; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final Example x = kind.draw(random);
      final double[] s = scores(likelihood, x, random, 3);
      final Enumerated all = new Enumerated(kind.spec, x, s);
      final double loss = likelihood.loss(s);
      assertThat(likelihood.observed(s)).isCloseTo(Math.log(all.observed), within(1e-11));
      assertThat(likelihood.sweeps()).isPositive();
      assertThat(likelihood.gap()).isBetween(0.0, 1e-4 * (s.length + 1));
      if (kind == RandomExamples.COVER) {
        assertThat(loss).as("seed %d", seed).isGreaterThanOrEqualTo(all.loss() - 1e-11);
      } else { // of a matching of n pairs log Z_κ is within n of log Z
        assertThat(loss).as("seed %d", seed).isCloseTo(all.loss(), within(4.0));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void residuals_are_the_gradient_of_the_loss(final RandomExamples kind) {
    final double h = 1e-4;
    final Likelihood likelihood =
        switch (kind) {
          case COVER -> new GraphLikelihood(1e-10, 100_000);
          case MATCHING -> new MatchingLikelihood(1e-12, 100_000);
          default -> Likelihood.of(kind.spec);
        };
    for (int seed = 0; seed < MANY / 10; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final double[] s = scores(likelihood, kind.draw(random), random, 1);
      final double[] r = new double[s.length];
      likelihood.loss(s);
      likelihood.residuals(r);
      for (int at = 0; at < s.length; at++) {
        final double centre = s[at];
        s[at] = centre + h;
        final double above = likelihood.loss(s);
        s[at] = centre - h;
        final double below = likelihood.loss(s);
        s[at] = centre;
        final double slope = (above - below) / (2 * h);
        assertThat(r[at])
            .as("seed %d, score %d", seed, at)
            .isCloseTo(Double.isNaN(slope) ? 0 : slope, within(2e-5)); // −∞ − −∞
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_was_observed_is_no_more_than_all(final RandomExamples kind) {
    final Likelihood likelihood = Likelihood.of(kind.spec);
    for (int seed = 0; seed < MANY; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final double[] s = scores(likelihood, kind.draw(random), random, 100);
      assertThat(likelihood.loss(s)).as("seed %d", seed).isGreaterThanOrEqualTo(-1e-9);
      assertThat(likelihood.observed(s))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(likelihood.logPartition(s) + 1e-9);
    }
  }

  @ParameterizedTest
  @EnumSource
  void decisions_are_as_many_as_were_observed_and_right_where_scores_are_large(
      final RandomExamples kind) {
    final Likelihood likelihood = Likelihood.of(kind.spec);
    for (int seed = 0; seed < MANY; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final Example x = kind.draw(random);
      final double[] s = scores(likelihood, x, random, 1);
      final double[] q = new double[s.length];
      likelihood.loss(s);
      likelihood.observedMarginals(q);
      final boolean twoOutcomes =
          Dimensions.of(kind.spec).vectors() == 1 && x instanceof SparsePoint;
      for (int at = 0; at < s.length; at++) {
        s[at] +=
            (kind == RandomExamples.SEQUENCE && at >= ((SparseSequence) x).length * 3
                ? 0
                : 300 * (twoOutcomes ? 2 * q[at] - 1 : q[at]));
      }
      likelihood.loss(s);
      final double[] p = new double[likelihood.outcomes()];
      likelihood.probabilities(p);
      final Counted counted = new Counted();
      likelihood.decide(p, counted);
      assertThat(counted.right).as("seed %d", seed).isEqualTo(counted.all).isEqualTo(x.observed());
    }
  }

  private static final class Counted implements Decisions {
    private int all;
    private int right;

    @Override
    public void count(final int label, final int predicted, final double p) {
      assertThat(p).isCloseTo(1, within(1e-9));
      add(label == predicted);
    }

    @Override
    public void countPartial(final boolean[] admissible, final boolean isRight) {
      add(isRight);
    }

    @Override
    public void countChoice(final double priorLoss, final boolean isRight) {
      assertThat(priorLoss).isBetween(0.0, 10.0);
      add(isRight);
    }

    @Override
    public void countWhole(final int[] labels, final int[] predicted, final int length) {
      assertThat(Arrays.copyOf(predicted, length)).containsExactly(Arrays.copyOf(labels, length));
      assertThat(all).isEqualTo(length);
    }

    private void add(final boolean isRight) {
      all++;
      right += isRight ? 1 : 0;
    }
  }

  /** What it allocates does not grow with the number of examples. */
  @ParameterizedTest
  @EnumSource(names = "COVER", mode = EnumSource.Mode.EXCLUDE)
  void a_likelihood_allocates_nothing_for_an_example_that_it_has_seen(final RandomExamples kind) {
    final Likelihood likelihood = Likelihood.of(kind.spec);
    final SplittableRandom random = new SplittableRandom(1);
    final Example x = kind.draw(random);
    final double[] s = scores(likelihood, x, random, 1);
    final double[] r = new double[s.length];
    final double[] p = new double[likelihood.outcomes()];
    final double[] theta = new double[Dimensions.of(kind.spec).parameters()];
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int attempt = 0; attempt < 100; attempt++) {
      final long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100; i++) {
        likelihood.open(x);
        likelihood.score(theta, s);
        likelihood.addLogPrior(s);
        likelihood.loss(s);
        likelihood.residuals(r);
        likelihood.probabilities(p);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(100 * 32); // GRAPH: evidence of states that are hidden
  }

  private static double[] scores(
      final Likelihood likelihood, final Example x, final SplittableRandom random, final double d) {
    final double[] s = random.doubles(likelihood.open(x), -d, d).toArray();
    likelihood.addLogPrior(s);
    return s;
  }
}
