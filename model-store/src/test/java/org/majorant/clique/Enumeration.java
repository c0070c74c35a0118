package org.majorant.clique;

import java.util.Arrays;
import java.util.Random;

/** Inference by going through every labelling: what the passes over a tree are tested against. */
final class Enumeration {
  final double[] marginals;
  final double[][] nodeMarginals;
  double logPartition = Double.NEGATIVE_INFINITY;
  double best = Double.NEGATIVE_INFINITY;

  Enumeration(final CliqueTree tree, final double[] logPotentials, final Observation evidence) {
    marginals = new double[tree.configurations()];
    nodeMarginals = new double[tree.variables()][];
    for (int v = 0; v < nodeMarginals.length; v++) {
      nodeMarginals[v] = new double[tree.cardinality(v)];
    }
    final int[] labels = new int[tree.variables()];
    do {
      if (admits(evidence, labels)) {
        final double score = score(tree, logPotentials, labels);
        best = Math.max(best, score);
        logPartition = add(logPartition, score);
      }
    } while (next(tree, labels));
    do {
      if (admits(evidence, labels)) {
        final double p = Math.exp(score(tree, logPotentials, labels) - logPartition);
        for (int c = 0; c < tree.size(); c++) {
          marginals[configuration(tree, c, labels)] += p;
        }
        for (int v = 0; v < labels.length; v++) {
          nodeMarginals[v][labels[v]] += p;
        }
      }
    } while (next(tree, labels));
  }

  static boolean admits(final Observation evidence, final int[] labels) {
    boolean admitted = true;
    for (int v = 0; v < labels.length; v++) {
      admitted &= evidence.admits(v, labels[v]);
    }
    return admitted;
  }

  static double score(final CliqueTree tree, final double[] table, final int[] labels) {
    double score = 0;
    for (int c = 0; c < tree.size(); c++) {
      score += table[configuration(tree, c, labels)];
    }
    return score;
  }

  static double[] gaussian(final CliqueTree tree, final Random random, final double scale) {
    final double[] table = new double[tree.configurations()];
    Arrays.setAll(table, w -> scale * random.nextGaussian());
    return table;
  }

  private static int configuration(final CliqueTree tree, final int c, final int[] labels) {
    int w = 0;
    for (final int v : tree.clique(c).variables()) {
      w = w * tree.cardinality(v) + labels[v];
    }
    return tree.start(c) + w;
  }

  /** The next labelling; false, and all zeros, after the last. */
  private static boolean next(final CliqueTree tree, final int[] labels) {
    for (int v = 0; v < labels.length; v++) {
      if (++labels[v] < tree.cardinality(v)) {
        return true;
      }
      labels[v] = 0;
    }
    return false;
  }

  private static double add(final double a, final double b) {
    final double max = Math.max(a, b);
    return max == Double.NEGATIVE_INFINITY
        ? max
        : max + Math.log(Math.exp(a - max) + Math.exp(b - max));
  }
}
