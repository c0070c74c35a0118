package org.majorant.learn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.majorant.schema.Choice;
import org.majorant.schema.Edge;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Matching;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Pair;
import org.majorant.schema.Point;
import org.majorant.schema.Sequence;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/**
 * Valid examples that take as much memory as their bytes allow, a way to do it each. All are drawn
 * of many sizes, since what is allocated grows by leaps.
 */
enum LargeExamples {
  INDICES("task: multiclass, labels: [a, b, c], features: {dimension: 65536}") {
    @Override
    Object structure(final SplittableRandom random) {
      return new Point(vector(random, random.nextInt(1000, 120_000), 65_536), "b", null, null);
    }
  },

  INDICES_AND_LABELS("task: multiclass, labels: " + labels(45) + ", features: {dimension: 20000}") {
    @Override
    Object structure(final SplittableRandom random) {
      return new Point(vector(random, random.nextInt(1000, 100_000), 20_000), "l1", null, null);
    }
  },

  LABELS_AND_PRIORS("task: multiclass, labels: " + labels(2000) + ", features: {hash-bits: 10}") {
    @Override
    Object structure(final SplittableRandom random) {
      final List<String> some = random.ints(10_000, 0, 2000).mapToObj(i -> "l" + i).toList();
      return new Point(
          new NamedFeatures(List.of("x"), List.of()), some, Collections.nCopies(2000, 0.5), null);
    }
  },

  DRAWN_FEATURES("task: choice, features: {dimension: 5, rff: 2000, bandwidth: 1}") {
    @Override
    Object structure(final SplittableRandom random) {
      final int n = random.nextInt(10, 1000);
      return new Choice(vectors(random, n, 1, 5), random.nextInt(n), null);
    }
  },

  CROSSES("task: multiclass, labels: [a, b], features: {hash-bits: 16, cross: " + crosses() + "}") {
    @Override
    Object structure(final SplittableRandom random) {
      final int n = random.nextInt(3000, 100_000);
      final List<String> names =
          IntStream.range(0, n)
              .mapToObj(i -> i < 2000 ? "p" + i % 30 + "=" + i : "x" + i % 10)
              .toList();
      return new Point(new NamedFeatures(names, List.of()), "a", null, null);
    }
  },

  TOKENS("task: sequence, labels: " + labels(45) + ", features: {dimension: 1000}") {
    @Override
    Object structure(final SplittableRandom random) {
      final int n = random.nextInt(1, 2000);
      final String[] labels = new String[n];
      Arrays.setAll(labels, t -> random.nextInt(3) == 0 ? null : "l" + random.nextInt(45));
      labels[0] = "l1";
      return new Sequence(vectors(random, n, 1, 1000), Arrays.asList(labels), null);
    }
  },

  TOKENS_OF_A_TASK_WITH_MEMBERS(
      "task: sequence, labels: " + labels(20) + ", members: none, features: {dimension: 50000}") {
    @Override
    Object structure(final SplittableRandom random) {
      final int n = random.nextInt(1, 1000);
      final List<List<Double>> prior = new ArrayList<>(Collections.nCopies(n, null));
      prior.set(0, Collections.nCopies(20, 0.1));
      return new Sequence(vectors(random, n, 40, 50_000), Collections.nCopies(n, "l3"), prior);
    }
  },

  ALTERNATIVES("task: choice, features: {dimension: 50000}") {
    @Override
    Object structure(final SplittableRandom random) {
      final int n = random.nextInt(1, 10_000);
      return new Choice(vectors(random, n, 5, 50_000), random.nextInt(n), null);
    }
  },

  WIDE_CLIQUE("task: graph, max-width: 16, inference: exact, features: {dimension: 10}") {
    @Override
    Object structure(final SplittableRandom random) {
      final int n = random.nextInt(5, 16);
      final List<Factor> factors = new ArrayList<>();
      for (int v = 0; v < n; v++) {
        for (int w = 0; w < v; w++) {
          factors.add(new Factor(List.of(w, v), vectors(random, 4, 1, 10), null));
        }
      }
      return new Graph(Collections.nCopies(n, 2), factors, Collections.nCopies(n, 1));
    }
  },

