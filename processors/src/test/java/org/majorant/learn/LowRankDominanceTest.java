package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.majorant.model.SparseExample;
import org.majorant.model.SpecFile;
import org.majorant.schema.ModelSpec;

/** Whether low-rank memory bounds the curvature that it was taught, through folds and merges. */
class LowRankDominanceTest {
  private static final int FEATURES = SyntheticStream.FEATURES + 1;
  private static final int VECTORS = 3;

  @Test
  void guaranteed_afterEveryShipAndMerge_dominatesWhatWasTaught() {
    for (int seed = 0; seed < 20; seed++) {
      assertThat(leastSlack("guaranteed", seed)).as("seed %d", seed).isGreaterThan(-1e-9);
    }
  }

  @Test
  void trueDiagonal_isNoBound() {
    assertThat(leastSlack("true-diagonal", 1)).isLessThan(-0.01);
  }

  /** Least slack of any vector at every base that two workers make; below 0: no bound. */
  private static double leastSlack(final String absorb, final int seed) {
    final ModelSpec spec = spec(absorb);
    final Random random = new Random(seed);
    final double[][] truth = new double[VECTORS][FEATURES * FEATURES];
    final Memory[] workers = {Memory.of(spec), Memory.of(spec)};
    final Surrogate merged = Surrogate.of(spec);
    double least = 0;
    for (int round = 0; round < 5; round++) {
      for (final Memory worker : workers) {
        for (int i = 0; i < 20; i++) {
          teach(worker, random, truth);
        }
        merged.add(worker.ship(false));
      }
      merged.solve();
      for (final Memory worker : workers) {
        worker.adopt(merged.site(), List.of());
      }
      for (int c = 0; c < VECTORS; c++) {
        least = Math.min(least, slack(merged, c, truth[c]));
      }
    }
    return least;
  }

  private static void teach(final Memory worker, final Random random, final double[][] truth) {
    final SparseExample x = SyntheticStream.example(random, VECTORS);
    final double[] before = new double[VECTORS];
    worker.read(x, before, new double[VECTORS], new double[VECTORS]);
    final double[] curvature = random.doubles(VECTORS).toArray();
    for (int c = 0; c < VECTORS; c++) {
      for (int i = 0; i < x.size; i++) {
        for (int j = 0; j < x.size; j++) {
          truth[c][x.indices[i] * FEATURES + x.indices[j]] +=
              curvature[c] * x.values[i] * x.values[j];
        }
      }
    }
    worker.write(x, new double[VECTORS], curvature);
  }

  /** Least of vᵀ(A − truth)v / vᵀ(diag(truth) + 1)v over all v, by bisection; 0 where positive. */
  private static double slack(final Surrogate merged, final int c, final double[] truth) {
    final Site site = merged.site();
    final double[] surplus = new double[FEATURES * FEATURES];
    for (int j = 0; j < site.size; j++) {
      surplus[site.features[j] * (FEATURES + 1)] += site.curvature[j * VECTORS + c];
      for (int k = 0; k < site.size; k++) {
        for (int r = 0; r < site.rank; r++) {
          final int row = (c * site.rank + r) * site.size;
          surplus[site.features[j] * FEATURES + site.features[k]] +=
              site.rows[row + j] * site.rows[row + k];
        }
      }
    }
    for (int at = 0; at < surplus.length; at++) {
      surplus[at] -= truth[at];
    }
    double no = 0;
    double yes = 1;
    for (int i = 0; i < 60; i++) {
      final double t = (no + yes) / 2;
      if (isPositive(surplus, truth, t)) {
        yes = t;
      } else {
        no = t;
      }
    }
    return -yes;
  }

  private static boolean isPositive(final double[] surplus, final double[] truth, final double t) {
    final double[] shifted = surplus.clone();
    for (int i = 0; i < FEATURES; i++) {
      shifted[i * (FEATURES + 1)] += t * (truth[i * (FEATURES + 1)] + 1);
    }
    try {
      Cholesky.factor(shifted, FEATURES);
      return true;
    } catch (final ArithmeticException e) {
      return false;
    }
  }

  private static ModelSpec spec(final String absorb) {
    return SpecFile.read(
        """
        model: test
        labels: [a, b, c]
        features: {dimension: %d}
        curvature: {memory: low-rank, rank: 3, absorb: %s}
        batch: 8
        """
            .formatted(FEATURES - 1, absorb));
  }
}
