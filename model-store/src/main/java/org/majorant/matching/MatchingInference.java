package org.majorant.matching;

import java.util.Arrays;

/**
 * Inference on matchings: the maximum of a concave entropy beside the scores, and its marginals.
 *
 * <pre>
 *   log Z_κ(s) = max over the local polytope of ⟨s, μ⟩ + H_κ(μ)          ∂ log Z_κ / ∂s = μ
 *   H_κ(μ) = Σ_e [−μ_e log μ_e + κ_e (1−μ_e) log(1−μ_e)] − Σ_loops μ_e log μ_e
 * </pre>
 *
 * <p>With κ = 1 it is Bethe's (Vontobel 2013), with 0 that of Sinkhorn. The maximum is a fixed
 * point of sum-product messages m between the two ends of an edge. With a = exp(s_e − u_i − u_j),
 * and u the duals of the best matching, all is of a size that needs no logarithms:
 *
 * <pre>
 *   for each node v:  w_h = a_h m_h;  R = a_loop + Σ w_h;  for each h:  r = R − w_h,  m_twin = (R/r)^κ / R
 *   μ_e = w_h / R at either end        log Z_κ = Σ_v (u_v + log R_v) + Σ_e κ_e log(1−μ_e)
 * </pre>
 *
 * <p>Whether that has converged need not be trusted: every few sweeps a {@link Certificate} bounds
 * log Z_κ from both sides. The lower bound is the best matching's score until the marginals sum to
 * one at each node, so that what has not converged shows as a gap.
 *
 * <p>One instance serves any graph, one after the other. {@link #open} begins anew; from then on
 * each {@link #solve} begins where the last one ended, so that similar scores take few sweeps. It
 * allocates nothing once its buffers have grown.
 */
public final class MatchingInference {
  /** Of a score: beyond it a double has less than seven decimals of a nat. */
  public static final double MOST_SCORE = 1e9;

  /** A marginal sums to one within this at each node. */
  public static final double MOST_RESIDUAL = 1e-7;

  private static final double LEAST_MESSAGE = 1e-120;
  private static final double MOST_MESSAGE = 1e120;
  private static final double LEAST_WEIGHT = 1e-180;
  private static final double MOST_SHIFT = 30; // nats; messages from further away are of no use
  private static final int SWEEPS_A_CHECK = 4;
  private static final double FEW = 1.0 / 16;
  private static final int TERMS = 8;
  private static final double[] RECIPROCALS = new double[TERMS]; // 1/(k + 1)

  static {
    Arrays.setAll(RECIPROCALS, k -> 1.0 / (k + 1));
  }

  private final int maxSweeps;
  private final Assignment assignment = new Assignment();
  private final Certificate certificate = new Certificate();
  private MatchingGraph graph;
  private boolean isNew; // nothing is solved yet
  private double[] coverScores = {};
  private double[] reduced = {}; // by edge: s less the potentials
  private double[] weights = {}; // by half-edge: a
  private double[] messages = {}; // by half-edge: m, to its node
  private double[] kappas = {}; // by half-edge
  private double[] beliefs = {}; // by half-edge: w/R
  private double[] rests = {}; // by half-edge: r/R
  private double[] potentials = {}; // by node: u
  private double[] shifts = {}; // by node: how far they have moved
  private double[] loopWeights = {}; // by node
  private double[] loopBeliefs = {}; // by node
  private double[] logSums = {}; // by node: log R
  private double rest; // R less the largest w
  private int largest; // the half-edge that has it
  private double lower;
  private double upper;
  private double residual;
  private int sweeps;

  /**
   * @param maxSweeps where to give up
   */
  public MatchingInference(final int maxSweeps) {
    this.maxSweeps = maxSweeps;
  }

