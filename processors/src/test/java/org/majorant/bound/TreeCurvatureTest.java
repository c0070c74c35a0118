package org.majorant.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.majorant.clique.CliqueTree;
import org.majorant.clique.FactorGraph;
import org.majorant.clique.GraphRoom;
import org.majorant.clique.SumProduct;

class TreeCurvatureTest {
  private static final CliqueTree[] TREES = {
    Chains.tree(1, 5, 1),
    Chains.tree(6, 3, 1),
    Chains.tree(5, 2, 2),
    graph(new int[] {4, 2, 3, 3, 2}, new int[][] {{0, 1}, {0, 2}, {0, 3}, {4}}),
    graph(new int[] {3, 2, 3, 2, 3}, new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}})
  };

  private final SumProduct inference = new SumProduct();
  private final TreeCurvature hessian = TreeCurvature.hessian();
  private final TreeCurvature tied = TreeCurvature.tied();
  private final TreeLine line = new TreeLine();

  @Test
  void line_hasTheDerivativesOfLogZ() {
    final Random random = new Random(1);
    for (int trial = 0; trial < 200; trial++) {
      final CliqueTree tree = TREES[trial % TREES.length];
      final double[] potentials = gaussian(random, tree, 2);
      final double[] direction = gaussian(random, tree, 1);
      final double step = random.nextGaussian();
      line.open(tree, potentials, direction, 1);
      final double h = 1e-5;
      final double above = line.at(step + h);
      final double slopeAbove = line.slope();
      final double below = line.at(step - h);
      final double slopeBelow = line.slope();
      final double at = line.at(step);
      final double[] moved = new double[potentials.length];
      Arrays.setAll(moved, w -> potentials[w] + step * direction[w]);
      final double variance = (slopeAbove - slopeBelow) / (2 * h);
      assertThat(at).isEqualTo(inference.collect(tree, moved));
      assertThat(line.slope())
          .as("trial %d", trial)
          .isCloseTo((above - below) / (2 * h), within(1e-7));
      assertThat(line.variance()).as("trial %d", trial).isCloseTo(variance, within(1e-6));
      inference.distribute();
      hessian.expand(inference);
      assertThat(hessian.along(direction))
          .as("trial %d", trial)
          .isCloseTo(line.variance(), within(1e-9));
    }
  }

  @Test
  void products_areThoseOfTheQuadraticForm() {
    final Random random = new Random(2);
    for (int trial = 0; trial < 200; trial++) {
      final CliqueTree tree = TREES[trial % TREES.length];
      inference.collect(tree, gaussian(random, tree, 2));
      inference.distribute();
      final double[] a = gaussian(random, tree, 1);
      final double[] b = gaussian(random, tree, 1);
      for (final TreeCurvature curvature : new TreeCurvature[] {hessian, tied}) {
        curvature.expand(inference);
        assertThat(dot(times(curvature, a), b))
            .as("trial %d", trial)
            .isCloseTo(dot(times(curvature, b), a), within(1e-9));
        final double along = curvature.along(a);
        final double product = dot(times(curvature, a), a);
        if (curvature == hessian) {
          assertThat(product).as("trial %d", trial).isCloseTo(along, within(1e-9));
        } else {
          assertThat(product).as("trial %d", trial).isGreaterThanOrEqualTo(along * (1 - 1e-12));
        }
      }
    }
  }

  /** Along one line the model has a single feature, and TIED_MAX the largest number. */
  @Test
  void tied_alongADirection_isTheDenseBoundOfThatOneFeature() {
    final Random random = new Random(3);
    for (int trial = 0; trial < 100; trial++) {
      final CliqueTree tree = TREES[trial % TREES.length];
      final double[] potentials = gaussian(random, tree, 2);
      final double[] direction = gaussian(random, tree, 1);
      inference.collect(tree, potentials);
      tied.expand(inference);
      final double[][] features = new double[tree.size()][];
      Arrays.setAll(features, c -> TreeBound.of(c, tree, direction));
      final DenseBound dense =
          TreeBound.at(
              new double[1],
              new TreeFeatures(tree, 1, features, potentials),
              CurvaturePolicy.TIED_MAX);
      assertThat(tied.along(direction))
          .as("trial %d", trial)
          .isCloseTo(dense.curvature()[0], within(1e-10 * dense.curvature()[0]));
    }
  }

  @Test
  void tied_isABoundOnTheWholeLine() {
    final Random random = new Random(4);
    for (int trial = 0; trial < 300; trial++) {
      final CliqueTree tree = TREES[trial % TREES.length];
      final double[] potentials = gaussian(random, tree, 3 * random.nextDouble());
      final double[] direction = gaussian(random, tree, 1);
      line.open(tree, potentials, direction, 1);
      final double logPartition = line.at(0);
      final double slope = line.slope();
      inference.collect(tree, potentials);
      tied.expand(inference);
      final double curvature = tied.along(direction);
      for (double step = -8; step <= 8; step += 0.25) {
        final double bound = logPartition + step * slope + 0.5 * step * step * curvature;
        assertThat(line.at(step))
            .as("trial %d at %s", trial, step)
            .isLessThanOrEqualTo(bound + 1e-11 * (1 + Math.abs(bound)));
      }
    }
  }

  private static double[] times(final TreeCurvature curvature, final double[] v) {
    final double[] out = new double[v.length];
    curvature.times(v, out);
    return out;
  }

  private static CliqueTree graph(final int[] cardinalities, final int[][] scopes) {
    return FactorGraph.of(cardinalities, scopes, 2, GraphRoom.WIDEST).tree();
  }

  private static double[] gaussian(final Random random, final CliqueTree tree, final double scale) {
    final double[] table = new double[tree.configurations()];
    Arrays.setAll(table, w -> scale * random.nextGaussian());
    return table;
  }

  private static double dot(final double[] a, final double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
