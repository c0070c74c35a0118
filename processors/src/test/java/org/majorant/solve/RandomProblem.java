package org.majorant.solve;

import java.util.Arrays;
import java.util.Random;

/**
 * A random feasible problem of Algorithm 2: the rows are put through or beside a point of the box.
 */
record RandomProblem(Quadratic f, double[] l1, Constraints constraints) {
  /** What a problem may hold. */
  enum Kind {
    L1,
    BOX,
    NON_NEGATIVE,
    EQUALITIES,
    INEQUALITIES,
    MIXTURE
  }

  /** A problem of d coordinates and rank k; with scale, D and W spread over 10^±scale. */
  static RandomProblem of(
      final Kind kind, final int d, final int k, final double scale, final Random random) {
    final double[] w = new double[k * d];
    final double[] diagonal = new double[d];
    final double[] b = new double[d];
    for (int i = 0; i < d; i++) {
      final double unit = Math.pow(10, scale * (2 * random.nextDouble() - 1));
      diagonal[i] = Math.pow(10, scale * (random.nextDouble() - 0.5)) * unit * unit;
      b[i] = unit * 3 * random.nextGaussian();
      for (int a = 0; a < k; a++) {
        w[a * d + i] = unit * random.nextGaussian() * (random.nextInt(3) == 0 ? 0 : 1);
      }
    }
    final Quadratic f = new Quadratic(w, diagonal, b);
    final boolean mixed = kind == Kind.MIXTURE;
    final double[] l1 = new double[d];
    if (kind == Kind.L1 || mixed) {
      Arrays.setAll(l1, i -> random.nextInt(4) == 0 ? 0 : Math.abs(b[i]) * random.nextDouble());
    }
    Constraints constraints =
        switch (kind) {
          case BOX -> box(f, random);
          case NON_NEGATIVE -> Regions.nonNegative(d);
          case MIXTURE -> random.nextBoolean() ? box(f, random) : Regions.nonNegative(d);
          default -> Regions.everywhere(d);
        };
    final double[] inside = inside(f, constraints, random);
    final int most = Math.max(1, Math.min(12, d / 2));
    if (kind == Kind.EQUALITIES || mixed) {
      for (int j = 1 + random.nextInt(Math.min(4, most)); j > 0; j--) {
        constraints = constraints.and(row("equality " + j, true, inside, random));
      }
    }
    if (kind == Kind.INEQUALITIES || mixed) {
      for (int j = 1 + random.nextInt(most); j > 0; j--) {
        constraints = constraints.and(row("inequality " + j, false, inside, random));
      }
    }
    return new RandomProblem(f, l1, constraints);
  }

  private static Constraints box(final Quadratic f, final Random random) {
    final int d = f.dimension();
    final double[] lower = new double[d];
    final double[] upper = new double[d];
    for (int i = 0; i < d; i++) {
      final double reach = Math.abs(f.b()[i]) / f.diagonal()[i];
      lower[i] = (random.nextDouble() - 0.8) * reach;
      upper[i] = lower[i] + (random.nextInt(10) == 0 ? 0 : random.nextDouble() * reach);
      if (random.nextInt(5) == 0) {
        lower[i] = Double.NEGATIVE_INFINITY;
      }
      if (random.nextInt(5) == 0) {
        upper[i] = Double.POSITIVE_INFINITY;
      }
    }
    return Constraints.box(lower, upper);
  }

  private static double[] inside(final Quadratic f, final Constraints box, final Random random) {
    final double[] out = new double[f.dimension()];
    for (int i = 0; i < out.length; i++) {
      final double free = f.b()[i] / f.diagonal()[i] * random.nextDouble();
      out[i] = Math.max(box.lower()[i], Math.min(box.upper()[i], free));
    }
    return out;
  }

  private static LinearRow row(
      final String name, final boolean equality, final double[] inside, final Random random) {
    final int d = inside.length;
    final int[] indices = random.ints(1 + random.nextInt(d), 0, d).distinct().sorted().toArray();
    final double[] a = new double[indices.length];
    final double unit = Math.pow(10, 2 * random.nextDouble() - 1);
    Arrays.setAll(a, at -> unit * random.nextGaussian());
    double value = 0;
    for (int at = 0; at < a.length; at++) {
      value += a[at] * inside[indices[at]];
    }
    final double slack = equality || random.nextBoolean() ? 0 : Math.abs(value);
    return new LinearRow(name, equality, indices, a, value + slack);
  }
}
