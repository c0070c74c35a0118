package org.majorant.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.majorant.clique.Chain;
import org.majorant.clique.ChainPrior;
import org.majorant.clique.CliqueTree;

class ChainCurvatureTest {
  private static final int M = 4;

  private Chain chain = new Chain(ChainPrior.uniform(M));

  @Test
  void hessian_times_a_direction_is_the_derivative_of_the_marginals() {
    final Random random = new Random(41);
    final ChainCurvature hessian = ChainCurvature.hessian();
    final double step = 1e-5;
    for (int trial = 0; trial < 50; trial++) {
      chain = chain(trial);
      final int length = 1 + random.nextInt(9);
      final double[] scores = gaussian(random, length * M + M * M, 1.5);
      final double[] direction = gaussian(random, scores.length, 1);
      final double[] above = marginals(plus(scores, step, direction), length);
      final double[] below = marginals(plus(scores, -step, direction), length);
      marginals(scores, length);
      hessian.expand(chain);
      final double[] product = times(hessian, direction, length);
      for (int i = 0; i < product.length; i++) {
        assertThat(product[i])
            .as("trial %d entry %d", trial, i)
            .isCloseTo((above[i] - below[i]) / (2 * step), within(2e-8));
      }
      assertThat(along(hessian, direction, length))
          .isCloseTo(dot(direction, product), within(1e-11));
    }
  }

  @Test
  void tied_curvatures_are_never_below_log_partition() {
    final Random random = new Random(42);
    final ChainCurvature tied = ChainCurvature.tied(true);
    final ChainCurvature hessian = ChainCurvature.hessian();
    int hessianViolations = 0;
    for (int trial = 0; trial < 1000; trial++) {
      chain = chain(trial);
      final int length = 1 + random.nextInt(9);
      final double[] scores = gaussian(random, length * M + M * M, 4 * random.nextDouble());
      final double[] delta =
          gaussian(random, scores.length, Math.pow(10, 2 * random.nextDouble() - 1));
      if (trial % 3 == 0) {
        Arrays.fill(delta, length * M, delta.length, 0);
      }
      final double exact = logPartition(plus(scores, 1, delta), length);
      final double linear = dot(marginals(scores, length), delta) + chain.logPartition();
      tied.expand(chain);
      hessian.expand(chain);
      final double along = along(tied, delta, length);
      final double product = dot(delta, times(tied, delta, length));
      assertThat(linear + 0.5 * along)
          .as("trial %d", trial)
          .isGreaterThanOrEqualTo(exact - 1e-11 * (1 + Math.abs(exact)));
      assertThat(product).as("trial %d", trial).isGreaterThanOrEqualTo(along * (1 - 1e-12));
      assertThat(along).isGreaterThanOrEqualTo(along(hessian, delta, length) * (1 - 1e-12));
      hessianViolations += linear + 0.5 * along(hessian, delta, length) < exact ? 1 : 0;
    }
    assertThat(hessianViolations).isPositive();
  }

  /** Along one line the model has a single feature, and TIED_MAX the largest number. */
  @Test
  void tied_along_a_direction_is_the_dense_bound_of_that_one_feature() {
    final Random random = new Random(43);
    final ChainCurvature tied = ChainCurvature.tied(true);
    for (int trial = 0; trial < 100; trial++) {
      final int length = 2 + random.nextInt(6);
      final double[] scores = gaussian(random, length * M + M * M, 2);
      final double[] direction = gaussian(random, scores.length, 1);
      marginals(scores, length);
      tied.expand(chain);
      final CliqueTree tree = withLastNode(length);
      final TreeFeatures line =
          new TreeFeatures(tree, 1, tables(direction, length), table(scores, length));
      final DenseBound dense = TreeBound.at(new double[1], line, CurvaturePolicy.TIED_MAX);
      assertThat(along(tied, direction, length))
          .as("trial %d", trial)
          .isCloseTo(dense.curvature()[0], within(1e-10 * dense.curvature()[0]));
    }
  }

  @Test
  void tied_product_is_linear_and_symmetric() {
    final Random random = new Random(44);
    final ChainCurvature tied = ChainCurvature.tied(true);
    for (int trial = 0; trial < 100; trial++) {
      final int length = 1 + random.nextInt(9);
      final double[] scores = gaussian(random, length * M + M * M, 2);
      final double[] a = gaussian(random, scores.length, 1);
      final double[] b = gaussian(random, scores.length, 1);
      marginals(scores, length);
      tied.expand(chain);
      final double[] ofA = times(tied, a, length);
      final double[] ofB = times(tied, b, length);
      assertThat(dot(ofA, b)).isCloseTo(dot(ofB, a), within(1e-9));
      assertThat(times(tied, plus(a, 2, b), length))
          .containsExactly(plus(ofA, 2, ofB), within(1e-9));
    }
  }

