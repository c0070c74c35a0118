package org.majorant.bound;

import org.majorant.clique.CliqueTree;

/**
 * A log-linear model over a clique tree with dense features in few dimensions: clique c has the
 * log-potential ψ_c(w) = log h_c(w) + θᵀf_c(w) in its configuration w.
 *
 * @param tree the cliques
 * @param dimension d
 * @param features for each clique f_c, |Y_c|×d, row-major
 * @param logMeasure log h, a table over the tree; finite or −∞
 */
record TreeFeatures(CliqueTree tree, int dimension, double[][] features, double[] logMeasure) {

  /**
   * Log-potentials at θ, a table over the tree.
   *
   * @param theta length d
   */
  double[] logPotentials(final double[] theta) {
    final double[] potentials = logMeasure.clone();
    for (int c = 0; c < features.length; c++) {
      final int start = tree.start(c);
      for (int at = 0; at < features[c].length; at++) {
        potentials[start + at / dimension] += theta[at % dimension] * features[c][at];
      }
    }
    return potentials;
  }
}
