package org.majorant.file.evaluate;

import org.majorant.features.Example;
import org.majorant.features.SparseMatching;
import org.majorant.matching.MatchingInference;
import org.majorant.model.Model;

/** Scores of held-out matchings, by the pairs and unmatched nodes that make them. */
final class HeldOutMatchings extends HeldOut {
  private static final double TOLERANCE = 1e-5; // nats a node
  private static final int MOST_SWEEPS = 1000;

  private final double[] weights;
  private final MatchingInference inference = new MatchingInference(MOST_SWEEPS);
  private double[] scores = {};
  private double[] zeros = {};

  HeldOutMatchings(final Model model) {
    super(model);
    weights = model.weights();
  }

  @Override
  void add(final Example example) {
    final SparseMatching x = (SparseMatching) example;
    if (scores.length < x.length) {
      scores = new double[2 * x.length];
      zeros = new double[2 * x.length];
    }
    x.score(weights, scores);
    try {
      inference.open(x.graph);
      inference.solve(scores, TOLERANCE * x.graph.nodes());
    } catch (final ArithmeticException e) {
      reject(); // scores that are too large
      return;
    }
    double loss = inference.upper();
    int correct = 0;
    for (int e = 0; e < x.length; e++) {
      if (x.chosen[e]) {
        loss -= scores[e];
        correct += inference.best(x.graph.first(e)) == e ? 1 : 0;
      }
    }
    inference.solve(zeros, TOLERANCE * x.graph.nodes());
    countPrior(inference.upper(), x.weight);
    add(x.weight * x.decisions, x.weight * loss, x.weight * correct);
  }
}
