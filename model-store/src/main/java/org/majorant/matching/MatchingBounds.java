package org.majorant.matching;

/**
 * Bounds on the exact log Z of matchings. Of perfect ones between two sides it is the logarithm of
 * a permanent. Of n left nodes that have a choice,
 *
 * <pre>
 *   log Z_1(s) ≤ log Z(s) ≤ log Z_1(s) + (n/2) log 2      (Gurvits 2011; Anari and Rezaei 2019)
 *   log Z(s) ≤ log Z_0(s)                                 (entropy is subadditive)
 *   log Z(s) ≤ max_σ Σ_i [s_iσ(i) − 1 − log P_iσ(i) / (1 − P_iσ(i))]
 * </pre>
 *
 * <p>The last one holds for any P > 0 on the edges whose rows sum to one: Radhakrishnan's proof of
 * Brègman's bound reveals the rows of a matching in random order, and what each adds is bounded by
 * its best choice. The maximum is one assignment. P are the marginals of κ = 0 and of κ = ½, by
 * rows and by columns. The least of all is taken: none of them is the best at every temperature.
 *
 * <p>Where nodes may stay alone, log Z_1 bounds log Z from below, too (Ruozzi 2012). From above it
 * is bounded by the choices of one side's nodes without regard to each other; with s_j what the
 * other node has if it stays alone, and else 0,
 *
 * <pre>
 *   log Z(s) ≤ Σ_j s_j + Σ_i log [Σ_j e^(s_ij − s_j) + e^(s_i)]     and likewise from the other side
 * </pre>
 *
 * <p>Without sides log Z_1 bounds nothing: of four nodes that may all stay alone it is above log Z.
 * There the best matching's score is the lower bound. The upper one is subadditivity again, with
 * each edge among the choices of two nodes (Shearer's lemma), in its dual form:
 *
 * <pre>
 *   log Z(s) ≤ Σ_v λ_v + ½ Σ_v log [Σ_{e=vj} e^(s_e − λ_v − λ_j) + e^(2 (s_v − λ_v))]    for any λ
 * </pre>
 *
 * <p>From the duals of the cover's assignment on, λ_v goes node by node to where its choices sum to
 * one: Sinkhorn's scaling of the cover. With no loops the least of it is log Z_0.
 */
public final class MatchingBounds {
  private static final double HALF = 0.5;
  private static final double LEAST = 1e-300;

  private final MatchingInference inference;
  private final double tolerance;
  private final int maxSweeps;
  private final Assignment assignment = new Assignment();
  private final BlossomMatching blossom = new BlossomMatching();
  private MatchingGraph graph;
  private MatchingGraph bethe;
  private MatchingGraph sinkhorn;
  private MatchingGraph between;
  private double[] terms = {}; // by edge
  private double[] room = {}; // by edge of the cover
  private double[] duals = {}; // by node
  private double lower;
  private double upper;

  /**
   * @param tolerance how tightly to solve each program, nats a node
   * @param maxSweeps where to give up; the bounds hold no less
   */
  public MatchingBounds(final double tolerance, final int maxSweeps) {
    this.tolerance = tolerance;
    this.maxSweeps = maxSweeps;
    this.inference = new MatchingInference(maxSweeps);
  }

  /**
   * Bounds log Z of scores, one an edge, nats.
   *
   * @throws ArithmeticException where a score is not a number or too large
   */
  public void enclose(final MatchingGraph graph, final double[] scores) {
    MatchingInference.require(graph, scores);
    take(graph);
    if (!graph.hasSides()) {
      graph.cover().solve(assignment, scores, room, duals);
      lower = best(scores);
      upper = scaled(scores);
      return;
    }
    solve(bethe, scores);
    lower = inference.lower();
    if (!graph.isSquare()) {
      upper =
          Math.min(choices(0, graph.left(), scores), choices(graph.left(), graph.nodes(), scores));
      return;
    }
    upper = inference.upper() + 0.5 * Math.log(2) * choosing();
    solve(sinkhorn, scores);
    upper = Math.min(upper, inference.upper());
    chain(scores);
    solve(between, scores);
    chain(scores);
  }

  /** log Z is no less, but for rounding. */
  public double lower() {
    return lower;
  }

  /** log Z is no more, but for rounding. */
  public double upper() {
    return upper;
  }

  private void take(final MatchingGraph taken) {
    if (taken == graph) {
      return;
    }
    graph = taken;
    bethe = graph.hasSides() ? graph.withKappa(1) : null;
    sinkhorn = graph.isSquare() ? graph.withKappa(0) : null;
    between = graph.isSquare() ? graph.withKappa(HALF) : null;
    if (terms.length < graph.edges()) {
      terms = new double[2 * graph.edges()];
      room = new double[4 * graph.edges()];
    }
    if (duals.length < graph.nodes()) {
      duals = new double[2 * graph.nodes()];
    }
  }

