package org.majorant.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.majorant.clique.GraphInference;
import org.majorant.clique.GraphSlice;
import org.majorant.features.SparseGraph;
import org.majorant.features.SparsePoint;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Task;

/**
 * Predicts graphs with one version of a model: p ∝ exp(Σ θᵀx) over the states of all variables, the
 * sum over the factors' configurations that agree with them. Nothing is clipped, as in training.
 * Where forests cover the graph the probabilities are the mean of theirs, and the states the most
 * probable one of each variable.
 */
public final class GraphPredictor extends Predictor {
  /**
   * What a model says of one graph.
   *
   * @param version the version that predicted
   * @param states the most probable states as a whole (MAP), one a variable; where forests cover
   *     the graph, the most probable one of each variable
   * @param probabilities of each variable's states by itself, a list a variable
   * @param logPartition what log Z lies between, nats; twice the same where inference is exact
   * @param gap how far the upper one of these may be from the least that the forests can give,
   *     nats; 0 where inference is exact
   */
  public record GraphPrediction(
      long version,
      List<Integer> states,
      List<List<Double>> probabilities,
      List<Double> logPartition,
      double gap)
      implements Prediction {}

  public GraphPredictor(final Model model) {
    super(model, Task.GRAPH);
  }

  @Override
  public GraphPrediction predict(final LabeledExample example) throws RejectedExample {
    return predict((SparseGraph) map(example));
  }

  @Override
  public boolean takesGiven() {
    return true;
  }

  @Override
  public GraphPrediction predictGiven(final LabeledExample example) throws RejectedExample {
    return predict((SparseGraph) mapGiven(example));
  }

  /** States that it has are given. */
  private GraphPrediction predict(final SparseGraph x) throws RejectedExample {
    final double[] all = new double[x.length];
    x.score(model().weights(), all);
    final GraphSlice slice = x.slice(space());
    final double[] scores = new double[slice.rest().configurations()];
    final double constant = slice.slice(all, scores);
    final GraphInference inference = new GraphInference();
    final double upper;
    try {
      upper = inference.collect(slice.rest(), scores);
    } catch (final ArithmeticException overflow) {
      throw new RejectedExample(Rejection.VALUE, overflow.getMessage());
    }
    final double lower = inference.lower(scores);
    final double[] marginals = new double[slice.rest().stateStart(x.graph.variables())];
    inference.nodeMarginals(marginals);
    final int[] states = new int[x.graph.variables()];
    inference.map(states);
    final List<List<Double>> probabilities = new ArrayList<>(states.length);
    for (int v = 0; v < states.length; v++) {
      final double[] p = new double[x.graph.tree().cardinality(v)];
      if (x.states[v] == SparsePoint.UNLABELED) {
        System.arraycopy(marginals, slice.rest().stateStart(v), p, 0, p.length);
      } else {
        states[v] = x.states[v];
        p[states[v]] = 1;
      }
      probabilities.add(Arrays.stream(p).boxed().toList());
    }
    return new GraphPrediction(
        model().version(),
        Arrays.stream(states).boxed().toList(),
        probabilities,
        List.of(constant + lower, constant + upper),
        inference.gap());
  }
}
