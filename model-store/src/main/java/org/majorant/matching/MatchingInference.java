package org.majorant.matching;

/**
 * Inference on matchings: the maximum of a concave entropy beside the scores, and its marginals.
 *
 * <pre>
 *   log Z_κ(s) = max over the local polytope of ⟨s, μ⟩ + H_κ(μ)          ∂ log Z_κ / ∂s = μ
 *   H_κ(μ) = Σ_e [−μ_e log μ_e + κ_e (1−μ_e) log(1−μ_e)] − Σ_loops μ_e log μ_e
 * </pre>
 *
 * <p>With κ = 1 it is Bethe's (Vontobel 2013), with 0 that of Sinkhorn. The maximum is a fixed
 * point of {@link Messages} over the weights a = exp(s_e − u_i − u_j), u the duals of the best
 * matching. Whether these have converged need not be trusted: every few sweeps a {@link
 * Certificate} bounds log Z_κ from both sides. What has not converged shows as a gap.
 *
 * <p>{@link #open} begins anew; from then on each {@link #solve} begins where the last one ended,
 * so that similar scores take few sweeps.
 */
public final class MatchingInference {
  /** Of a score: beyond it a double has less than seven decimals of a nat. */
  public static final double MOST_SCORE = 1e9;

  private static final int SWEEPS_A_CHECK = 4;

  private final int maxSweeps;
  private final Assignment assignment = new Assignment();
  private final BlossomMatching blossom = new BlossomMatching();
  private final Messages messages = new Messages();
  private final Certificate certificate = new Certificate();
  private MatchingGraph graph;
  private boolean isNew; // nothing is solved yet
  private boolean isMatched; // the best matching of a graph without sides is found
  private double[] coverScores = {}; // by edge of the cover
  private double[] reduced = {}; // by edge: s less the potentials
  private double[] potentials = {}; // by node: u
  private double[] moves = {}; // by node: how far it has moved
  private double primal;
  private double lower;
  private double upper;
  private int sweeps;

  /** Gives up after so many sweeps. */
  public MatchingInference(final int maxSweeps) {
    this.maxSweeps = maxSweeps;
  }

  /** Takes a graph, and forgets what came before. */
  public void open(final MatchingGraph graph) {
    this.graph = graph;
    isNew = true;
    reserve();
    messages.open(graph);
    certificate.open(graph);
  }

  /**
   * Solves the graph opened for some scores.
   *
   * @param scores one an edge, nats; may be longer
   * @param tolerance how far the marginals may be from the maximum, nats; those of a node then sum
   *     to one within a thirtieth of it
   * @return whether they are no further from it, and so the bounds no further apart
   * @throws ArithmeticException where a score is not a number, or beyond {@link #MOST_SCORE}
   */
  public boolean solve(final double[] scores, final double tolerance) {
    require(graph, scores);
    scale(scores);
    boolean done = false;
    for (sweeps = 0; !done && sweeps < maxSweeps; ) {
      final int next = Math.min(maxSweeps, sweeps + SWEEPS_A_CHECK);
      for (; sweeps < next; sweeps++) {
        messages.sweep();
      }
      done = check() <= tolerance;
    }
    return done;
  }

  /** The graph opened last. */
  public MatchingGraph graph() {
    return graph;
  }

  /**
   * ⟨s, μ⟩ + H_κ(μ) at the marginals, less the price of what they miss: no more than {@link
   * #lower}. With other scores s' log Z_κ is no less than this and ⟨s' − s, μ⟩.
   */
  public double primal() {
    return primal;
  }

  /** log Z_κ is no less, but for rounding. */
  public double lower() {
    return lower;
  }

  /** log Z_κ is no more, but for rounding. */
  public double upper() {
    return upper;
  }

  /** How many sweeps over all nodes it took. */
  public int sweeps() {
    return sweeps;
  }

  /**
   * The edge that the best matching has at a node; a loop where it stays alone. The first call
   * after a {@link #solve} allocates where the graph has no sides: the best matching of its cover
   * may be none.
   */
  public int best(final int node) {
    if (!graph.hasSides()) {
      if (!isMatched) {
        blossom.solve(graph, reduced);
        isMatched = true;
      }
      return blossom.edge(node);
    }
    final MatchingCover cover = graph.cover();
    return cover.source(
        node < graph.left()
            ? assignment.edgeOfRow(node)
            : assignment.edgeOfColumn(cover.column(node)));
  }

  /** μ of an edge; 0 where no matching has it. */
  public double marginal(final int edge) {
    return certificate.marginal(edge);
  }

  /** 1 − μ of an edge, with all its digits where μ is close to one. */
  public double complement(final int edge) {
    return certificate.complement(edge);
  }

  /** Refuses scores that no inference is possible with. */
  static void require(final MatchingGraph graph, final double[] scores) {
    for (int e = 0; e < graph.edges(); e++) {
      if (!(Math.abs(scores[e]) <= MOST_SCORE)) {
        throw new ArithmeticException(
            "the score of edge %d is %s, and must be within %.0e of 0"
                .formatted(e, scores[e], MOST_SCORE));
      }
    }
  }

  /** Takes the scores less the duals of the best matching, which leaves 0 on it, and no more. */
  private void scale(final double[] scores) {
    System.arraycopy(potentials, 0, moves, 0, graph.nodes());
    graph.cover().solve(assignment, scores, coverScores, potentials);
    for (int v = 0; v < graph.nodes(); v++) {
      moves[v] = isNew ? 0 : potentials[v] - moves[v];
    }
    for (int e = 0; e < graph.edges(); e++) {
      final int i = graph.first(e);
      final int j = graph.second(e);
      reduced[e] = scores[e] - potentials[i] - (i == j ? 0 : potentials[j]);
    }
    messages.weigh(reduced, moves);
    isNew = false;
    isMatched = false;
  }

  /** Takes both bounds. How far the marginals may be from the maximum, nats. */
  private double check() {
    messages.believe();
    certificate.agree(messages.beliefs(), messages.loopBeliefs());
    upper =
        certificate.upper(
            reduced,
            messages.beliefs(),
            messages.rests(),
            messages.loopBeliefs(),
            messages.logSums());
    primal = certificate.lower(reduced);
    final double gap = upper - primal;
    // The cover's best matching has an entropy of 0 at least: its score, here 0, is a lower bound.
    lower = Math.max(0, primal);
    for (int v = 0; v < graph.nodes(); v++) {
      upper += potentials[v];
      lower += potentials[v];
      primal += potentials[v];
    }
    return gap;
  }

  private void reserve() {
    if (reduced.length < graph.edges()) {
      reduced = new double[2 * graph.edges()];
    }
    if (coverScores.length < graph.cover().edges()) {
      coverScores = new double[2 * graph.cover().edges()];
    }
    if (potentials.length < graph.nodes()) {
      potentials = new double[2 * graph.nodes()];
      moves = new double[2 * graph.nodes()];
    }
  }
}
