package org.majorant.clique;

import java.util.Arrays;

/**
 * Mean field: of all labellings that agree with what was observed, a product of distributions of
 * the variables, by coordinate ascent. By Jensen's inequality it bounds their log Z from below:
 *
 * <pre>
 *   log Z ≥ Σ_f E_q[s_f] + Σ_i H(q_i),       q_i(y) ∝ exp(Σ_{f ∋ i} E_q[s_f | y_i = y])
 * </pre>
 *
 * <p>It ends in a maximum that depends on where it starts. Where at most one variable of each
 * factor is free, there is one maximum, and it is log Z itself.
 */
final class MeanField {
  private static final int MOST_SWEEPS = 100;

  /** Of a probability, from one sweep to the next. */
  private static final double TOLERANCE = 1e-6;

  private FactorGraph graph;
  private double[] scores;
  private double[] q = {}; // by variable and state
  private boolean[] isFree = {}; // by variable
  private double[] field = {}; // by state of a variable
  private int[] factors = {}; // those of one variable after those of another
  private int[] ends = {}; // of these, by variable
  private int omitted; // state of the variable that the last product leaves out

  /**
   * The bound from where all states are alike.
   *
   * @param scores of the configurations of all factors, finite
   * @param labels a label a variable, negative where not observed
   * @return nats
   */
  double collect(final FactorGraph graph, final double[] scores, final int[] labels) {
    open(graph, scores);
    for (int v = 0; v < graph.variables(); v++) {
      isFree[v] = labels[v] < 0;
      begin(v, labels[v]);
    }
    return climb();
  }

  /** The better one of all labellings, from there and from the marginals of the forests. */
  double collect(final FactorGraph graph, final double[] scores, final ForestSplit forests) {
    open(graph, scores);
    Arrays.fill(isFree, true);
    for (int v = 0; v < graph.variables(); v++) {
      begin(v, -1);
    }
    final double even = climb();
    for (int v = 0; v < graph.variables(); v++) {
      for (int at = graph.stateStart(v); at < graph.stateStart(v + 1); at++) {
        q[at] = forests.marginal(v, at - graph.stateStart(v));
      }
    }
    return Math.max(even, climb());
  }

  /** The probability of each factor's configurations. */
  void marginals(final double[] out) {
    for (int f = 0; f < graph.factors(); f++) {
      for (int w = graph.start(f); w < graph.start(f + 1); w++) {
        out[w] = product(f, w, -1);
      }
    }
  }

  private void open(final FactorGraph graph, final double[] scores) {
    this.scores = scores;
    if (this.graph == graph) {
      return;
    }
    this.graph = graph;
    final int states = graph.stateStart(graph.variables());
    if (q.length < states) {
      q = new double[2 * states];
      field = new double[2 * states];
    }
    if (isFree.length < graph.variables()) {
      isFree = new boolean[2 * graph.variables()];
      ends = new int[2 * graph.variables()];
    }
    Arrays.fill(ends, 0);
    int places = 0;
    for (int f = 0; f < graph.factors(); f++) {
      for (final int v : graph.scope(f)) {
        ends[v]++;
        places++;
      }
    }
    if (factors.length < places) {
      factors = new int[2 * places];
    }
    placeFactors();
  }

  /**
   * Lists each variable's factors; {@link #ends} has how many these are, and where they end then.
   */
  private void placeFactors() {
    int start = 0;
    for (int v = 0; v < graph.variables(); v++) {
      final int count = ends[v];
      ends[v] = start;
      start += count;
    }
    for (int f = 0; f < graph.factors(); f++) {
      for (final int v : graph.scope(f)) {
        factors[ends[v]++] = f;
      }
    }
  }

  private void begin(final int variable, final int label) {
    final int from = graph.stateStart(variable);
    final int to = graph.stateStart(variable + 1);
    Arrays.fill(q, from, to, label < 0 ? 1.0 / (to - from) : 0);
    if (label >= 0) {
      q[from + label] = 1;
    }
  }

  private double climb() {
    double change = Double.POSITIVE_INFINITY;
    for (int sweep = 0; sweep < MOST_SWEEPS && change > TOLERANCE; sweep++) {
      change = 0;
      for (int v = 0; v < graph.variables(); v++) {
        change = isFree[v] ? Math.max(change, update(v)) : change;
      }
    }
    return value();
  }

  /** The best distribution of one variable; how much a probability has changed. */
  private double update(final int variable) {
    final int first = graph.stateStart(variable);
    final int states = graph.stateStart(variable + 1) - first;
    Arrays.fill(field, 0, states, 0);
    for (int at = variable == 0 ? 0 : ends[variable - 1]; at < ends[variable]; at++) {
      final int f = factors[at];
      for (int w = graph.start(f); w < graph.start(f + 1); w++) {
        final double others = product(f, w, variable);
        field[omitted] += others * scores[w];
      }
    }
    double max = Double.NEGATIVE_INFINITY;
    for (int y = 0; y < states; y++) {
      max = Math.max(max, field[y]);
    }
    double sum = 0;
    for (int y = 0; y < states; y++) {
      field[y] = Math.exp(field[y] - max);
      sum += field[y];
    }
    double change = 0;
    for (int y = 0; y < states; y++) {
      change = Math.max(change, Math.abs(field[y] / sum - q[first + y]));
      q[first + y] = field[y] / sum;
    }
    return change;
  }

  private double value() {
    double value = 0;
    for (int f = 0; f < graph.factors(); f++) {
      for (int w = graph.start(f); w < graph.start(f + 1); w++) {
        value += product(f, w, -1) * scores[w];
      }
    }
    for (int at = 0; at < graph.stateStart(graph.variables()); at++) {
      value -= q[at] > 0 ? q[at] * Math.log(q[at]) : 0;
    }
    return value;
  }

  /** q of a factor's configuration, less one variable. */
  private double product(final int factor, final int configuration, final int without) {
    final int[] scope = graph.scope(factor);
    int w = configuration - graph.start(factor);
    double product = 1;
    for (int k = scope.length - 1; k >= 0; k--) {
      final int first = graph.stateStart(scope[k]);
      final int states = graph.stateStart(scope[k] + 1) - first;
      if (scope[k] == without) {
        omitted = w % states;
      } else {
        product *= q[first + w % states];
      }
      w /= states;
    }
    return product;
  }
}
