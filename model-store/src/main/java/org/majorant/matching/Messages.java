package org.majorant.matching;

import java.util.Arrays;

/**
 * Sum-product messages between the two ends of each edge, without logarithms. Into node v comes m_h
 * along each of its half-edges h, whose edge has the weight a:
 *
 * <pre>
 *   w_h = a_h m_h     R = a_loop + Σ w_h     for each h:  r = R − w_h,  m_twin = (R/r)^κ / R
 * </pre>
 *
 * <p>The belief in an edge is w_h / R. For the largest w of a node r is the sum of the others,
 * since a difference would lose all digits. Every few sweeps the messages move to where the sums R
 * lead to, since they settle slowly between parts of a graph that only weak edges join.
 *
 * <p>Hot.
 */
final class Messages {
  private static final double LEAST_MESSAGE = 1e-120;
  private static final double MOST_MESSAGE = 1e120;
  private static final double LEAST_WEIGHT = 1e-180;
  private static final double MOST_SHIFT = 30; // nats; messages from further away are of no use
  private static final int PLAIN_SWEEPS = 12; // before any extrapolation
  private static final double FEW = 1.0 / 16;
  private static final int TERMS = 8;
  private static final double[] RECIPROCALS = new double[TERMS]; // 1/(k + 1)

  static {
    Arrays.setAll(RECIPROCALS, k -> 1.0 / (k + 1));
  }

  private final Extrapolation extrapolation = new Extrapolation();
  private MatchingGraph graph;
  private boolean isNew; // nothing is solved yet
  private int sweeps; // of the present weights
  private double[] kappas = {}; // by half-edge, as all to the next comment
  private double[] weights = {};
  private double[] messages = {};
  private double[] beliefs = {}; // or w
  private double[] rests = {}; // r/R
  private double[] loopWeights = {}; // by node, as all from here
  private double[] loopBeliefs = {};
  private double[] shifts = {};
  private double[] logSums = {}; // log R: G(x) of the extrapolation
  private double[] states = {}; // x
  private double rest; // R less the largest w
  private int largest; // the half-edge that has it

  /** Takes a graph, and forgets what came before. */
  void open(final MatchingGraph graph) {
    this.graph = graph;
    reserve();
    isNew = true;
    for (int v = 0; v < graph.nodes(); v++) {
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        kappas[h] = 0.5 * (graph.kappa(v) + graph.kappa(graph.others()[h]));
      }
    }
  }

  /**
   * Takes the logarithms of weights, by edge, and the messages to where they meant the same before.
   *
   * @param moves by node: how far its potential has moved; 0 if nothing is solved yet
   */
  void weigh(final double[] reduced, final double[] moves) {
    sweeps = 0;
    for (int v = 0; v < graph.nodes(); v++) {
      isNew |= Math.abs(moves[v]) > MOST_SHIFT;
      shifts[v] = Math.exp(moves[v]);
    }
    for (int v = 0; v < graph.nodes(); v++) {
      loopWeights[v] = graph.loop(v) < 0 ? 0 : Math.exp(reduced[graph.loop(v)]);
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        weights[h] = Math.max(LEAST_WEIGHT, Math.exp(reduced[graph.halfEdges()[h]]));
      }
    }
    if (isNew) {
      Arrays.fill(messages, 0, graph.start(graph.nodes()), 1);
    } else {
      shift();
    }
    isNew = false;
  }

  /** Goes over all nodes once. */
  void sweep() {
    final int[] twins = graph.twins();
    for (int v = 0; v < graph.nodes(); v++) {
      final double sum = gather(v);
      final double scale = 1 / sum;
      logSums[v] = Math.log(sum);
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        final double belief = beliefs[h] * scale;
        final double power =
            belief < FEW
                ? series(belief, kappas[h])
                : Math.pow(sum / (h == largest ? rest : sum - beliefs[h]), kappas[h]);
        messages[twins[h]] = clamp(power * scale);
      }
    }
    sweeps++;
    if (sweeps == PLAIN_SWEEPS) {
      extrapolation.open(graph.nodes());
      System.arraycopy(logSums, 0, states, 0, graph.nodes());
    } else if (sweeps > PLAIN_SWEEPS) {
      extrapolate();
    }
  }

  /** Takes beliefs, rests and the logarithms of the sums from the messages as they are. */
  void believe() {
    for (int v = 0; v < graph.nodes(); v++) {
      final double sum = gather(v);
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        rests[h] = (h == largest ? rest : sum - beliefs[h]) / sum;
        beliefs[h] /= sum;
      }
      loopBeliefs[v] = loopWeights[v] / sum;
      logSums[v] = Math.log(sum);
    }
  }

  /** b of each half-edge, after {@link #believe}. */
  double[] beliefs() {
    return beliefs;
  }

  /** 1 − b of each half-edge, after {@link #believe}. */
  double[] rests() {
    return rests;
  }

  /** b of each node's loop, after {@link #believe}. */
  double[] loopBeliefs() {
    return loopBeliefs;
  }

  /** log R of each node, after {@link #believe}. */
  double[] logSums() {
    return logSums;
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

  /** (1 − b)^−κ of a small belief, to 1e-10: most are, and a power takes several times as long. */
  private static double series(final double belief, final double kappa) {
    double sum = 1;
    for (int k = TERMS - 1; k >= 0; k--) {
      sum = 1 + sum * belief * (kappa + k) * RECIPROCALS[k];
    }
    return sum;
  }

  private void extrapolate() {
    if (extrapolation.take(states, logSums)) {
      for (int v = 0; v < graph.nodes(); v++) {
        final double move = logSums[v] - states[v];
        shifts[v] = Math.exp(Math.max(-MOST_SHIFT, Math.min(MOST_SHIFT, move)));
      }
      shift();
    }
  }

  /** A message is in proportion to 1/R of the node that it comes from. */
  private void shift() {
    for (int h = 0; h < graph.start(graph.nodes()); h++) {
      messages[h] = clamp(messages[h] * shifts[graph.others()[h]]);
    }
  }

  private static double clamp(final double message) {
    return Math.min(MOST_MESSAGE, Math.max(LEAST_MESSAGE, message));
  }

  private void reserve() {
    final int halves = graph.start(graph.nodes());
    if (weights.length < halves) {
      final int room = 2 * halves;
      kappas = new double[room];
      weights = new double[room];
      messages = new double[room];
      beliefs = new double[room];
      rests = new double[room];
    }
    if (loopWeights.length < graph.nodes()) {
      final int room = 2 * graph.nodes();
      loopWeights = new double[room];
      loopBeliefs = new double[room];
      shifts = new double[room];
      logSums = new double[room];
      states = new double[room];
    }
  }
}
