package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.majorant.features.SparsePoint;
import org.majorant.learn.SyntheticStream;
import org.majorant.matrix.Cholesky;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** Whether low-rank memory bounds the curvature that it is given, in each fold and each merge. */
class LowRankDominanceTest {
  private static final int FEATURES = SyntheticStream.FEATURES + 1;
  private static final int VECTORS = 3;

  @Test
  void guaranteed_whatIsShippedOrMerged_dominatesWhatWasTaught() {
    for (int seed = 0; seed < 20; seed++) {
      assertThat(leastSlack("guaranteed", seed)).as("seed %d", seed).isGreaterThan(-1e-9);
    }
  }

  @Test
  void trueDiagonal_isNoBound() {
    assertThat(leastSlack("true-diagonal", 1)).isLessThan(-0.01);
  }

  /** Least slack of what two workers ship, and of its sum where it is merged; below 0: no bound. */
  private static double leastSlack(final String absorb, final int seed) {
    final ModelSpec spec = spec(absorb);
    final Random random = new Random(seed);
    final Memory.Points[] workers = {Memory.Points.of(spec), Memory.Points.of(spec)};
    final Surrogate merged = Surrogate.of(spec);
    double[][] known = new double[VECTORS][FEATURES * FEATURES];
    double least = 0;
    for (int round = 0; round < 5; round++) {
      for (final Memory.Points worker : workers) {
        final double[][] taught = new double[VECTORS][FEATURES * FEATURES];
        for (int i = 0; i < 20; i++) {
          teach(worker, random, taught);
        }
        final Site site = worker.ship(false);
        least = Math.min(least, slack(curvature(site), taught));
        add(curvature(site), known);
        merged.add(site);
      }
      merged.solve();
      final double[][] folded = curvature(merged.site());
      least = Math.min(least, slack(folded, known));
      known = folded;
      for (final Memory.Points worker : workers) {
        worker.adopt(merged.site(), List.of());
      }
    }
    return least;
  }

  private static void teach(
      final Memory.Points worker, final Random random, final double[][] truth) {
    final SparsePoint x = SyntheticStream.example(random, VECTORS);
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

  /** A of a site, dense, a vector. */
  private static double[][] curvature(final Site whole) {
    final LowRankSite site = (LowRankSite) whole;
    final double[][] a = new double[VECTORS][FEATURES * FEATURES];
    for (int c = 0; c < VECTORS; c++) {
      for (int j = 0; j < site.size; j++) {
        a[c][site.features[j] * (FEATURES + 1)] += site.curvature[j * VECTORS + c];
        for (int k = 0; k < site.size; k++) {
          for (int r = 0; r < site.rank; r++) {
            final int row = (c * site.rank + r) * site.size;
            a[c][site.features[j] * FEATURES + site.features[k]] +=
                site.rows[row + j] * site.rows[row + k];
          }
        }
      }
    }
    return a;
  }

  private static void add(final double[][] part, final double[][] sum) {
    for (int c = 0; c < VECTORS; c++) {
      for (int at = 0; at < sum[c].length; at++) {
        sum[c][at] += part[c][at];
      }
    }
  }

  /** Least of vᵀ(A − truth)v / vᵀ(diag(truth) + 1)v over all v, by bisection; 0 where positive. */
  private static double slack(final double[][] a, final double[][] truth) {
    double least = 0;
    for (int c = 0; c < VECTORS; c++) {
      final double[] surplus = a[c].clone();
      for (int at = 0; at < surplus.length; at++) {
        surplus[at] -= truth[c][at];
      }
      double no = 0;
      double yes = 1;
      for (int i = 0; i < 60; i++) {
        final double t = (no + yes) / 2;
        if (isPositive(surplus, truth[c], t)) {
          yes = t;
        } else {
          no = t;
        }
      }
      least = Math.min(least, -yes);
    }
    return least;
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
