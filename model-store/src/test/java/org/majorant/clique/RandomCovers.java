package org.majorant.clique;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Graphs with loops, as their factors say: small enough to go through all labellings. */
final class RandomCovers {
  /** Random cases: 1,000, or 20,000 in the nightly build. */
  static final int MANY = Boolean.getBoolean("majorant.nightly") ? 20_000 : 1_000;

  final int[] cardinalities;
  final int[][] scopes;

  private RandomCovers(final int[] cardinalities, final List<int[]> scopes) {
    this.cardinalities = cardinalities;
    this.scopes = scopes.toArray(int[][]::new);
  }

  FactorGraph exact() {
    return FactorGraph.of(cardinalities, scopes, 16, GraphRoom.WIDEST);
  }

  FactorGraph cover() {
    return FactorGraph.cover(cardinalities, scopes, GraphRoom.WIDEST);
  }

  /** A factor for each variable, then for each edge, row by row: to the right, then down. */
  static RandomCovers grid(final int rows, final int columns, final int states) {
    final List<int[]> scopes = new ArrayList<>();
    for (int i = 0; i < rows * columns; i++) {
      scopes.add(new int[] {i});
    }
    for (int i = 0; i < rows * columns; i++) {
      if (i % columns < columns - 1) {
        scopes.add(new int[] {i, i + 1});
      }
      if (i < (rows - 1) * columns) {
        scopes.add(new int[] {i, i + columns});
      }
    }
    final int[] cardinalities = new int[rows * columns];
    Arrays.fill(cardinalities, states);
    return new RandomCovers(cardinalities, scopes);
  }

  /** All pairs of the variables. */
  static RandomCovers complete(final int variables) {
    final List<int[]> scopes = new ArrayList<>();
    for (int i = 0; i < variables; i++) {
      for (int j = 0; j < i; j++) {
        scopes.add(new int[] {i, j});
      }
    }
    final int[] cardinalities = new int[variables];
    Arrays.fill(cardinalities, 2);
    return new RandomCovers(cardinalities, scopes);
  }

  /** Any: of one to six variables of one to three states, and factors of one to three of them. */
  static RandomCovers any(final SplittableRandom random) {
    final int[] cardinalities = new int[1 + random.nextInt(6)];
    Arrays.setAll(cardinalities, v -> 1 + random.nextInt(3));
    final List<int[]> scopes = new ArrayList<>();
    for (int f = 1 + random.nextInt(12); f > 0; f--) {
      scopes.add(random.ints(1 + random.nextInt(3), 0, cardinalities.length).distinct().toArray());
    }
    return new RandomCovers(cardinalities, scopes);
  }

  /** Each variable but the first has a factor with one before it. */
  static RandomCovers tree(final SplittableRandom random) {
    final int[] cardinalities = new int[2 + random.nextInt(7)];
    Arrays.setAll(cardinalities, v -> 1 + random.nextInt(3));
    final List<int[]> scopes = new ArrayList<>(List.of(new int[] {0}));
    for (int v = 1; v < cardinalities.length; v++) {
      scopes.add(new int[] {v, random.nextInt(v)});
      scopes.add(new int[] {v});
    }
    return new RandomCovers(cardinalities, scopes);
  }

  /** Normal scores of the configurations of a graph's factors. */
  static double[] scores(
      final FactorGraph graph, final SplittableRandom random, final double deviation) {
    final double[] scores = new double[graph.configurations()];
    Arrays.setAll(scores, w -> deviation * random.nextGaussian());
    return scores;
  }

  /** log Σ e^score over the labellings that agree, one after the other. */
  static double logPartition(final FactorGraph graph, final double[] scores, final int[] observed) {
    final int[] labels = new int[graph.variables()];
    double most = Double.NEGATIVE_INFINITY;
    double sum = 0;
    do {
      boolean agrees = true;
      double score = 0;
      for (int v = 0; v < labels.length; v++) {
        agrees &= observed[v] < 0 || observed[v] == labels[v];
      }
      for (int f = 0; f < graph.factors(); f++) {
        score += scores[graph.configuration(f, labels)];
      }
      if (agrees) {
        sum = score > most ? sum * Math.exp(most - score) + 1 : sum + Math.exp(score - most);
        most = Math.max(most, score);
      }
    } while (next(graph, labels));
    return most + Math.log(sum);
  }

  private static boolean next(final FactorGraph graph, final int[] labels) {
    for (int v = 0; v < labels.length; v++) {
      if (++labels[v] < graph.tree().cardinality(v)) {
        return true;
      }
      labels[v] = 0;
    }
    return false;
  }
}
