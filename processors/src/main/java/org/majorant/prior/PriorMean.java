package org.majorant.prior;

import java.util.function.IntToDoubleFunction;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.Fingerprint;

/**
 * The mean θ₀ of the Gaussian prior: 0, or random numbers near 0 where there are hidden states. At
 * 0 the states of a label are all alike, get the same share of each example, and stay alike for
 * ever. For feature i and the vector c of a state,
 *
 * <pre>    θ₀ᵢ = ε uᵢ / RMSᵢ,    u uniform in [−1, 1), a hash of the spec's fingerprint, i and c,
 * </pre>
 *
 * <p>so that the same spec starts alike everywhere and after a restart, and the start does not care
 * about units, as the prior's precision does not. A memory learns θ − θ₀ around 0; the scores of θ₀
 * are an offset of the example, like its log-prior. As RMS settles, θ₀ does: what it still moves
 * after an example was learned is far below ε.
 */
public final class PriorMean {
  private static final double EPSILON = 0.3;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final int vectors;
  private final long seed;
  private final boolean zero;

  private PriorMean(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    vectors = dimensions.vectors();
    zero = dimensions.states() == 1;
    // The fingerprint of release 0.1, for ever: what its models have learned is θ − θ₀, and would
    // mean something else around another θ₀.
    seed = zero ? 0 : Fingerprint.former(spec);
  }

  public static PriorMean of(final ModelSpec spec) {
    return new PriorMean(spec);
  }

  /** Whether θ₀ = 0. */
  public boolean isZero() {
    return zero;
  }

  /**
   * Adds θ₀ᵀx to the scores, a vector each.
   *
   * @param meanSquare of each feature of x
   */
  public void addScores(
      final SparsePoint x, final IntToDoubleFunction meanSquare, final double[] scores) {
    for (int j = 0; j < x.size; j++) {
      final int i = x.indices[j];
      final double unit = EPSILON * x.values[j] / Math.sqrt(meanSquare.applyAsDouble(i));
      for (int c = 0; c < vectors; c++) {
        scores[c] += unit * uniform(i * vectors + c);
      }
    }
  }

  /**
   * θ₀ at these scales.
   *
   * @param rms root mean square a feature; 0 where it was never seen, and has no weight
   * @return features × vectors, feature-major
   */
  public double[] weights(final float[] rms) {
    final double[] weights = new double[rms.length * vectors];
    for (int at = 0; at < weights.length && !zero; at++) {
      weights[at] = weight(at, rms[at / vectors]);
    }
    return weights;
  }

  /**
   * One of them.
   *
   * @param at its position, feature-major
   * @param rms root mean square of its feature
   */
  public double weight(final int at, final float rms) {
    final double scale = rms;
    return !zero && scale > 0 ? EPSILON * uniform(at) / scale : 0;
  }

  /** The finalizer of MurmurHash3, 64 bits, on a Weyl sequence. */
  private double uniform(final int position) {
    long z = seed + GOLDEN * (position + 1L);
    z = (z ^ z >>> 33) * 0xFF51AFD7ED558CCDL;
    z = (z ^ z >>> 33) * 0xC4CEB9FE1A85EC53L;
    return ((z ^ z >>> 33) >> 11) * 0x1p-52;
  }
}
