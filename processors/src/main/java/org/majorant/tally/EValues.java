package org.majorant.tally;

import java.util.stream.IntStream;

/**
 * What numbers from [0, 1] say against a mean of u at most, for each λ of a grid: the logarithm of
 * a factor whose expectation is at most 1 whatever mean up to u they have. Factors of batches
 * multiply, and batches tell no more than n, Σx and V = Σ (x − c)², so that what workers ship is
 * enough.
 *
 * <pre>
 *   BOUNDED      λ Σ(x − u) − ψ(λ) V,   ψ(λ) = −log(1 − λ) − λ      λ = ¾, ½, ¼, …, 2⁻⁸;  any c from before
 *   INDICATORS   λ Σx − n log(1 + u (e^λ − 1))                      λ = 4, 2, …, 2⁻⁶
 * </pre>
 *
 * <p>The first knows how little losses vary, the second is exact where numbers are 0 or 1: it
 * notices a label that appears nine times as soon.
 *
 * <p>Sources: Howard, Ramdas, McAuliffe and Sekhon 2021, theorem 4; Chernoff's bound. All is {@link
 * StrictMath}, so that a replay anywhere has the same bits.
 */
enum EValues {
  BOUNDED {
    @Override
    double lambda(final int i) {
      return i == 0 ? 0.75 : Math.scalb(1.0, -i);
    }

    @Override
    double weigh(final double lambda) {
      return -StrictMath.log1p(-lambda) - lambda;
    }

    @Override
    double log(final int i, final double n, final double sum, final double v, final double u) {
      return lambdas[i] * (sum - n * u) - weights[i] * v;
    }

    @Override
    double bound(
        final int i, final double n, final double sum, final double v, final double evidence) {
      return (sum + (weights[i] * v + evidence) / lambdas[i]) / n;
    }
  },

  INDICATORS {
    @Override
    double lambda(final int i) {
      return Math.scalb(4.0, -i);
    }

    @Override
    double weigh(final double lambda) {
      return StrictMath.expm1(lambda);
    }

    @Override
    double log(final int i, final double n, final double sum, final double v, final double u) {
      return lambdas[i] * sum - n * StrictMath.log1p(u * weights[i]);
    }

    @Override
    double bound(
        final int i, final double n, final double sum, final double v, final double evidence) {
      return StrictMath.expm1(-(lambdas[i] * sum + evidence) / n) / StrictMath.expm1(-lambdas[i]);
    }
  };

  /** How many λ there are. */
  static final int SIZE = 9;

  final double[] lambdas = IntStream.range(0, SIZE).mapToDouble(this::lambda).toArray();
  final double[] weights = IntStream.range(0, SIZE).mapToDouble(i -> weigh(lambda(i))).toArray();

  abstract double lambda(int i);

  abstract double weigh(double lambda);

  /**
   * The logarithm of the factor of the i-th λ.
   *
   * @param n numbers
   * @param sum of them
   * @param v V
   * @param u from [0, 1]
   */
  abstract double log(int i, double n, double sum, double v, double u);

  /**
   * The least u above which their mean is not, but for a probability of e^−evidence, ever: where
   * numbers as far below u would give that evidence, by the i-th λ.
   */
  abstract double bound(int i, double n, double sum, double v, double evidence);
}
