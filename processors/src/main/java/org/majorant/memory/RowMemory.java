package org.majorant.memory;

import org.majorant.decay.Clock;
import org.majorant.prior.Prior;
import org.majorant.schema.ModelSpec;

/**
 * With w the weight of the example and v that of the prior, in the sense of {@link Clock},
 *
 * <pre>    θ = b / (A + vP),    1/D = w / (A + vP)</pre>
 */
final class RowMemory extends DiagonalLines implements Memory.Rows {
  private final Prior prior;
  private final double[] weightOf = new double[1]; // of one feature, where M is 1
  private final double[] varianceOf;

  RowMemory(final ModelSpec spec) {
    super(spec, true);
    prior = Prior.of(spec);
    varianceOf = new double[vectors];
  }

  @Override
  public void read(final int feature, final double[] theta, final double[] variance, final int at) {
    final double weight = clock.weight();
    final double p = clock.priorWeight() * ownPrior(feature);
    int q = feature * stride + HEAD;
    for (int c = 0; c < vectors; c++, q += VECTOR) {
      final double inverse = 1 / (lines[q + A] + p);
      theta[at + c] = lines[q + B] * inverse;
      variance[at + c] = weight * inverse;
    }
  }

  private double ownPrior(final int feature) {
    return prior.of(feature, lines[feature * stride + COUNT], lines[feature * stride + SQUARE]);
  }

  @Override
  public double prior(final int feature) {
    return clock.priorWeight() / clock.weight() * ownPrior(feature);
  }

  @Override
  void weights(final int feature, final double[] theta, final int at) {
    final double p = clock.priorWeight() * ownPrior(feature);
    int q = feature * stride + HEAD;
    for (int c = 0; c < vectors; c++, q += VECTOR) {
      theta[at + c] = lines[q + B] * (1 / (lines[q + A] + p));
    }
  }

  @Override
  public boolean isDense() {
    return false;
  }

  @Override
  public void read(final int[] features, final int size, final double[] theta) {
    for (int j = 0; j < size; j++) {
      weights(features[j], theta, j);
    }
  }

  @Override
  public void turn(
      final int[] features,
      final int size,
      final double[] curvature,
      final double[] gradient,
      final double[] direction) {
    for (int j = 0; j < size; j++) {
      read(features[j], weightOf, varianceOf, 0);
      direction[j] = -gradient[j] * varianceOf[0] / (1 + curvature[j] * varianceOf[0]);
    }
  }

  @Override
  public void write(
      final int[] features, final int size, final double[] curvature, final double[] push) {
    for (int j = 0; j < size; j++) {
      write(features[j], curvature, push, j);
    }
  }
}
