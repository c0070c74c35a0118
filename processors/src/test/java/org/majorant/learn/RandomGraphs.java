package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseGraph;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.GraphBuffer;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Task;
import org.majorant.spec.SpecFile;
import org.majorant.train.TrainingSet;

/** Graphs for tests, small enough to enumerate: of any shape, or chains drawn from a true θ. */
public final class RandomGraphs {
  public static final int FEATURES = 8;

  private static final FeatureSpace SPACE = new FeatureSpace(spec("none"));

  private RandomGraphs() {}

  public static ModelSpec spec(final String forgetting) {
    return SpecFile.read(
        "{model: m, task: graph, max-width: 3, features: {dimension: "
            + FEATURES
            + "}, forgetting: "
            + forgetting
            + "}");
  }

  /** An empty set of graphs, or choices. */
  public static TrainingSet empty(final int features) {
    return new TrainingSet(Task.GRAPH, new Dimensions(0, 1, 1, features, 0), null);
  }

  /**
   * Any graph: of one to four variables and one to six factors, sparse.
   *
   * @param hidden the chance that a state is not observed; one of them is
   */
  public static SparseGraph any(
      final SplittableRandom random, final double scale, final double hidden) {
    return map(drawn(random, scale, hidden, false), weight(random));
  }

  /** The same with a log-prior, which rules out some configurations, but not all that agree. */
  public static SparseGraph ruled(
      final SplittableRandom random, final double scale, final double hidden) {
    while (true) {
      final Graph graph = drawn(random, scale, hidden, true);
      try {
        return filled(graph, weight(random), SPACE);
      } catch (final RejectedExample impossible) {
        assertThat(impossible).hasMessageStartingWith("logPrior rules out ");
      }
    }
  }

  private static double weight(final SplittableRandom random) {
    return random.nextBoolean() ? 1 : 3 * random.nextDouble();
  }

  private static Graph drawn(
      final SplittableRandom random, final double scale, final double hidden, final boolean ruled) {
    final int variables = 1 + random.nextInt(4);
    final List<Integer> cardinalities = new ArrayList<>();
    final List<Integer> states = new ArrayList<>();
    for (int v = 0; v < variables; v++) {
      cardinalities.add(1 + random.nextInt(3));
      final int state = random.nextInt(cardinalities.get(v));
      states.add(v > 0 && random.nextDouble() < hidden ? null : state);
    }
    final List<Factor> factors = new ArrayList<>();
    for (int f = 1 + random.nextInt(6); f > 0; f--) {
      final List<Integer> scope = new ArrayList<>();
      int size = 1;
      for (int k = 1 + random.nextInt(3); k > 0; k--) {
        final int v = random.nextInt(variables);
        if (!scope.contains(v)) {
          scope.add(v);
          size *= cardinalities.get(v);
        }
      }
      final List<Object> configurations = new ArrayList<>();
      for (int w = 0; w < size; w++) {
        configurations.add(vector(random, scale));
      }
      factors.add(new Factor(scope, configurations, ruled ? prior(random, size) : null));
    }
    return new Graph(cardinalities, factors, states);
  }

  /** Null for some factors. */
  private static List<Double> prior(final SplittableRandom random, final int size) {
    if (random.nextInt(3) == 0) {
      return null;
    }
    final List<Double> prior = new ArrayList<>();
    for (int w = 0; w < size; w++) {
      prior.add(random.nextInt(4) == 0 ? Double.NEGATIVE_INFINITY : random.nextDouble() - 0.5);
    }
    return prior;
  }

  private static SparseVector vector(final SplittableRandom random, final double scale) {
    final List<Integer> indices = new ArrayList<>();
    final List<Float> values = new ArrayList<>();
    for (int j = random.nextInt(4); j > 0; j--) {
      indices.add(random.nextInt(FEATURES));
      values.add((float) (scale * (random.nextDouble() - 0.3)));
    }
    return new SparseVector(indices, values);
  }

