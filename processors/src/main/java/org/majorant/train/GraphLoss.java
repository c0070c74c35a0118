package org.majorant.train;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.majorant.bound.MulticlassBound;
import org.majorant.bound.TreeCurvature;
import org.majorant.clique.FactorGraph;
import org.majorant.clique.GraphInference;

/**
 * The general log-linear model over explicit configurations: graphs, with states that were not
 * observed summed out, and choices (conditional logit), which are graphs of one variable,
 *
 * <pre>
 *   loss = Σ_i w_i [log Z_i − log Z_i(observed)],    scores s = Xθ + log h, one a configuration
 *   gradient = Σ_i w_i X_iᵀ(p − q)
 * </pre>
 *
 * <p>with the marginals p of all labellings and q of those that agree, over the configurations of
 * each factor. The tied bound bounds the first term, of a choice Algorithm 1; Jensen's inequality
 * the second, by a linear function, so that the bound's curvature is that of the first alone. Where
 * forests cover a graph, the loss is its upper bound (MATHS.md 14).
 */
public final class GraphLoss implements Loss {
  /**
   * Of a bound by forests, nats a variable: what is left of it is noise in the loss. Along d the
   * gradient is that of the least bound within √(2 gap dᵀΣd), with the bound's curvature Σ.
   */
  private static final double TOLERANCE = 1e-5;

  /** What they leave over the next evaluation takes up, for it goes on from their split. */
  private static final int MOST_SWEEPS = 50;

  private final GraphSet data;
  private final double[] scores; // by row, at θ
  private final double[][] splits; // by graph, of covers; those found last
  private final GraphInference all = new GraphInference(TOLERANCE, MOST_SWEEPS);
  private final GraphInference agreeing = new GraphInference();
  private final TreeCurvature hessian = TreeCurvature.hessian();
  private final TreeCurvature tied = TreeCurvature.tied();
  private final Map<Integer, MulticlassBound> bySize = new HashMap<>();
  private final int[] places; // by feature, while a factor's columns are looked at
  private final double[] s; // of one graph's configurations, as all of these
  private final double[] p;
  private final double[] q;
  private final double[] tree; // tables over its tree
  private final double[] treeOut;
  private int[] states = {};
  private double gap;
  private long passes;

  public GraphLoss(final GraphSet data) {
    this.data = data;
    scores = new double[data.rows.rows()];
    places = new int[data.rows.columns];
    int most = 0;
    int largest = 0;
    splits = new double[data.size][];
    for (int i = 0; i < data.size; i++) {
      splits[i] = new double[data.graphs[i].splitSize()];
      most = Math.max(most, data.graphs[i].configurations());
      largest = Math.max(largest, data.graphs[i].tree().configurations());
    }
    s = new double[most];
    p = new double[most];
    q = new double[most];
    tree = new double[largest];
    treeOut = new double[largest];
  }

  @Override
  public int parameters() {
    return data.rows.columns;
  }

  @Override
  public double at(final double[] theta, final double[] gradient) {
    passes++;
    products(theta, scores);
    for (int row = 0; row < data.rows.rows(); row++) {
      scores[row] += data.logPriors[row];
    }
    Arrays.fill(gradient, 0);
    gap = 0;
    double loss = 0;
    for (int i = 0; i < data.size; i++) {
      open(i);
      loss += data.weights[i] * negativeLogLikelihood(i);
      gap += data.weights[i] * all.gap();
      all.marginals(p);
      if (states != null) {
        agreeing.marginals(q);
        for (int w = 0; w < rows(i); w++) {
          p[w] -= q[w];
        }
      }
      add(i, data.weights[i], p, gradient);
    }
    return loss;
  }

  @Override
  public void addTimes(
      final Curve curve, final double scale, final double[] v, final double[] out) {
    if (curve == Curve.HESSIAN && !isConvex()) {
      throw new UnsupportedOperationException("states not observed make the Hessian indefinite");
    }
    passes++;
    final double[] products = new double[data.rows.rows()];
    products(v, products);
    for (int i = 0; i < data.size; i++) {
      final TreeCurvature curvature = expanded(i, curve);
      direct(i, products);
      curvature.times(tree, treeOut);
      data.graphs[i].collapse(treeOut, p);
      add(i, scale * data.weights[i], p, out);
    }
  }

  /** Of each factor by itself, for either curvature; of a choice that is the diagonal. */
  @Override
  public void addDiagonal(final Curve curve, final double[] out) {
    passes++;
    for (int i = 0; i < data.size; i++) {
      open(i);
      collect(i);
      all.marginals(p);
      for (int f = 0; f < data.graphs[i].factors(); f++) {
        addDiagonal(i, f, curve, out);
      }
    }
  }

  @Override
  public Line along(final double[] direction) {
    passes++;
    final double[] slopes = new double[data.rows.rows()];
    products(direction, slopes);
    return new ScoreLine(slopes);
  }

