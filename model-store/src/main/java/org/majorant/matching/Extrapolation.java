package org.majorant.matching;

import java.util.Arrays;

/**
 * Where an iteration x ← G(x) leads to, from its last few steps: Anderson's mixing (1965). With
 * residuals f = G(x) − x, and Δ the differences from one step to the next, every fourth step is
 *
 * <pre>    x ← G(x) − Σ_k γ_k ΔG_k     γ = argmin |f − Σ_k γ_k Δf_k|</pre>
 *
 * <p>It makes up for what G hardly moves.
 */
final class Extrapolation {
  private static final int DEPTH = 6;
  private static final int PERIOD = 4; // more often does harm where G is far from linear
  private static final double RIDGE = 1e-12; // of the largest square
  private static final double MOST_GROWTH = 4; // of the residual, before all is forgotten

  private int size;
  private int steps; // taken since all was forgotten
  private double least; // residual since then
  private double[] residual = {};
  private double[] lastResidual = {};
  private double[] lastImage = {};
  private double[][] residuals = new double[DEPTH][0]; // Δf
  private double[][] images = new double[DEPTH][0]; // ΔG
  private final double[] gram = new double[DEPTH * DEPTH];
  private final double[] shares = new double[DEPTH]; // γ

  /** Begins with vectors of a size. */
  void open(final int size) {
    this.size = size;
    steps = 0;
    if (residual.length < size) {
      residual = new double[2 * size];
      lastResidual = new double[2 * size];
      lastImage = new double[2 * size];
      residuals = new double[DEPTH][2 * size];
      images = new double[DEPTH][2 * size];
    }
  }

  /**
   * Takes a step.
   *
   * @param x overwritten with the next x
   * @param image G(x)
   * @return whether the next x is another one than G(x)
   */
  boolean take(final double[] x, final double[] image) {
    double norm = 0;
    for (int i = 0; i < size; i++) {
      residual[i] = image[i] - x[i];
      norm += residual[i] * residual[i];
    }
    if (steps > 0 && !(norm <= MOST_GROWTH * MOST_GROWTH * least)) {
      steps = 0;
    }
    least = steps == 0 ? norm : Math.min(least, norm);
    if (steps > 0) {
      final int newest = (steps - 1) % DEPTH;
      for (int i = 0; i < size; i++) {
        residuals[newest][i] = residual[i] - lastResidual[i];
        images[newest][i] = image[i] - lastImage[i];
      }
    }
    System.arraycopy(residual, 0, lastResidual, 0, size);
    System.arraycopy(image, 0, lastImage, 0, size);
    System.arraycopy(image, 0, x, 0, size);
    steps++;
    final boolean mixes = steps % PERIOD == 0;
    if (mixes) {
      mix(Math.min(steps - 1, DEPTH), x);
    }
    return mixes;
  }

  private void mix(final int depth, final double[] out) {
    Arrays.fill(gram, 0);
    double most = 0;
    for (int k = 0; k < depth; k++) {
      shares[k] = product(residuals[k], residual);
      for (int l = 0; l <= k; l++) {
        gram[k * DEPTH + l] = product(residuals[k], residuals[l]);
      }
      most = Math.max(most, gram[k * DEPTH + k]);
    }
    solve(depth, RIDGE * most);
    for (int k = 0; k < depth; k++) {
      for (int i = 0; i < size; i++) {
        out[i] -= shares[k] * images[k][i];
      }
    }
  }

  private double product(final double[] a, final double[] b) {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** By Cholesky's factor; what is rounding in it counts nothing. */
  private void solve(final int depth, final double ridge) {
    for (int k = 0; k < depth; k++) {
      for (int l = 0; l <= k; l++) {
        double rest = gram[k * DEPTH + l] + (k == l ? ridge : 0);
        for (int j = 0; j < l; j++) {
          rest -= gram[k * DEPTH + j] * gram[l * DEPTH + j];
        }
        if (k == l) {
          gram[k * DEPTH + k] = rest > ridge ? Math.sqrt(rest) : Double.POSITIVE_INFINITY;
        } else {
          gram[k * DEPTH + l] = rest / gram[l * DEPTH + l];
        }
      }
    }
    for (int k = 0; k < depth; k++) {
      for (int j = 0; j < k; j++) {
        shares[k] -= gram[k * DEPTH + j] * shares[j];
      }
      shares[k] /= gram[k * DEPTH + k];
    }
    for (int k = depth - 1; k >= 0; k--) {
      for (int j = k + 1; j < depth; j++) {
        shares[k] -= gram[j * DEPTH + k] * shares[j];
      }
      shares[k] /= gram[k * DEPTH + k];
    }
  }
}
