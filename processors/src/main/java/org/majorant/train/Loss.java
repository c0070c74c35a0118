package org.majorant.train;

/**
 * Minus the log-likelihood of some data, log Z − score, as a function of the parameters, with its
 * curvature by products alone. {@link #at} sets the point that the others are taken at.
 */
public interface Loss {
  /** Which curvature. */
  enum Curve {
    /** That of Algorithm 1's bound: dominates, so that no step along it can fail. */
    BOUND,
    /** The second derivative. */
    HESSIAN
  }

  /** The loss along a direction. */
  interface Line {
    /** The loss at θ + αd, nats. */
    double value(double alpha);

    /** dᵀΣd of the bound; or less, as long as that bounds the loss on this line. */
    double bend();
  }

  /** Number of parameters. */
  int parameters();

  /**
   * Moves to θ. One pass over the data.
   *
   * @param gradient written
   * @return the loss, nats
   */
  double at(double[] theta, double[] gradient);

  /**
   * out ← out + scale · (curvature at θ) v. One pass over the data.
   *
   * @throws UnsupportedOperationException where the loss is not convex, for its Hessian
   */
  void addTimes(Curve curve, double scale, double[] v, double[] out);

  /**
   * out ← out + the diagonal of the curvature at θ, or what comes near it. One pass over the data.
   */
  void addDiagonal(Curve curve, double[] out);

  /** Whether it is convex, so that its Hessian is a curvature. */
  boolean isConvex();

  /** The line from θ along d. One pass over the data; its values need none. */
  Line along(double[] direction);

  /** Below this, with no prior, it has no minimum: all data is separated. */
  double separated();

  /** How far inference may be from the value at θ, nats; 0 where it is exact. */
  default double gap() {
    return 0;
  }

  /** Passes over the data so far. */
  long passes();
}