  /** States that are summed out make the Hessian indefinite. */
  @Override
  public boolean isConvex() {
    return data.whole;
  }

  /** Below it each graph's observed states have more than half of the mass. */
  @Override
  public double separated() {
    return data.whole ? Math.log(2) * data.leastWeight() : 0;
  }

  @Override
  public double gap() {
    return gap;
  }

  @Override
  public long passes() {
    return passes;
  }

  /** In score space no features are needed. */
  private final class ScoreLine implements Line {
    private final double[] slopes;

    private ScoreLine(final double[] slopes) {
      this.slopes = slopes;
    }

    @Override
    public double value(final double alpha) {
      double loss = 0;
      for (int i = 0; i < data.size; i++) {
        open(i);
        for (int w = 0; w < rows(i); w++) {
          s[w] += alpha * slopes[data.firsts[i] + w];
        }
        loss += data.weights[i] * negativeLogLikelihood(i);
      }
      return loss;
    }

    @Override
    public double bend() {
      double bend = 0;
      for (int i = 0; i < data.size; i++) {
        final TreeCurvature curvature = expanded(i, Curve.BOUND);
        direct(i, slopes);
        bend += data.weights[i] * data.graphs[i].share() * curvature.along(tree);
      }
      return bend;
    }
  }

  private int rows(final int i) {
    return data.firsts[i + 1] - data.firsts[i];
  }

  /** Takes a graph's scores at θ. */
  private void open(final int i) {
    System.arraycopy(scores, data.firsts[i], s, 0, rows(i));
  }

  /** Of the graph with the scores in {@link #s}, for weight one. */
  private double negativeLogLikelihood(final int i) {
    states = data.states(i, states == null ? new int[0] : states);
    final double agreed = states == null ? 0 : agreeing.collect(data.graphs[i], s, states);
    return collect(i) - agreed;
  }

  private double collect(final int i) {
    return all.collectFrom(splits[i], data.graphs[i], s);
  }

  private TreeCurvature expanded(final int i, final Curve curve) {
    open(i);
    collect(i);
    all.sums().distribute();
    final TreeCurvature curvature = curve == Curve.BOUND ? tied : hessian;
    curvature.expand(all.sums());
    return curvature;
  }

  /** A direction by rows as a table over a graph's tree. */
  private void direct(final int i, final double[] products) {
    System.arraycopy(products, data.firsts[i], q, 0, rows(i));
    data.graphs[i].logPotentials(q, tree);
  }

  private void addDiagonal(final int i, final int f, final Curve curve, final double[] out) {
    final SparseMatrix rows = data.rows;
    final FactorGraph graph = data.graphs[i];
    final int from = data.firsts[i] + graph.start(f);
    final int n = graph.start(f + 1) - graph.start(f);
    final double[] own = Arrays.copyOfRange(p, graph.start(f), graph.start(f + 1));
    final double[] u = new double[n];
    final MulticlassBound bound = bySize.computeIfAbsent(n, MulticlassBound::new);
    bound.expand(Arrays.stream(own).map(Math::log).toArray());
    final double[][] columns = columns(from, n);
    for (int at = rows.starts[from]; at < rows.starts[from + n]; at++) {
      final int feature = rows.indices[at];
      if (places[feature] > 0) {
        final double[] column = columns[places[feature] - 1];
        places[feature] = 0;
        if (curve == Curve.BOUND) {
          bound.times(column, u);
        } else {
          final double mean = Vectors.dot(own, column);
          Arrays.setAll(u, w -> own[w] * (column[w] - mean));
        }
        out[feature] += data.weights[i] * Vectors.dot(column, u);
      }
    }
  }

  /** Each feature's values over n rows from one on; a feature's place is its column, from 1. */
  private double[][] columns(final int from, final int n) {
    final SparseMatrix rows = data.rows;
    final double[][] columns = new double[rows.starts[from + n] - rows.starts[from]][];
    int size = 0;
    for (int row = from; row < from + n; row++) {
      for (int at = rows.starts[row]; at < rows.starts[row + 1]; at++) {
        final int feature = rows.indices[at];
        if (places[feature] == 0) {
          columns[size++] = new double[n];
          places[feature] = size;
        }
        columns[places[feature] - 1][row - from] += rows.values[at];
      }
    }
    return columns;
  }

  /** θᵀx of each row. */
  private void products(final double[] theta, final double[] out) {
    for (int row = 0; row < data.rows.rows(); row++) {
      data.rows.times(row, theta, 1, out, row);
    }
  }

  /**
   * out ← out + scale · Σ by_w x_w over a graph's configurations.
   *
   * @param by scaled in place
   */
  private void add(final int i, final double scale, final double[] by, final double[] out) {
    for (int w = 0; w < rows(i); w++) {
      by[w] *= scale;
      data.rows.addTransposeTimes(data.firsts[i] + w, 1, by, w, 1, out);
    }
  }
}