  FACTORS_IN_A_CLIQUE("task: graph, inference: exact, max-width: 4, features: {dimension: 10}") {
    @Override
    Object structure(final SplittableRandom random) {
      final int n = random.nextInt(10, 3000);
      final List<Factor> factors = new ArrayList<>();
      for (int v = 0; v < 4; v++) {
        for (int w = 0; w < v; w++) {
          factors.add(new Factor(List.of(w, v), vectors(random, 64, 1, 10), null));
        }
      }
      for (int f = 0; f < n; f++) {
        factors.add(new Factor(List.of(f % 4), vectors(random, 8, 0, 10), null));
      }
      return new Graph(List.of(8, 8, 8, 8), factors, List.of());
    }
  },

  LONG_GRAPH("task: graph, features: {dimension: 10}") {
    @Override
    Object structure(final SplittableRandom random) {
      final int n = random.nextInt(10, 10_000);
      final List<Factor> factors = new ArrayList<>();
      for (int v = 1; v < n; v++) {
        factors.add(new Factor(List.of(v - 1, v), vectors(random, 4, 1, 10), null));
      }
      return new Graph(Collections.nCopies(n, 2), factors, Collections.nCopies(n, 0));
    }
  },

  SCOPES_OF_ONE_STATE("task: graph, max-width: 16, features: {dimension: 10}") {
    @Override
    Object structure(final SplittableRandom random) {
      final List<Factor> factors = new ArrayList<>();
      for (int f = random.nextInt(10, 5000); f > 0; f--) {
        final int first = random.nextInt(30);
        factors.add(
            new Factor(
                IntStream.range(first, first + 20).boxed().toList(),
                vectors(random, 1, 1, 10),
                null));
      }
      return new Graph(Collections.nCopies(50, 1), factors, List.of());
    }
  },

  COVERED_GRID("task: graph, inference: trw, features: {dimension: 10}") {
    @Override
    Object structure(final SplittableRandom random) {
      final int side = random.nextInt(3, 50);
      final List<Factor> factors = new ArrayList<>();
      for (int v = 0; v < side * side; v++) {
        if (v % side > 0) {
          factors.add(new Factor(List.of(v - 1, v), vectors(random, 4, 1, 10), null));
        }
        if (v >= side) {
          factors.add(new Factor(List.of(v - side, v), vectors(random, 4, 1, 10), null));
        }
      }
      return new Graph(Collections.nCopies(side * side, 2), factors, List.of());
    }
  },

  EDGES(
      "task: matching, max-edges: 1000000, features: {dimension: 20}, curvature: {memory: full}") {
    @Override
    Object structure(final SplittableRandom random) {
      return matching(random, random.nextInt(2, 200), 3, 20);
    }
  },

  EDGES_OF_MANY_FEATURES("task: matching, max-edges: 1000000, features: {dimension: 30000}") {
    @Override
    Object structure(final SplittableRandom random) {
      return matching(random, random.nextInt(2, 50), 10, 30_000);
    }
  };

  private final ModelSpec spec;

  LargeExamples(final String yaml) {
    spec = SpecFile.read("{model: m, " + yaml + "}");
  }

  ModelSpec spec() {
    return spec;
  }

  LabeledExample draw(final SplittableRandom random) {
    return new LabeledExample(null, null, 1.0, structure(random));
  }

  abstract Object structure(SplittableRandom random);

  private static SparseVector vector(
      final SplittableRandom random, final int size, final int dimension) {
    return new SparseVector(
        random.ints(size, 0, dimension).boxed().toList(), Collections.nCopies(size, 0.1f));
  }

  private static List<Object> vectors(
      final SplittableRandom random, final int count, final int size, final int dimension) {
    final List<Object> vectors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      vectors.add(new SparseVector(random.ints(size, 0, dimension).boxed().toList(), List.of()));
    }
    return vectors;
  }

  /** Each node may be matched with any of the other side; those of the same number are. */
  private static Matching matching(
      final SplittableRandom random, final int side, final int size, final int dimension) {
    final List<Edge> edges = new ArrayList<>();
    final List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < side; i++) {
      pairs.add(new Pair(i, i));
      for (int j = 0; j < side; j++) {
        edges.add(new Edge(i, j, vectors(random, 1, size, dimension).get(0)));
      }
    }
    return new Matching(side, side, edges, pairs);
  }

  private static String labels(final int count) {
    return IntStream.range(0, count).mapToObj(i -> "l" + i).toList().toString();
  }

  private static String crosses() {
    return IntStream.range(0, 15).mapToObj(i -> "[p" + i + ", p" + (i + 15) + "]").toList() + "";
  }
}
