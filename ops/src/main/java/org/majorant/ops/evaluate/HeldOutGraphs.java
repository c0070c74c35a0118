package org.majorant.ops.evaluate;

import org.majorant.clique.GraphInference;
import org.majorant.model.Example;
import org.majorant.model.Model;
import org.majorant.model.SparseExample;
import org.majorant.model.SparseGraph;

/** Scores of held-out graphs, and choices, which are graphs of one variable. */
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
    x.score(weights, scores);
    final double observed = inference.collect(x.graph, scores, x.states);
    final double loss = inference.collect(x.graph, scores) - observed;
    inference.map(states);
    int correct = 0;
    for (int v = 0; v < x.graph.variables(); v++) {
      final boolean known = x.states[v] != SparseExample.UNLABELED;
      correct += known && states[v] == x.states[v] ? 1 : 0;
    }
    add(x.weight * x.observed, x.weight * loss, x.weight * correct);
  }
}