  /**
   * A chain of three states drawn from the model of θ: of four cues a variable has one, a feature
   * of its first state and one of its second, and likewise its successors have features of being
   * the same and of going up.
   *
   * @param theta FEATURES
   * @param hidden the chance that a state is not observed
   */
  public static SparseGraph chain(
      final SplittableRandom random, final double[] theta, final int length, final double hidden) {
    final List<Factor> factors = new ArrayList<>();
    final List<Integer> cardinalities = new ArrayList<>();
    final List<Integer> unknown = new ArrayList<>();
    for (int v = 0; v < length; v++) {
      final int cue = random.nextInt(3);
      cardinalities.add(3);
      unknown.add(v == 0 ? 0 : null);
      factors.add(new Factor(List.of(v), List.of(one(cue), one(3 + cue), none()), null));
      if (v > 0) {
        factors.add(
            new Factor(
                List.of(v - 1, v),
                List.of(one(6), one(7), none(), none(), one(6), one(7), none(), none(), one(6)),
                null));
      }
    }
    final SparseGraph x = map(new Graph(cardinalities, factors, unknown), 1);
    final int[] states = draw(random, x, theta);
    final List<Integer> shown = new ArrayList<>();
    for (int v = 0; v < length; v++) {
      shown.add(v > 0 && random.nextDouble() < hidden ? null : states[v]);
    }
    return map(new Graph(cardinalities, factors, shown), 1);
  }

  private static SparseVector one(final int feature) {
    return new SparseVector(List.of(feature), List.of());
  }

  private static SparseVector none() {
    return new SparseVector(List.of(), List.of());
  }

  private static int[] draw(
      final SplittableRandom random, final SparseGraph x, final double[] theta) {
    final double[] left = {random.nextDouble() * mass(x, theta, false)};
    final int[] drawn = new int[x.graph.variables()];
    sum(
        x,
        false,
        labels -> {
          final double mass = Math.exp(score(x, theta, labels));
          if (left[0] >= 0 && left[0] < mass) {
            System.arraycopy(labels, 0, drawn, 0, drawn.length);
          }
          left[0] -= mass;
          return 0;
        });
    return drawn;
  }

  public static SparseGraph map(final Graph graph, final double weight) {
    return map(graph, weight, SPACE);
  }

  static SparseGraph map(final Graph graph, final double weight, final FeatureSpace space) {
    try {
      return filled(graph, weight, space);
    } catch (final RejectedExample e) {
      throw new AssertionError(e);
    }
  }

  private static SparseGraph filled(
      final Graph graph, final double weight, final FeatureSpace space) throws RejectedExample {
    final GraphBuffer buffer = new GraphBuffer();
    final SparseGraph x = new SparseGraph();
    buffer.set(new LabeledExample(null, null, weight, graph));
    x.fill(buffer, space);
    return x;
  }

  /** log Z(θ) − log Z(θ; observed), by enumeration. */
  public static double loss(final SparseGraph x, final double[] theta) {
    return Math.log(mass(x, theta, false)) - Math.log(mass(x, theta, true));
  }

  /** Σ e^(θᵀx) over all labellings, or those that agree. */
  static double mass(final SparseGraph x, final double[] theta, final boolean agreeing) {
    return sum(x, agreeing, labels -> Math.exp(score(x, theta, labels)));
  }

  /** A sum over all labellings, or those that agree. */
  static double sum(
      final SparseGraph x, final boolean agreeing, final ToDoubleFunction<int[]> term) {
    final int[] labels = new int[x.graph.variables()];
    double sum = 0;
    for (; ; ) {
      boolean agrees = true;
      for (int v = 0; v < labels.length; v++) {
        agrees &= x.states[v] < 0 || x.states[v] == labels[v];
      }
      sum += agrees || !agreeing ? term.applyAsDouble(labels) : 0;
      int v = 0;
      while (v < labels.length && ++labels[v] == x.graph.tree().cardinality(v)) {
        labels[v++] = 0;
      }
      if (v == labels.length) {
        return sum;
      }
    }
  }

  /** θᵀx + log h of a labelling. */
  static double score(final SparseGraph x, final double[] theta, final int[] labels) {
    double score = 0;
    for (int f = 0; f < x.graph.factors(); f++) {
      final int w = x.graph.configuration(f, labels);
      score += x.logPrior == null ? 0 : x.logPrior[w];
      for (int j = x.starts[w]; j < x.starts[w + 1]; j++) {
        score += x.values[j] * theta[x.indices[j]];
      }
    }
    return score;
  }
}
