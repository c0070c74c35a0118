package org.majorant.bound;

import org.majorant.clique.CliqueTree;

/**
 * A log-linear model over a clique tree with dense features in few dimensions: clique c has the
 * log-potential ψ_c(w) = log h_c(w) + θᵀf_c(w) in its configuration w.
 *
 * @param tree the cliques
 * @param dimension d
 * @param features for each clique f_c, |Y_c|×d, row-major
 * @param logMeasure for each clique log h_c, |Y_c|; finite or −∞
 */
public record TreeFeatures(
    CliqueTree tree, int dimension, double[][] features, double[][] logMeasure) {

  /**
   * Log-potentials at θ, a table a clique.
   *
   * @param theta length d
   */
  public double[][] logPotentials(final double[] theta) {
    final double[][] potentials = tree.tables();
    for (int c = 0; c < potentials.length; c++) {
      for (int w = 0; w < potentials[c].length; w++) {
        double score = logMeasure[c][w];
        for (int j = 0; j < dimension; j++) {
          score += theta[j] * features[c][w * dimension + j];
        }
        potentials[c][w] = score;
      }
    }
    return potentials;
  }
}
