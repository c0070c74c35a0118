package org.majorant.file.evaluate;

import org.majorant.clique.GraphInference;
import org.majorant.features.Example;
import org.majorant.features.SparseGraph;
import org.majorant.features.SparsePoint;
import org.majorant.model.Model;

/** Scores of held-out graphs. */
final class HeldOutGraphs extends HeldOut {
  private final double[] weights;
  private final GraphInference inference = new GraphInference();
  private double[] scores = {};
  private int[] states = {};

  HeldOutGraphs(final Model model) {
    super(model);
    weights = model.weights();
  }

  @Override
  void add(final Example example) {
    final SparseGraph x = (SparseGraph) example;
    if (scores.length < x.length) {
      scores = new double[2 * x.length];
    }
    if (states.length < x.graph.variables()) {
      states = new int[2 * x.graph.variables()];
    }
    final double prior = x.logPrior == null ? 0 : loss(x, x.logPrior) / x.observed;
    x.score(weights, scores);
    final double loss;
    try {
      loss = loss(x, scores);
    } catch (final ArithmeticException overflow) {
      reject();
      return;
    }
    inference.map(states);
    int correct = 0;
    for (int v = 0; v < x.graph.variables(); v++) {
      final boolean known = x.states[v] != SparsePoint.UNLABELED;
      correct += known && states[v] == x.states[v] ? 1 : 0;
      if (known) {
        final double chance = Math.log(x.graph.tree().cardinality(v));
        countPrior(x.logPrior == null ? chance : prior, x.weight);
      }
    }
    add(x.weight * x.observed, x.weight * loss, x.weight * correct);
  }

  private double loss(final SparseGraph x, final double[] scored) {
    final double observed = inference.collect(x.graph, scored, x.states);
    return inference.collect(x.graph, scored) - observed;
  }
}
