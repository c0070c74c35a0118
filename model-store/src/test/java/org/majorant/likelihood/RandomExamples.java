package org.majorant.likelihood;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.schema.Choice;
import org.majorant.schema.Edge;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Matching;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Pair;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Sequence;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/** Small examples of each structure, of which all or some is observed. */
enum RandomExamples {
  TWO_LABELS("task: multiclass, labels: [a, b]"),
  THREE_LABELS("task: multiclass, labels: [a, b, c]"),
  HIDDEN_STATES("task: multiclass, labels: [a, b, c], latent: 2"),
  SEQUENCE("task: sequence, labels: [O, B, I], transitions: {forbidden: [[[START, O], I]]}"),
  CHOICE("task: choice"),
  GRAPH("task: graph, max-width: 3"),
  COVER("task: graph, inference: trw"),
  MATCHING("task: matching");

  static final int FEATURES = 6;

  final ModelSpec spec;
  private final ExampleMapper mapper;

  RandomExamples(final String rest) {
    spec = SpecFile.read("{model: m, features: {dimension: " + FEATURES + "}, " + rest + "}");
    mapper = new ExampleMapper(spec, new FeatureSpace(spec));
  }

  /** The first one that the spec allows; the same object each time. */
  Example draw(final SplittableRandom random) {
    while (true) {
      final Object structure =
          switch (this) {
            case TWO_LABELS, THREE_LABELS, HIDDEN_STATES -> point(random);
            case SEQUENCE -> sequence(random);
            case CHOICE -> choice(random);
            case GRAPH -> graph(random, 3);
            case COVER -> graph(random, 1);
            case MATCHING -> matching(random);
          };
      try {
        return mapper.labeled(new LabeledExample(null, null, 1.0, structure));
      } catch (final RejectedExample impossible) {
        if (this != SEQUENCE && this != GRAPH) {
          throw new AssertionError(impossible);
        }
      }
    }
  }

  private Point point(final SplittableRandom random) {
    final List<String> labels = spec.getLabels();
    final String label = labels.get(random.nextInt(labels.size()));
    final boolean partly = labels.size() > 2 && random.nextInt(3) == 0;
    return new Point(
        vector(random),
        partly ? List.of(labels.get(0), labels.get(2)) : label,
        random.nextBoolean() ? null : prior(random, labels.size(), false),
        null);
  }

  private Sequence sequence(final SplittableRandom random) {
    final List<Object> tokens = new ArrayList<>();
    final List<String> labels = new ArrayList<>();
    final List<List<Double>> priors = new ArrayList<>();
    for (int t = random.nextInt(5); t >= 0; t--) {
      tokens.add(vector(random));
      labels.add(random.nextInt(3) == 0 ? null : spec.getLabels().get(random.nextInt(3)));
      priors.add(random.nextBoolean() ? null : prior(random, 3, true));
    }
    return new Sequence(tokens, labels, priors);
  }

  private static Choice choice(final SplittableRandom random) {
    final int n = 2 + random.nextInt(4);
    final List<Double> prior = prior(random, n, true);
    prior.set(0, 0.0);
    return new Choice(vectors(random, n), 0, random.nextBoolean() ? null : prior);
  }

  /**
   * A loop of three variables or more, of two states.
   *
   * @param hidden one of so many states is not observed; 1: none of them is hidden
   */
  private static Graph graph(final SplittableRandom random, final int hidden) {
    final int n = 3 + random.nextInt(2);
    final List<Integer> cardinalities = new ArrayList<>();
    final List<Integer> states = new ArrayList<>();
    final List<Factor> factors = new ArrayList<>();
    for (int v = 0; v < n; v++) {
      cardinalities.add(2);
      states.add(hidden > 1 && v > 0 && random.nextInt(hidden) == 0 ? null : random.nextInt(2));
      factors.add(new Factor(List.of(v), vectors(random, 2), null));
      final boolean ruled = hidden > 1 && random.nextBoolean();
      factors.add(
          new Factor(
              List.of(v, (v + 1) % n), vectors(random, 4), ruled ? prior(random, 4, true) : null));
    }
    return new Graph(cardinalities, factors, states);
  }

  private static Matching matching(final SplittableRandom random) {
    final int n = 1 + random.nextInt(4);
    final List<Edge> edges = new ArrayList<>();
    final List<Pair> matches = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      matches.add(new Pair(i, i));
      for (int j = 0; j < n; j++) {
        if (i == j || random.nextInt(3) > 0) {
          edges.add(new Edge(i, j, vector(random)));
        }
      }
    }
    return new Matching(n, n, edges, matches);
  }

  private static List<Double> prior(
      final SplittableRandom random, final int size, final boolean ruled) {
    final List<Double> prior = new ArrayList<>();
    for (int y = 0; y < size; y++) {
      final boolean impossible = ruled && random.nextInt(5) == 0;
      prior.add(impossible ? Double.NEGATIVE_INFINITY : random.nextDouble() - 0.5);
    }
    return prior;
  }

  private static List<Object> vectors(final SplittableRandom random, final int n) {
    final List<Object> vectors = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      vectors.add(vector(random));
    }
    return vectors;
  }

  private static SparseVector vector(final SplittableRandom random) {
    final List<Integer> indices = new ArrayList<>();
    final List<Float> values = new ArrayList<>();
    for (int j = random.nextInt(4); j >= 0; j--) {
      indices.add(random.nextInt(FEATURES));
      values.add((float) (random.nextDouble() - 0.3));
    }
    return new SparseVector(indices, values);
  }
}
