package org.majorant.learn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
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
import org.majorant.spec.SpecFile;

/** Matchings for tests: of any shape, or as a true θ draws them. */
public final class RandomMatchings {
  public static final int FEATURES = 10;

  private static final FeatureSpace SPACE = new FeatureSpace(spec("memory: full"));

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

  /**
   * Any matching of at most four nodes a side, sparse: perfect, rectangular or partial.
   *
   * @param scale of the features' values
   */
  public static SparseMatching any(final SplittableRandom random, final double scale) {
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
    final double weight = random.nextBoolean() ? 1 : 3 * random.nextDouble();
    return map(new Matching(left, right, edges, matches), weight);
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
    final double[][] x = new double[2 * n][theta.length];
    for (final double[] point : x) {
      Arrays.setAll(point, k -> gaussian(random));
    }
    final float[][] features = new float[n * n][theta.length];
    final double[] scores = new double[n * n];
    for (int e = 0; e < n * n; e++) {
      scores[e] = -Math.log(-Math.log(random.nextDouble(1e-300, 1)));
      for (int k = 0; k < theta.length; k++) {
        features[e][k] = (float) -Math.abs(x[e / n][k] - x[n + e % n][k]);
        scores[e] += theta[k] * features[e][k];
      }
    }
    return square(n, features, scores);
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
    final MatchingInference inference = new MatchingInference(1);
    inference.open(MatchingGraph.bipartite(n, n, n * n, ends));
    inference.solve(scores, 1);
    final List<Pair> matches = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      matches.add(new Pair(i, inference.best(i) % n));
    }
    return new Matching(n, n, edges, matches);
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
