package org.majorant.learn;

import java.util.Arrays;
import org.majorant.clique.LogPartition;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.memory.Site;
import org.majorant.schema.ModelSpec;

/**
 * What curvature c of an example is remembered, at the scores after its step (MATHS.md 5): Fisher
 * information p(1−p) with full curvature and no forgetting, else its posterior mean. With r the
 * one-vs-rest logit of a label and vv its variance,
 *
 * <pre>
 *   c = p(1−p);   4 times:  vn = vv/(1 + c·vv);  κ = (1 + π·vn/8)^(−½);  c = κ σ(κr) (1 − σ(κr))
 *                 or until c stays what it is
 *   vv_c = v_c + Σ_{e≠c} (p_e / (1−p_c))² v_e
 * </pre>
 *
 * <p>The bound's own curvature would decay like 1/(2|r|) where the truth decays like e^(−|r|):
 * right for a step that cannot fail, wrong to remember.
 */
final class RememberedCurvature {
  private static final int REFINEMENTS = 4;

  /** A relative change of c that is none. */
  private static final double SAME = 1e-9;

  private final boolean posteriorMean;
  private final int states;
  private final double[] p;
  private final double[] groupScores;
  private final double[] groupVariance;
  private final double[] groupCurvature;

  /**
   * @param forgets whether its memory does
   */
  RememberedCurvature(final ModelSpec spec, final boolean forgets) {
    final Dimensions dimensions = Dimensions.of(spec);
    posteriorMean = !Site.isDense(spec) || forgets;
    states = dimensions.states();
    p = new double[dimensions.labels()];
    groupScores = new double[dimensions.labels()];
    groupVariance = new double[dimensions.labels()];
    groupCurvature = new double[dimensions.labels()];
  }

  /**
   * @param s scores a vector, after the step
   * @param v variances a vector, before it
   * @param out written: c a vector, times the example's weight
   */
  void of(final SparsePoint x, final double[] s, final double[] v, final double[] out) {
    if (states == 1 && x.label != SparsePoint.PARTIAL) {
      of(s, v, x.weight, out);
    } else {
      ofGroups(x, s, v, out);
    }
    for (int c = 0; c < s.length; c++) {
      out[c] *= x.weight;
    }
  }

  /**
   * Of outcomes in groups g that an observation does not tell apart: the hidden states of a label,
   * and the labels that an example may have.
   *
   * <pre>
   *   S_g = log Σ_{o∈g} e^(s_o);   r_o = e^(s_o − S_g);   V_g = Σ r_o² v_o;   c_o = r_o c_g(S, V)
   * </pre>
   *
   * <p>The information about g's vectors is P_g(1−P_g) rrᵀ ⊗ xxᵀ, and diag(r) dominates rrᵀ; the
   * curvature of the bound, p_o(1−p_o), would take what stays hidden for known.
   */
  private void ofGroups(
      final SparsePoint x, final double[] s, final double[] v, final double[] out) {
    Arrays.fill(groupScores, Double.NEGATIVE_INFINITY);
    Arrays.fill(groupVariance, 0);
    final int observed = firstAdmissible(x);
    for (int o = 0; o < s.length; o++) {
      final int g = group(x, o, observed);
      groupScores[g] = LogPartition.add(groupScores[g], s[o]);
    }
    for (int o = 0; o < s.length; o++) {
      final int g = group(x, o, observed);
      final double share = Math.exp(s[o] - groupScores[g]);
      groupVariance[g] += share * share * v[o];
    }
    of(groupScores, groupVariance, x.weight, groupCurvature);
    for (int o = 0; o < s.length; o++) {
      final int g = group(x, o, observed);
      out[o] = Math.exp(s[o] - groupScores[g]) * groupCurvature[g];
    }
  }

  private static int firstAdmissible(final SparsePoint x) {
    int first = 0;
    while (!x.admits(first)) {
      first++;
    }
    return first;
  }

  private int group(final SparsePoint x, final int outcome, final int observed) {
    final int label = outcome / states;
    return x.admits(label) ? observed : label;
  }

  /** For weight one, of an example of this weight. */
  private void of(final double[] s, final double[] v, final double weight, final double[] out) {
    if (s.length == 1) {
      out[0] = curvature(s[0], v[0], weight);
      return;
    }
    LogPartition.probabilities(s, p);
    double spread = 0;
    for (int e = 0; e < p.length; e++) {
      spread += p[e] * p[e] * v[e];
    }
    for (int c = 0; c < p.length; c++) {
      final double rest = rest(c);
      if (!posteriorMean) {
        out[c] = p[c] * rest;
      } else if (rest <= 0 || p[c] <= 0) {
        out[c] = 0;
      } else {
        final double own = p[c] * p[c] * v[c];
        final double vv = v[c] + Math.max(0, spread - own) / (rest * rest);
        out[c] = curvature(Math.log(p[c] / rest), vv, weight);
      }
    }
  }

  /** 1 − p_c as the sum of the others, so that a confident label keeps its digits. */
  private double rest(final int c) {
    if (p[c] < 0.5) {
      return 1 - p[c];
    }
    double rest = 0;
    for (int e = 0; e < p.length; e++) {
      rest += e == c ? 0 : p[e];
    }
    return rest;
  }

  private double curvature(final double r, final double vv, final double weight) {
    double c = slope(r);
    if (posteriorMean) {
      for (int i = 0; i < REFINEMENTS; i++) {
        final double narrowed = vv / (1 + weight * c * vv);
        final double kappa = 1 / Math.sqrt(1 + Math.PI / 8 * narrowed);
        final double last = c;
        c = kappa * slope(kappa * r);
        if (Math.abs(c - last) <= SAME * c) {
          break;
        }
      }
    }
    return c;
  }

  /** σ(r)(1 − σ(r)). */
  private static double slope(final double r) {
    final double e = Math.exp(-Math.abs(r));
    return e / ((1 + e) * (1 + e));
  }
}
