package org.majorant.memory;

import org.majorant.decay.Clock;
import org.majorant.prior.Prior;
import org.majorant.schema.ModelSpec;

/**
 * The diagonal memory of a model whose examples are rows of features, the tokens of a sequence, the
 * alternatives of a choice, the configurations of a graph's factors or the edges of a matching,
 * read and written a feature's M parameters at a time (but for sequences M is 1).
 *
 * <pre>    θ = b / (A + vP),    1/D = w / (A + vP)</pre>
 *
 * <p>with w the weight of the example and v that of the prior, in the sense of {@link Clock}.
 */
public final class RowMemory extends DiagonalLines implements Memory.Joint {
  private final Prior prior;
  private final double[] weightOf = new double[1]; // of one feature, where M is 1
  private final double[] varianceOf;

  public RowMemory(final ModelSpec spec) {
    super(spec, true);
    prior = Prior.of(spec);
    varianceOf = new double[vectors];
  }

  /**
   * Reads a feature's parameters.
   *
   * @param theta written at {@code at}, M
   * @param variance written at {@code at}, M: 1/D
   */
  public void read(final int feature, final double[] theta, final double[] variance, final int at) {
    final double weight = clock.weight();
    final double p = clock.priorWeight() * ownPrior(feature);
    final int b = feature * stride + HEAD;
    for (int c = 0; c < vectors; c++) {
      final double inverse = 1 / (lines[b + vectors + c] + p);
      theta[at + c] = lines[b + c] * inverse;
      variance[at + c] = weight * inverse;
    }
  }

  private double ownPrior(final int feature) {
    return prior.of(feature, lines[feature * stride + COUNT], lines[feature * stride + SQUARE]);
  }

  /** A feature's prior in D: with another one, l times as strong, θ is θ / (1 + (l − 1) P/D). */
  public double prior(final int feature) {
    return clock.priorWeight() / clock.weight() * ownPrior(feature);
  }

  @Override
  void weights(final int feature, final double[] theta, final int at) {
    final double p = clock.priorWeight() * ownPrior(feature);
    final int b = feature * stride + HEAD;
    for (int c = 0; c < vectors; c++) {
      theta[at + c] = lines[b + c] * (1 / (lines[b + vectors + c] + p));
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

  /** Counts a token, a sequence or a factor that has the feature, with what scales its prior. */
  @Override
  public void count(final int feature, final double value) {
    count(feature, feature * stride, value * value);
  }
}