  /** Takes a graph, and forgets what came before. */
  public void open(final MatchingGraph graph) {
    this.graph = graph;
    reserve();
    certificate.open(graph);
    isNew = true;
    for (int v = 0; v < graph.nodes(); v++) {
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        kappas[h] = 0.5 * (graph.kappa(v) + graph.kappa(graph.others()[h]));
      }
    }
  }

  /**
   * Solves the graph opened for some scores.
   *
   * @param scores one an edge, nats; may be longer
   * @param tolerance how far the bounds may be apart, nats
   * @return whether they are no further apart
   * @throws IllegalArgumentException where a score is not a number, or beyond {@link #MOST_SCORE}
   */
  public boolean solve(final double[] scores, final double tolerance) {
    require(scores);
    scale(scores);
    boolean done = false;
    for (sweeps = 0; !done && sweeps < maxSweeps; ) {
      final int next = Math.min(maxSweeps, sweeps + SWEEPS_A_CHECK);
      for (; sweeps < next; sweeps++) {
        sweep();
      }
      check();
      done = residual <= MOST_RESIDUAL && upper - lower <= tolerance;
    }
    return done;
  }

  /** The graph opened last. */
  public MatchingGraph graph() {
    return graph;
  }

  /** log Z_κ is no less, but for rounding. */
  public double lower() {
    return lower;
  }

  /** log Z_κ is no more, but for rounding. */
  public double upper() {
    return upper;
  }

  /** How far from one the marginals of a node sum, at most. */
  public double residual() {
    return residual;
  }

  /** How many sweeps over all nodes it took. */
  public int sweeps() {
    return sweeps;
  }

  /** μ of an edge; 0 where no matching has it. */
  public double marginal(final int edge) {
    return certificate.marginal(edge);
  }

  /** 1 − μ of an edge, with all its digits where μ is close to one. */
  public double complement(final int edge) {
    return certificate.complement(edge);
  }

  private void require(final double[] scores) {
    for (int e = 0; e < graph.edges(); e++) {
      if (!(Math.abs(scores[e]) <= MOST_SCORE)) {
        throw new IllegalArgumentException(
            "the score of edge %d is %s, and must be within %.0e of 0"
                .formatted(e, scores[e], MOST_SCORE));
      }
    }
  }

  /** Takes the scores by new potentials, and the messages with them. */
  private void scale(final double[] scores) {
    System.arraycopy(potentials, 0, shifts, 0, graph.nodes());
    graph.cover().solve(assignment, scores, coverScores, potentials);
    for (int v = 0; v < graph.nodes(); v++) {
      shifts[v] = potentials[v] - shifts[v];
      isNew |= Math.abs(shifts[v]) > MOST_SHIFT;
      shifts[v] = Math.exp(shifts[v]);
    }
    for (int e = 0; e < graph.edges(); e++) {
      final int i = graph.first(e);
      final int j = graph.second(e);
      reduced[e] = scores[e] - potentials[i] - (i == j ? 0 : potentials[j]);
    }
    for (int v = 0; v < graph.nodes(); v++) {
      loopWeights[v] = graph.loop(v) < 0 ? 0 : Math.exp(reduced[graph.loop(v)]);
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        weights[h] = Math.max(LEAST_WEIGHT, Math.exp(reduced[graph.halfEdges()[h]]));
        messages[h] = isNew ? 1 : clamp(messages[h] * shifts[graph.others()[h]]);
      }
    }
    isNew = false;
  }

  private void sweep() {
    final int[] twins = graph.twins();
    for (int v = 0; v < graph.nodes(); v++) {
      final double sum = gather(v);
      final double scale = 1 / sum;
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        final double belief = beliefs[h] * scale;
        final double power =
            belief < FEW
                ? series(belief, kappas[h])
                : Math.pow(sum / (h == largest ? rest : sum - beliefs[h]), kappas[h]);
        messages[twins[h]] = clamp(power * scale);
      }
    }
  }

  /** (1 − b)^−κ of a small belief, to 1e-10: most are, and a power takes ten times as long. */
  private static double series(final double belief, final double kappa) {
    double sum = 1;
    for (int k = TERMS - 1; k >= 0; k--) {
      sum = 1 + sum * belief * (kappa + k) * RECIPROCALS[k];
    }
    return sum;
  }

  /** The weights w of a node, into its beliefs, and their sum R. */
  private double gather(final int v) {
    largest = -1;
    double most = 0;
    rest = loopWeights[v];
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      final double weight = weights[h] * messages[h];
      beliefs[h] = weight;
      if (weight > most) {
        rest += most;
        most = weight;
        largest = h;
      } else {
        rest += weight;
      }
    }
    return rest + most;
  }

  private void check() {
    for (int v = 0; v < graph.nodes(); v++) {
      final double sum = gather(v);
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        rests[h] = (h == largest ? rest : sum - beliefs[h]) / sum;
        beliefs[h] /= sum;
      }
      loopBeliefs[v] = loopWeights[v] / sum;
      logSums[v] = Math.log(sum);
    }
    residual = certificate.agree(beliefs, loopBeliefs);
    upper = certificate.upper(reduced, beliefs, rests, loopBeliefs, logSums);
    // The best matching has no entropy, so that its score bounds log Z from below, too.
    lower = residual <= MOST_RESIDUAL ? Math.max(0, certificate.lower(reduced)) : 0;
    for (int v = 0; v < graph.nodes(); v++) {
      upper += potentials[v];
      lower += potentials[v];
    }
  }

  private static double clamp(final double message) {
    return Math.min(MOST_MESSAGE, Math.max(LEAST_MESSAGE, message));
  }

  private void reserve() {
    final int halves = graph.start(graph.nodes());
    if (weights.length < halves) {
      weights = new double[2 * halves];
      messages = new double[2 * halves];
      kappas = new double[2 * halves];
      beliefs = new double[2 * halves];
      rests = new double[2 * halves];
    }
    if (reduced.length < graph.edges()) {
      reduced = new double[2 * graph.edges()];
    }
    if (coverScores.length < graph.cover().edges()) {
      coverScores = new double[2 * graph.cover().edges()];
    }
    if (potentials.length < graph.nodes()) {
      final int room = 2 * graph.nodes();
      potentials = new double[room];
      shifts = new double[room];
      loopWeights = new double[room];
      loopBeliefs = new double[room];
      logSums = new double[room];
    }
  }
}
