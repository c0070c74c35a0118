package org.majorant.learn;

import java.util.Arrays;
import org.majorant.matching.MatchingInference;
import org.majorant.memory.Memory;
import org.majorant.schema.ModelSpec;

/**
 * The part of a {@link Memory.Joint} that one matching touches, with the centred curvature C of its
 * features: a matrix over the slots, or its diagonal and rows.
 */
final class JointWeights extends ExampleWeights {
  private static final int SWEEPS = 2;

  private final MatchingInference inference;
  private final CentredCurvature centred = new CentredCurvature(SWEEPS);
  private double[] pull = {}; // −(A + P) times the direction
  private double[] push = {};
  private double[] curvature = {};

  /**
   * @param inference whose marginals C is at
   */
  JointWeights(final ModelSpec spec, final MatchingInference inference) {
    super(spec, Memory.Joint.of(spec));
    this.inference = inference;
  }

  @Override
  void reserve(final int room) {
    pull = new double[room];
    push = new double[room];
    curvature = new double[memory.isDense() ? room * room : room * (1 + memory.rows())];
  }

  @Override
  void read() {
    memory.read(features, size, theta);
  }

  @Override
  double[] under(final double l) {
    throw new UnsupportedOperationException("matchings have no members");
  }

  @Override
  void turn() {
    curve();
    memory.turn(features, size, curvature, gradient, direction);
    addCurvatureTimes(direction, gradient, pull);
  }

  @Override
  double stiffness() {
    double product = 0;
    for (int slot = 0; slot < size; slot++) {
      product += direction[slot] * pull[slot];
    }
    return Math.max(0, -product);
  }

  /** C is that after the step; b ← b + η(A + P)d + C(θ + ηd). */
  @Override
  void write(final double step) {
    curve();
    if (memory.rows() > 0) {
      centred.rows(x.weight, memory.rows(), curvature, size);
    }
    for (int slot = 0; slot < size; slot++) {
      pull[slot] *= -step;
      theta[slot] += step * direction[slot];
    }
    addCurvatureTimes(theta, pull, push);
    memory.write(features, size, curvature, push);
  }

  /** Takes C, times the example's weight. */
  private void curve() {
    centred.expand(inference, x.starts, slots, x.values, size);
    Arrays.fill(curvature, 0, memory.isDense() ? size * size : size, 0);
    if (memory.isDense()) {
      centred.addTo(x.weight, curvature);
    } else {
      centred.addDiagonal(x.weight, curvature);
    }
  }

  /** Out ← sum + C v. */
  private void addCurvatureTimes(final double[] v, final double[] sum, final double[] out) {
    for (int i = 0; i < size; i++) {
      double product = memory.isDense() ? 0 : curvature[i] * v[i];
      for (int j = 0; memory.isDense() && j < size; j++) {
        product += curvature[i * size + j] * v[j];
      }
      out[i] = sum[i] + product;
    }
  }
}