  @Test
  void tied_curvature_is_the_same_whether_edges_are_kept_or_not() {
    final Random random = new Random(45);
    final ChainCurvature kept = ChainCurvature.tied(true);
    final ChainCurvature again = ChainCurvature.tied(false);
    for (int trial = 0; trial < 100; trial++) {
      chain = chain(trial);
      final int length = 1 + random.nextInt(9);
      final double[] scores = gaussian(random, length * M + M * M, 2);
      final double[] direction = gaussian(random, scores.length, 1);
      marginals(scores, length);
      kept.expand(chain);
      again.expand(chain);
      assertThat(along(again, direction, length)).isEqualTo(along(kept, direction, length));
      assertThat(times(again, direction, length)).containsExactly(times(kept, direction, length));
    }
  }

  /** In every second trial some of the labels cannot follow others. */
  private static Chain chain(final int trial) {
    return trial % 2 == 0
        ? new Chain(ChainPrior.uniform(M))
        : new Chain(Forbidden.some(new SplittableRandom(trial), M));
  }

  private static double[] times(final ChainCurvature c, final double[] v, final int length) {
    final double[] nodes = new double[length * M];
    final double[] transitions = new double[M * M];
    c.times(nodes(v, length), transitions(v, length), nodes, transitions);
    return join(nodes, transitions);
  }

  private static double along(final ChainCurvature c, final double[] v, final int length) {
    return c.along(nodes(v, length), transitions(v, length));
  }

  private double logPartition(final double[] scores, final int length) {
    return chain.collect(nodes(scores, length), length, transitions(scores, length));
  }

  /** The gradient of log Z in the scores. */
  private double[] marginals(final double[] scores, final int length) {
    logPartition(scores, length);
    chain.distribute();
    final double[] edges = new double[M * M];
    for (int t = 1; t < length; t++) {
      final double[] pairs = chain.edgeMarginals(t);
      Arrays.setAll(edges, i -> edges[i] + pairs[i]);
    }
    return join(Arrays.copyOf(chain.marginals(), length * M), edges);
  }

  /** The cliques (y_t, y_{t+1}), and the last variable as the root. */
  private static CliqueTree withLastNode(final int length) {
    final int[] cardinalities = new int[length];
    final int[][] cliques = new int[length][];
    final int[] parents = new int[length];
    for (int t = 0; t < length; t++) {
      final boolean last = t == length - 1;
      cardinalities[t] = M;
      cliques[t] = last ? new int[] {t} : new int[] {t, t + 1};
      parents[t] = last ? -1 : t + 1;
    }
    return CliqueTree.of(cardinalities, cliques, parents);
  }

  /** Scores as tables of those cliques; each node in the first. */
  private static double[][] tables(final double[] scores, final int length) {
    final double[][] tables = new double[length][];
    for (int c = 0; c < length - 1; c++) {
      tables[c] = new double[M * M];
      for (int w = 0; w < M * M; w++) {
        tables[c][w] = scores[c * M + w / M] + scores[length * M + w];
      }
    }
    tables[length - 1] = Arrays.copyOfRange(scores, (length - 1) * M, length * M);
    return tables;
  }

  private static double[] table(final double[] scores, final int length) {
    return Arrays.stream(tables(scores, length)).flatMapToDouble(Arrays::stream).toArray();
  }

  private static double[] nodes(final double[] scores, final int length) {
    return Arrays.copyOf(scores, length * M);
  }

  private static double[] transitions(final double[] scores, final int length) {
    return Arrays.copyOfRange(scores, length * M, scores.length);
  }

  private static double[] join(final double[] a, final double[] b) {
    final double[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }

  private static double[] plus(final double[] a, final double scale, final double[] b) {
    final double[] sum = new double[a.length];
    Arrays.setAll(sum, i -> a[i] + scale * b[i]);
    return sum;
  }

  private static double dot(final double[] a, final double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double[] gaussian(final Random random, final int n, final double scale) {
    return random.doubles(n).map(u -> scale * random.nextGaussian()).toArray();
  }
}
