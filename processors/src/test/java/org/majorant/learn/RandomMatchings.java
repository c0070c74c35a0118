package org.majorant.learn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseMatching;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;
import org.majorant.schema.Edge;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Matching;
import org.majorant.schema.MatchingBuffer;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Pair;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Task;
import org.majorant.spec.SpecFile;
import org.majorant.train.TrainingSet;

/** Matchings for tests: of any shape, or as a true θ draws them. */
public final class RandomMatchings {
  public static final int FEATURES = 10;

  /** Of cold matchings. */
  static final int MANY_FEATURES = 20;

  private static final FeatureSpace SPACE =
      new FeatureSpace(spec(MANY_FEATURES, "memory: full", "none"));

  private RandomMatchings() {}

  public static ModelSpec spec(final String curvature) {
    return spec(FEATURES, curvature, "none");
  }

  public static ModelSpec spec(
      final int features, final String curvature, final String forgetting) {
    return SpecFile.read(
        "{model: m, task: matching, features: {dimension: %d}, curvature: {%s}, forgetting: %s}"
            .formatted(features, curvature, forgetting));
  }

  /** An empty set. */
  public static TrainingSet empty(final int features) {
    return new TrainingSet(Task.MATCHING, new Dimensions(0, 1, 1, features, 0), null);
  }

  /**
   * Any matching of at most four nodes a side, or six without sides, sparse: perfect, rectangular
   * or partial.
   *
   * @param scale of the features' values
   */
  public static SparseMatching any(final SplittableRandom random, final double scale) {
    final Matching matching =
        random.nextInt(3) == 0 ? roommates(random, scale) : assignment(random, scale);
    return map(matching, random.nextBoolean() ? 1 : 3 * random.nextDouble());
  }

  private static Matching roommates(final SplittableRandom random, final double scale) {
    final int nodes = 1 + random.nextInt(6);
    final boolean perfect = nodes % 2 == 0 && random.nextBoolean();
    final List<Edge> edges = new ArrayList<>();
    final List<Pair> matches = new ArrayList<>();
    boolean paired = false;
    for (int i = 0; i < nodes; i++) {
      final boolean taken = i % 2 == 1 && paired;
      final boolean first = i % 2 == 0 && i + 1 < nodes;
      paired = taken || first && (perfect || random.nextInt(3) > 0);
      for (int j = i + 1; j < nodes; j++) {
        final boolean together = first && paired && j == i + 1;
        if (together) {
          matches.add(new Pair(j, i));
        }
        if (together || random.nextInt(3) > 0) {
          edges.add(new Edge(i, j, vector(random, scale)));
        }
      }
      if (!paired || !perfect && random.nextBoolean()) {
        edges.add(new Edge(i, null, vector(random, scale)));
      }
    }
    return new Matching(nodes, null, edges, matches);
  }

