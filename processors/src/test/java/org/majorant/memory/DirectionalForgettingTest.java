package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.majorant.clique.LogPartition;
import org.majorant.features.SparsePoint;
import org.majorant.learn.Learner;
import org.majorant.matrix.Cholesky;
import org.majorant.model.PointPredictor;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;

/**
 * Directional forgetting takes away from A + P, and does not stop at P. So all who have (A, b) must
 * have them beside the P that the worker had: with any other one they know something else, and with
 * a smaller one nothing at all, since the sum is indefinite.
 */
class DirectionalForgettingTest {
  private static final int FEATURES = 4; // with the intercept
  private static final int ROUNDS = 40;
  private static final int ROUND = 100;
  private static final int[] ALL = {0, 1, 2, 3};

  @Test
  void version_predictsAsItsWorker() {
    final Stream stream = new Stream(spec(", members: none"));
    int indefinite = 0;
    for (int round = 0; round < ROUNDS; round++) {
      stream.learn(ROUND);
      final Surrogate.Solution version = stream.merged.solve();

      final double[] p = new double[2];
      final SparsePoint x = stream.next();
      new PointPredictor(version.model(stream.spec, 1)).probabilities(x, p);
      assertThat(stream.worker.learn(x, 0))
          .as("round %d", round)
          .isCloseTo(-Math.log(p[x.label]), within(1e-6));
      indefinite += isPositive(stream.merged.site(), stream.spec.getL2()) ? 0 : 1;
    }
    assertThat(indefinite).as("versions whose A + P at the present P is").isPositive();
  }

  @Test
  void workerOnABase_goesOnAsTheOneWhoMadeIt() {
    final Stream stream = new Stream(spec(", members: none"));
    for (int round = 0; round < ROUNDS; round++) {
      stream.learn(ROUND);
      final Learner other = new Learner(stream.spec, new Baselines(2));
      other.adopt(stream.merged.site(), List.of());

      final SparsePoint x = stream.next();
      assertThat(other.learn(copy(x), 0)).isCloseTo(stream.worker.learn(x, 0), within(1e-6));
    }
  }

  @Test
  void version_thatIsConstrained_isTheBestThere() {
    final Stream stream = new Stream(spec(", constraints: nonnegative"));
    int onTheBound = 0;
    for (int round = 0; round < ROUNDS; round++) {
      stream.learn(ROUND);
      final double[] theta = stream.merged.constrained().theta();

      final Site site = stream.merged.site();
      final double[] precision = precision(site, stream.merged::prior);
      for (final int i : ALL) {
        double gradient = -site.linear[i];
        double terms = 1 + Math.abs(gradient);
        for (final int j : ALL) {
          final double term = precision[Math.min(i, j) * FEATURES + Math.max(i, j)] * theta[j];
          gradient += term;
          terms += Math.abs(term);
        }
        if (theta[i] == 0 && i < FEATURES - 1) {
          assertThat(gradient / terms).isGreaterThan(-1e-8);
          onTheBound++;
        } else {
          assertThat(gradient / terms).isCloseTo(0, within(1e-8));
        }
      }
    }
    assertThat(onTheBound).isBetween(1, ROUNDS * (FEATURES - 1) - 1);
  }

  private static ModelSpec spec(final String more) {
    return SpecFile.read(
        "{model: m, labels: [a, b], features: {dimension: 3}, forgetting: {directional: 3}"
            + more
            + "}");
  }

  private static boolean isPositive(final Site site, final double l2) {
    final double[] precision = precision(site, i -> l2 * site.square[i] / site.count[i]);
    return Cholesky.tryFactor(precision, FEATURES);
  }

  /** A + P, upper triangle by rows. */
  private static double[] precision(final Site site, final IntToDoubleFunction prior) {
    final double[] dense = new double[FEATURES * FEATURES];
    int at = 0;
    for (final int i : ALL) {
      for (int j = i; j < FEATURES; j++) {
        dense[i * FEATURES + j] = site.curvature[at++];
      }
      dense[i * FEATURES + i] += prior.applyAsDouble(i);
    }
    return dense;
  }

  private static SparsePoint copy(final SparsePoint x) {
    final SparsePoint copy = new SparsePoint();
    copy.size = x.size;
    copy.indices = x.indices;
    copy.values = x.values.clone();
    copy.label = x.label;
    copy.weight = x.weight;
    return copy;
  }

  /** After a while one feature becomes much smaller, and another one a little larger. */
  private static final class Stream {
    private static final int UNCHANGED = 500;

    final ModelSpec spec;
    final Learner worker;
    final SingleSurrogate merged;
    private final Random random = new Random(5);
    private int time;

    Stream(final ModelSpec spec) {
      this.spec = spec;
      worker = new Learner(spec, new Baselines(2));
      merged = SingleSurrogate.of(spec);
    }

    /** The worker learns so many examples, and ships them. */
    void learn(final int examples) {
      for (int i = 0; i < examples; i++) {
        worker.learn(next(), 0);
      }
      merged.add(worker.ship(false));
    }

    SparsePoint next() {
      final double[] drawn = random.doubles(FEATURES - 1, -2, 2).toArray();
      final boolean late = time++ >= UNCHANGED;
      final SparsePoint x = new SparsePoint();
      x.weight = 1;
      x.size = FEATURES;
      Arrays.setAll(x.indices, i -> i);
      System.arraycopy(drawn, 0, x.values, 0, drawn.length);
      x.values[0] *= late ? 0.2 : 1;
      x.values[2] *= late ? 1.3 : 1;
      x.values[FEATURES - 1] = 1;
      final double score = 2 * (drawn[0] - drawn[1] + drawn[2]);
      x.label = random.nextDouble() < LogPartition.sigmoid(score) ? 1 : 0;
      return x;
    }
  }
}
