package org.majorant.bound;

import org.majorant.clique.Clique;
import org.majorant.clique.CliqueTree;
import org.majorant.clique.SumProduct;

/**
 * Algorithm 3 of JC12 as its slides print it: the reference against which {@link TreeBound} is
 * measured, not for use. It carries a curvature for every state u of every separator,
 *
 * <pre>    Σ_c|u = Σ_{w ~ u} ( Σ_b Σ_b|w + w l lᵀ ),</pre>
 *
 * <p>and so adds up a child's curvatures over all configurations of its parent. That is a valid
 * bound, and its trace grows like the number of labellings (MATHS.md 3).
 */
final class JunctionTreeBound {
  private JunctionTreeBound() {}

  /**
   * Bounds log Z at θ̃.
   *
   * @param theta θ̃, length d
   */
  static DenseBound at(final double[] theta, final TreeFeatures model) {
    final CliqueTree tree = model.tree();
    final int d = model.dimension();
    final SumProduct inference = new SumProduct();
    inference.collect(model.tree(), model.logPotentials(theta));
    final double[][] carried = new double[tree.size()][];
    final SymmetricMatrix[][] sigmas = new SymmetricMatrix[tree.size()][];
    for (int c = 0; c < tree.size(); c++) {
      carried[c] = model.features()[c].clone();
      sigmas[c] = new SymmetricMatrix[tree.clique(c).separatorSize()];
      for (int u = 0; u < sigmas[c].length; u++) {
        sigmas[c][u] = new SymmetricMatrix(d);
      }
    }
    final double[] gradient = new double[d];
    final SymmetricMatrix sigma = new SymmetricMatrix(d);
    for (int c = 0; c < tree.size(); c++) {
      final Clique clique = tree.clique(c);
      final int group = clique.groupSize();
      final GroupedBound bound = new GroupedBound(clique.size());
      final double[][] means =
          TreeBound.means(clique, TreeBound.of(c, tree, inference.scores()), carried[c], bound);
      for (int u = 0; u < means.length; u++) {
        TreeBound.addBound(bound, u * group, group, 1, carried[c], d, sigmas[c][u]);
      }
      if (clique.parent() < 0) {
        sigma.add(sigmas[c][0]);
        for (int j = 0; j < d; j++) {
          gradient[j] += means[0][j];
        }
      } else {
        TreeBound.send(clique, means, carried[clique.parent()]);
        send(clique, sigmas[c], tree.clique(clique.parent()), sigmas[clique.parent()]);
      }
    }
    return new DenseBound(inference.logPartition(), gradient, sigma.entries());
  }

  /** Adds Σ_c|w to that of each state of the parent's separator, for every w that agrees. */
  private static void send(
      final Clique clique,
      final SymmetricMatrix[] sigmas,
      final Clique parent,
      final SymmetricMatrix[] parentSigmas) {
    final int[] state = new int[parent.size()];
    for (int i = 0; i < state.length; i++) {
      state[parent.members()[i]] = i / parent.groupSize();
    }
    final int group = clique.parentGroupSize();
    for (int i = 0; i < state.length; i++) {
      parentSigmas[state[clique.parentMembers()[i]]].add(sigmas[i / group]);
    }
  }
}
