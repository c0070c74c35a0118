package org.majorant.features;

import java.util.Random;
import org.majorant.schema.RandomFourier;

/**
 * Random Fourier features (Rahimi and Recht, NIPS 2007): D cosines whose products are, on average,
 * a Gaussian kernel's values,
 *
 * <pre>
 *   φ_d(x) = √(2/D) cos(w_d·x + b_d),   w_d ~ N(0, I/s²),  b_d uniform on [0, 2π)
 *   E φ(x)·φ(y) = exp(−|x − y|² / 2s²)
 * </pre>
 *
 * <p>Drawn by {@link Random}, whose algorithm its contract fixes: every reader of a spec has the
 * same. They are drawn when first asked for, since most who look at a spec map nothing.
 */
final class FourierFeatures implements FeatureMap {
  private final int inputs;
  private final RandomFourier spec;
  private volatile Projections projections;

  /**
   * @param directions w, inputs × D, row-major
   * @param phases b, D
   */
  private record Projections(double[] directions, double[] phases) {}

  /**
   * @param inputs size of the index space before
   */
  FourierFeatures(final int inputs, final RandomFourier spec) {
    this.inputs = inputs;
    this.spec = spec;
  }

  @Override
  public void apply(final SparsePoint x) {
    final Projections drawn = projections();
    final double[] directions = drawn.directions;
    final int n = x.size;
    final int d = spec.getFeatures();
    x.reserve(n + d + 1);
    final double[] values = x.values;
    System.arraycopy(drawn.phases, 0, values, n, d); // behind the features, which are still needed
    for (int j = 0; j < n; j++) {
      final double value = values[j];
      final int row = x.indices[j] * d;
      for (int k = 0; k < d; k++) {
        values[n + k] += value * directions[row + k];
      }
    }
    final double amplitude = Math.sqrt(2.0 / d);
    for (int k = 0; k < d; k++) {
      x.indices[k] = k;
      values[k] = amplitude * Math.cos(values[n + k]);
    }
    x.size = d;
  }

  private Projections projections() {
    Projections drawn = projections;
    if (drawn == null) {
      drawn = draw();
      projections = drawn;
    }
    return drawn;
  }

  private Projections draw() {
    final int d = spec.getFeatures();
    final Random random = new Random(spec.getSeed());
    final double[] directions = new double[inputs * d];
    final double[] phases = new double[d];
    for (int k = 0; k < d; k++) {
      for (int i = 0; i < inputs; i++) {
        directions[i * d + k] = random.nextGaussian() / spec.getBandwidth();
      }
      phases[k] = 2 * Math.PI * random.nextDouble();
    }
    return new Projections(directions, phases);
  }
}
