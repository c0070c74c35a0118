package org.majorant.research.reproduce.matching;

import java.util.ArrayList;
import java.util.List;
import org.majorant.demo.KnownMatching;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseMatching;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.solve.Lbfgs;
import org.majorant.solve.StopRule;
import org.majorant.train.Loss;
import org.majorant.train.Solver;
import org.majorant.train.Training;
import org.majorant.train.TrainingSet;

/**
 * The convex program that takes the place of the likelihood of matchings (MATHS.md 13), as the
 * product trains it, and what the way to its optimum costs.
 */
public final class MatchingProgram {
  /** To count as found, J is no further above its optimum than this share of it. */
  static final double GAP = 1e-3;

  private static final StopRule OPTIMUM = StopRule.of(500, 1e-3);
  private static final int MOST_ROUNDS = 1000;
  private static final double TOLERANCE = 1e-9; // nats a node, as the product's loss has it
  private static final int MOST_SWEEPS = 5000;

  private final List<KnownMatching> data;
  private final MatchingGraph graph;
  private final double l2;
  private final TrainingSet set;

  /**
   * @param theta the optimum, or what came as near as the gap
   * @param objective J there, nats
   * @param cost until J was within the gap: sweeps of messages over a graph, or best matchings of
   *     one; null where it did not come so near
   */
  public record Fit(double[] theta, double objective, Long cost) {}

  /**
   * @param data matchings of one graph
   * @param graph the same with the program's κ
   * @param l2 λ
   */
  public MatchingProgram(
      final ModelSpec spec,
      final List<KnownMatching> data,
      final MatchingGraph graph,
      final double l2) {
    this.data = data;
    this.graph = graph;
    this.l2 = l2;
    set = TrainingSet.of(spec);
    final ExampleMapper mapper =
        new ExampleMapper(spec, new FeatureSpace(spec), new ExampleDecoder(Integer.MAX_VALUE));
    for (final KnownMatching matching : data) {
      try {
        mapper.decode(matching.record());
        final SparseMatching x = (SparseMatching) mapper.map();
        x.graph = graph;
        set.add(x);
      } catch (final RejectedExample e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** By messages: L-BFGS. */
  public Fit lbfgs() {
    final Loss loss = set.loss();
    final List<Double> values = new ArrayList<>();
    final List<double[]> visited = new ArrayList<>();
    final Lbfgs.Result found =
        Lbfgs.minimise(
            (theta, gradient) -> {
              double value = loss.at(theta, gradient);
              for (int k = 0; k < theta.length; k++) {
                value += 0.5 * l2 * theta[k] * theta[k];
                gradient[k] += l2 * theta[k];
              }
              values.add(value);
              visited.add(theta.clone());
              return value;
            },
            new double[data.get(0).width()],
            OPTIMUM,
            (iteration, evaluations, value, norm) -> {});
    long cost = 0;
    int at = -1;
    do {
      cost += sweeps(visited.get(++at));
    } while (values.get(at) > (1 + GAP) * found.value());
    return new Fit(found.theta(), found.value(), cost);
  }

  /** That one pass of the loss takes at θ. */
  private long sweeps(final double[] theta) {
    final MatchingInference inference = new MatchingInference(MOST_SWEEPS);
    long sweeps = 0;
    for (final KnownMatching matching : data) {
      inference.open(graph);
      inference.solve(matching.scores(theta), TOLERANCE * graph.nodes());
      sweeps += inference.sweeps();
    }
    return sweeps;
  }

  /**
   * By best matchings alone: Frank and Wolfe's steps on the dual.
   *
   * @param optimum of J, known beforehand
   */
  public Fit frankWolfe(final double optimum) {
    final Training training =
        set.train(
            new double[data.get(0).width()],
            l2,
            Solver.FRANK_WOLFE,
            new StopRule(MOST_ROUNDS, 0, Double.NaN, GAP),
            i -> {});
    final Long rounds =
        training.iterations().stream()
            .filter(i -> i.objective() <= (1 + GAP) * optimum)
            .map(i -> (long) i.iteration())
            .findFirst()
            .orElse(null);
    return new Fit(
        training.theta(), training.objective(), rounds == null ? null : rounds * data.size());
  }
}
