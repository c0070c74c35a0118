package org.majorant.solve;

/** A differentiable function of θ, to be minimised. */
@FunctionalInterface
public interface Objective {
  /**
   * @param theta length d; read only
   * @param gradient length d, written
   * @return the value at theta; may be +∞ where theta is out of its domain
   */
  double valueAndGradient(double[] theta, double[] gradient);
}