  private static Matching assignment(final SplittableRandom random, final double scale) {
    final int left = 1 + random.nextInt(4);
    final boolean perfect = random.nextBoolean();
    final int right = perfect ? left : 1 + random.nextInt(4);
    final List<Edge> edges = new ArrayList<>();
    final List<Pair> matches = new ArrayList<>();
    final boolean[] alone = new boolean[right];
    Arrays.fill(alone, true);
    for (int i = 0; i < left; i++) {
      final boolean matched = perfect || i < right && random.nextInt(3) > 0;
      for (int j = 0; j < right; j++) {
        if (matched && i == j) {
          matches.add(new Pair(i, j));
          alone[j] = false;
        }
        if (matched && i == j || random.nextInt(3) > 0) {
          edges.add(new Edge(i, j, vector(random, scale)));
        }
      }
      if (!matched || !perfect && random.nextBoolean()) {
        edges.add(new Edge(i, null, vector(random, scale)));
      }
    }
    for (int j = 0; j < right; j++) {
      if (alone[j] || !perfect && random.nextBoolean()) {
        edges.add(new Edge(null, j, vector(random, scale)));
      }
    }
    return new Matching(left, right, edges, matches);
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
   * Points of two sides, matched by how they differ in each coordinate: the assignment of the most
   * θᵀφ, and of Gumbel's noise.
   *
   * @param theta prices of a difference, a coordinate each
   */
  public static Matching points(final SplittableRandom random, final double[] theta, final int n) {
    return pairs(random, theta, n, (x, y) -> -Math.abs(x - y));
  }

  /**
   * The same, matched by the product of each coordinate. Where θ is long, noise decides little, and
   * the matchings are cold.
   */
  static Matching products(final SplittableRandom random, final double[] theta, final int n) {
    return pairs(random, theta, n, (x, y) -> x * y);
  }

  private static Matching pairs(
      final SplittableRandom random,
      final double[] theta,
      final int n,
      final DoubleBinaryOperator feature) {
    final double[][] x = new double[2 * n][theta.length];
    for (final double[] point : x) {
      Arrays.setAll(point, k -> gaussian(random));
    }
    final float[][] features = new float[n * n][theta.length];
    final double[] scores = new double[n * n];
    for (int e = 0; e < n * n; e++) {
      scores[e] = -Math.log(-Math.log(random.nextDouble(1e-300, 1)));
      for (int k = 0; k < theta.length; k++) {
        features[e][k] = (float) feature.applyAsDouble(x[e / n][k], x[n + e % n][k]);
        scores[e] += theta[k] * features[e][k];
      }
    }
    return square(n, features, scores);
  }

  /** Points without sides, matched two by two as {@link #points} are; n is even. */
  static Matching roommates(final SplittableRandom random, final double[] theta, final int n) {
    final double[][] x = new double[n][theta.length];
    for (final double[] point : x) {
      Arrays.setAll(point, k -> gaussian(random));
    }
    final int[] ends = new int[n * (n - 1)];
    final double[] scores = new double[n * (n - 1) / 2];
    final List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        final int e = edges.size();
        ends[2 * e] = i;
        ends[2 * e + 1] = j;
        scores[e] = -Math.log(-Math.log(random.nextDouble(1e-300, 1)));
        final List<Integer> indices = new ArrayList<>();
        final List<Float> values = new ArrayList<>();
        for (int k = 0; k < theta.length; k++) {
          indices.add(k);
          values.add((float) -Math.abs(x[i][k] - x[j][k]));
          scores[e] += theta[k] * values.get(k);
        }
        edges.add(new Edge(i, j, new SparseVector(indices, values)));
      }
    }
    final MatchingGraph graph = MatchingGraph.general(n, edges.size(), ends);
    return new Matching(n, null, edges, best(graph, scores));
  }

  private static List<Pair> best(final MatchingGraph graph, final double[] scores) {
    final MatchingInference inference = new MatchingInference(1);
    inference.open(graph);
    inference.solve(scores, 1);
    final List<Pair> matches = new ArrayList<>();
    for (int v = 0; v < graph.nodes(); v++) {
      final int e = inference.best(v);
      if (graph.first(e) == v) {
        matches.add(new Pair(v, graph.second(e) - Math.max(0, graph.left())));
      }
    }
    return matches;
  }

  private static double gaussian(final SplittableRandom random) {
    return Math.sqrt(-2 * Math.log(random.nextDouble(1e-300, 1)))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  /**
   * All pairs of n nodes with n others, matched by the assignment of the most score.
   *
   * @param features of each edge, those of a left node one after another
   */
  static Matching square(final int n, final float[][] features, final double[] scores) {
    final int[] ends = new int[2 * n * n];
    final List<Edge> edges = new ArrayList<>();
    for (int e = 0; e < n * n; e++) {
      ends[2 * e] = e / n;
      ends[2 * e + 1] = n + e % n;
      final List<Integer> indices = new ArrayList<>();
      final List<Float> values = new ArrayList<>();
      for (int k = 0; k < features[e].length; k++) {
        indices.add(k);
        values.add(features[e][k]);
      }
      edges.add(new Edge(e / n, e % n, new SparseVector(indices, values)));
    }
    return new Matching(n, n, edges, best(MatchingGraph.bipartite(n, n, n * n, ends), scores));
  }

  public static SparseMatching map(final Matching matching, final double weight) {
    final MatchingBuffer buffer = new MatchingBuffer();
    final SparseMatching x = new SparseMatching();
    try {
      buffer.set(new LabeledExample(null, null, weight, matching));
      x.fill(buffer, SPACE);
    } catch (final RejectedExample e) {
      throw new AssertionError(e);
    }
    return x;
  }

  /**
   * log Z_κ(θ) − s(M), and its gradient.
   *
   * @param gradient added to, for weight one
   */
  static double loss(final SparseMatching x, final double[] theta, final double[] gradient) {
    final MatchingInference inference = new MatchingInference(20_000);
    final double[] scores = new double[x.length];
    x.score(theta, scores);
    inference.open(x.graph);
    inference.solve(scores, 1e-9);
    double loss = 0.5 * (inference.lower() + inference.upper());
    for (int e = 0; e < x.length; e++) {
      loss -= x.chosen[e] ? scores[e] : 0;
      final double residual = inference.marginal(e) - (x.chosen[e] ? 1 : 0);
      for (int j = x.starts[e]; j < x.starts[e + 1]; j++) {
        gradient[x.indices[j]] += residual * x.values[j];
      }
    }
    return loss;
  }
}
