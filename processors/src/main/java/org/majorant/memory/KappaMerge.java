package org.majorant.memory;

import java.util.List;

/**
 * The κ-merge of what several workers learned from the same base (MATHS.md 9): from θ = (A+P)⁻¹b,
 *
 * <pre>
 *   num = Σdb − Σm + κ(Σm − ΣdA θ)        m = dA θ' at each worker's own θ'
 *   den = A + P + ΣdA + (κ−1) [(1 − 1/W)(A − A_v) + ΣdA]
 *   θ ← θ + den⁻¹ num;   A ← A + ΣdA;   b ← (A + P)θ
 * </pre>
 *
 * <p>It is the sum at κ = 1, exact for W = 1, and averages by precision as κ → ∞. Full curvature
 * always adds, which is sound.
 *
 * @param sites with their pull
 * @param factors what each of them counts now
 * @param others (κ−1)(1 − 1/W)
 * @param then A_v, A's diagonal at the base that they were learned from
 * @param decayed what that counts now
 */
record KappaMerge(
    List<Site> sites,
    double[] factors,
    double kappa,
    double others,
    Surrogate.Known then,
    double decayed) {
  /** (κ−1)(1 − 1/W)(A − A_v) at a position, feature-major, where A is that now. */
  double gained(final int at, final double now) {
    return others * Math.max(0, now - decayed * then.diagonal().applyAsDouble(at));
  }
}
