package org.majorant.bound;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.majorant.clique.Chain;

/**
 * The tied bound of a chain (MATHS.md 3). A_u, Algorithm 1 over the label before at scores α(v) +
 * τ(v,u), is a quadratic form for each label u, and the edge's curvature must dominate all of them.
 *
 * <p>Along one direction the forms are numbers, and their largest does: max_u A_u(h + e_u). As a
 * matrix, since A = Σ wᵢ lᵢlᵢᵀ with lᵢ = Σ_j q̃_j (xᵢ − x_j) over those taken before i,
 *
 * <pre>
 *   A_u(h) ≤ Σ_{v,v'} L(v,v') (h(v) − h(v'))²,    L(v,v') = max_u w_v q̃_v'
 *   A_u(h + e_u) ≤ (1 + s) Σ L (h(v) − h(v'))² + (1 + 1/s) Σ_u A_u(e_u),    s = √M
 * </pre>
 *
 * <p>where the sum over the transition part costs little, as each label u has its own parameters
 * there, and s balances the two. Expansion is O(T M³), a product O(T M²). Where what was expanded
 * is not kept, memory is O(M²), but each product is O(T M³), too.
 */
final class TiedEdges implements EdgeCurvature {
  private final boolean keeps;
  private Chain chain;
  private int labels;
  private GroupedBound[] edges = {}; // slot 0 is the last node's; then by token, or of one
  private double[] laplacian = {}; // M×M a slot
  private double[] scores = {};
  private int[] identity = {};
  private double[] running = {};
  private double[] values = {};

  /**
   * @param keeps whether all edges are kept, or one at a time
   */
  TiedEdges(final boolean keeps) {
    this.keeps = keeps;
  }

  @Override
  public void expand(final Chain chain) {
    this.chain = chain;
    reserve(chain.labels(), keeps ? chain.length() : Math.min(2, chain.length()));
    for (int t = 1; keeps && t < chain.length(); t++) {
      expand(t, t);
    }
    System.arraycopy(chain.forward(), (chain.length() - 1) * labels, scores, 0, labels);
    edges[0].expand(scores, identity, 0, labels);
  }

  /** Expands the edge of a token into a slot. */
  private void expand(final int t, final int slot) {
    final int m = labels;
    Arrays.fill(laplacian, slot * m * m, (slot + 1) * m * m, 0);
    for (int u = 0; u < m; u++) {
      for (int v = 0; v < m; v++) {
        scores[u * m + v] = chain.forward()[(t - 1) * m + v] + chain.transitions()[v * m + u];
      }
      edges[slot].expand(scores, identity, u * m, m);
      raiseLaplacian(slot, u);
    }
  }

  /** The slot in which the edge of a token is expanded. */
  private int slot(final int t) {
    if (keeps) {
      return t;
    }
    expand(t, 1);
    return 1;
  }

  @Override
  public double along(
      final int t,
      final double[] b,
      final double[] h,
      final int from,
      final double[] mean,
      final double[] e) {
    final GroupedBound edge = edges[slot(t)];
    double largest = 0;
    for (int u = 0; u < labels; u++) {
      for (int v = 0; v < labels; v++) {
        values[v] = h[from + v] + e[v * labels + u];
      }
      largest = Math.max(largest, quadratic(edge, u * labels));
    }
    return largest;
  }

  @Override
  public void addTimes(
      final int t,
      final double[] b,
      final double[] h,
      final int from,
      final double[] mean,
      final double[] e,
      final double[] outH,
      final double[] outE) {
    final int m = labels;
    final int slot = slot(t);
    final double s = Math.sqrt(m);
    for (int v = 0; v < m; v++) {
      double flow = 0;
      for (int w = 0; w < m; w++) {
        flow += laplacian[(slot * m + v) * m + w] * (h[from + v] - h[from + w]);
      }
      outH[from + v] += (1 + s) * flow;
    }
    for (int u = 0; u < m; u++) {
      for (int v = 0; v < m; v++) {
        values[v] = e[v * m + u];
      }
      times(edges[slot], u * m);
      for (int v = 0; v < m; v++) {
        outE[v * m + u] += (1 + 1 / s) * running[v];
      }
    }
  }

  @Override
  public double lastAlong(final double[] h, final int from) {
    System.arraycopy(h, from, values, 0, labels);
    return quadratic(edges[0], 0);
  }

  @Override
  public void lastTimes(final double[] h, final int from, final double[] out) {
    System.arraycopy(h, from, values, 0, labels);
    times(edges[0], 0);
    System.arraycopy(running, 0, out, from, labels);
  }

  private void reserve(final int labels, final int slots) {
    if (this.labels != labels || edges.length < slots) {
      edges = new GroupedBound[slots];
      Arrays.setAll(edges, slot -> new GroupedBound(labels * labels));
      laplacian = new double[Math.multiplyExact(slots * labels, labels)];
      scores = new double[labels * labels];
      identity = IntStream.range(0, labels * labels).toArray();
      running = new double[labels];
      values = new double[labels];
    }
    this.labels = labels;
  }

  /** L(v,v') ← max(L(v,v'), w_v q̃_v') for the label u; q̃ are the shares so far. */
  private void raiseLaplacian(final int slot, final int u) {
    final int m = labels;
    final GroupedBound bound = edges[slot];
    for (int i = u * m; i < (u + 1) * m; i++) {
      final int v = bound.outcome(i) - u * m;
      for (int j = u * m; j < i; j++) {
        final int before = bound.outcome(j) - u * m;
        final double weight = bound.weight(i) * running[before];
        final int at = (slot * m + v) * m + before;
        laplacian[at] = Math.max(laplacian[at], weight);
        laplacian[(slot * m + before) * m + v] = laplacian[at];
        running[before] *= 1 - bound.share(i);
      }
      running[v] = bound.share(i);
    }
  }

  /** Of the values along the group that starts at a slot. */
  private double quadratic(final GroupedBound bound, final int from) {
    return bound.along(values, from, from, from + labels);
  }

  /** running ← A · values, for the group that starts at a slot. */
  private void times(final GroupedBound bound, final int from) {
    bound.times(values, running, from, from, from + labels);
  }
}