  private void solve(final MatchingGraph program, final double[] scores) {
    inference.open(program);
    inference.solve(scores, tolerance * graph.nodes());
  }

  /** The bound by the choices of the nodes in a range, which is one side. */
  private double choices(final int from, final int to, final double[] scores) {
    double bound = 0;
    for (int v = 0; v < graph.nodes(); v++) {
      bound += v >= from && v < to ? choice(v, scores) : alone(v, scores);
    }
    return bound;
  }

  /** log Σ over all that a node may do, each beside what it takes from the other node. */
  private double choice(final int v, final double[] scores) {
    double most = graph.loop(v) < 0 ? Double.NEGATIVE_INFINITY : alone(v, scores);
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      most = Math.max(most, gain(h, scores));
    }
    double sum = graph.loop(v) < 0 ? 0 : Math.exp(alone(v, scores) - most);
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      sum += Math.exp(gain(h, scores) - most);
    }
    return most + Math.log(sum);
  }

  private double gain(final int half, final double[] scores) {
    return scores[graph.halfEdges()[half]] - alone(graph.others()[half], scores);
  }

  private double alone(final int v, final double[] scores) {
    return graph.loop(v) < 0 ? 0 : scores[graph.loop(v)];
  }

  /** The score of the best matching, from the duals on. */
  private double best(final double[] scores) {
    for (int e = 0; e < graph.edges(); e++) {
      final int i = graph.first(e);
      final int j = graph.second(e);
      terms[e] = scores[e] - duals[i] - (i == j ? 0 : duals[j]);
    }
    blossom.solve(graph, terms);
    double best = 0;
    for (int v = 0; v < graph.nodes(); v++) {
      final int e = blossom.edge(v);
      best += graph.first(e) == v ? scores[e] : 0;
    }
    return best;
  }

  /** The bound of λ, which are the duals first and are then scaled. */
  private double scaled(final double[] scores) {
    double most = Double.POSITIVE_INFINITY;
    for (int sweep = 0; sweep < maxSweeps && most > tolerance; sweep++) {
      most = 0;
      for (int v = 0; v < graph.nodes(); v++) {
        // y with pairs y + alone y² = 1, and λ less by log y
        final double pairs = pairs(v, scores);
        final double move = Math.log(0.5 * (pairs + Math.hypot(pairs, 2 * aloneRoot(v, scores))));
        duals[v] += move;
        most = Math.max(most, Math.abs(move));
      }
    }
    double bound = 0;
    for (int v = 0; v < graph.nodes(); v++) {
      final double root = aloneRoot(v, scores);
      bound += duals[v] + 0.5 * Math.log(pairs(v, scores) + root * root);
    }
    return bound;
  }

  private double pairs(final int v, final double[] scores) {
    double sum = 0;
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      sum += Math.exp(scores[graph.halfEdges()[h]] - duals[v] - duals[graph.others()[h]]);
    }
    return sum;
  }

  private double aloneRoot(final int v, final double[] scores) {
    return graph.loop(v) < 0 ? 0 : Math.exp(scores[graph.loop(v)] - duals[v]);
  }

  /** Left nodes with more than one edge. */
  private int choosing() {
    int count = 0;
    for (int v = 0; v < graph.nodes() / 2; v++) {
      count += graph.start(v + 1) - graph.start(v) > 1 ? 1 : 0;
    }
    return count;
  }

  /** Takes the bound of the marginals just found, by rows and by columns. */
  private void chain(final double[] scores) {
    final int half = graph.nodes() / 2;
    for (int side = 0; side < 2; side++) {
      for (int v = side * half; v < (side + 1) * half; v++) {
        reveal(v, scores);
      }
      graph.cover().solve(assignment, terms, room, duals);
      double bound = 0;
      for (int v = 0; v < graph.nodes(); v++) {
        bound += duals[v];
      }
      upper = Math.min(upper, bound);
    }
  }

  /** The terms of a node's edges: s − 1 − log P / (1 − P), which is s where P = 1. */
  private void reveal(final int v, final double[] scores) {
    int largest = graph.halfEdges()[graph.start(v)];
    double sum = 0;
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      final int e = graph.halfEdges()[h];
      sum += inference.marginal(e);
      largest = inference.marginal(e) > inference.marginal(largest) ? e : largest;
    }
    double others = 0;
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      final int e = graph.halfEdges()[h];
      others += e == largest ? 0 : inference.marginal(e);
    }
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      final int e = graph.halfEdges()[h];
      final double rest = (e == largest ? others : sum - inference.marginal(e)) / sum;
      final double log =
          rest < 0.5 ? Math.log1p(-rest) : Math.log(Math.max(LEAST, inference.marginal(e) / sum));
      terms[e] = rest > 0 ? scores[e] - 1 - log / rest : scores[e];
    }
  }
}
