package org.majorant.matrix;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.eig.SymmetricQRAlgorithmDecomposition_DDRM;
import org.ejml.dense.row.decomposition.hessenberg.TridiagonalDecompositionHouseholder_DDRM;

/**
 * The largest eigenpairs of a symmetric matrix A of order ≥ 0, column-major, lower triangle read,
 * by EJML's QR algorithm.
 *
 * <p>What is decomposed is A / 2ᵉ, whose largest number is about one, so that no square is 0 or
 * infinite. The algorithm compares what it lets go with the diagonal beside it, and does not end
 * where that is mere rounding, too, as of a matrix of rank one. Then A / 2ᵉ + sI is decomposed,
 * which has the same vectors and a diagonal to compare with; s is twice the Frobenius norm.
 */
public final class SymmetricEigen {
  private final SymmetricQRAlgorithmDecomposition_DDRM pairs;
  private final int exponent;
  private final double shift;
  private final int[] descending;

  private SymmetricEigen(final double[] symmetric, final int order, final boolean vectors) {
    exponent = exponent(symmetric, order);
    final double norm = scale(symmetric, order, exponent);
    pairs =
        new SymmetricQRAlgorithmDecomposition_DDRM(
            new TridiagonalDecompositionHouseholder_DDRM(), vectors);
    final boolean quick = decompose(symmetric.clone(), order);
    shift = quick ? 0 : 2 * norm;
    for (int i = 0; i < order; i++) {
      symmetric[i + i * order] += shift;
    }
    if (!quick && !decompose(symmetric, order)) {
      throw new ArithmeticException("eigen-decomposition of order " + order + " failed");
    }
    descending =
        IntStream.range(0, order)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -pairs.getEigenvalue(i).real))
            .mapToInt(i -> i)
            .toArray();
  }

  /** The upper triangle by rows, which EJML reads, is the lower one by columns. */
  private boolean decompose(final double[] symmetric, final int order) {
    return pairs.decompose(DMatrixRMaj.wrap(order, order, symmetric));
  }

  /**
   * @param symmetric order×order, destroyed
   * @param count how many, at most order
   * @param vectors written: order×count, column-major, by descending eigenvalue
   * @return the count largest eigenvalues, descending
   * @throws ArithmeticException where a number of the matrix is not finite
   */
  public static double[] top(
      final double[] symmetric, final int order, final int count, final double[] vectors) {
    Lengths.require(symmetric, order, order);
    Lengths.require(vectors, order, count);
    if (count > order) {
      throw new IllegalArgumentException(count + " eigenpairs of a matrix of order " + order);
    }
    final double[] values = new double[count];
    if (count > 0) {
      final SymmetricEigen eigen = new SymmetricEigen(symmetric, order, true);
      for (int c = 0; c < count; c++) {
        values[c] = eigen.value(c);
        System.arraycopy(eigen.vector(c), 0, vectors, c * order, order);
      }
    }
    return values;
  }

  /**
   * The largest eigenvalue.
   *
   * @param symmetric order×order with order ≥ 1, destroyed
   * @throws ArithmeticException where a number of the matrix is not finite
   */
  public static double largest(final double[] symmetric, final int order) {
    Lengths.require(symmetric, order, order);
    return new SymmetricEigen(symmetric, order, false).value(0);
  }

  private double value(final int rank) {
    return Math.scalb(pairs.getEigenvalue(descending[rank]).real - shift, exponent);
  }

  private double[] vector(final int rank) {
    return pairs.getEigenVector(descending[rank]).data;
  }

  private static int exponent(final double[] symmetric, final int order) {
    double largest = 0;
    for (int j = 0; j < order; j++) {
      for (int i = j; i < order; i++) {
        final double size = Math.abs(symmetric[i + j * order]);
        if (!Double.isFinite(size)) {
          throw new ArithmeticException("a matrix of curvature is not finite");
        }
        largest = Math.max(largest, size);
      }
    }
    return Math.getExponent(largest);
  }

  /** Divides the lower triangle by 2ᵉ, and returns the Frobenius norm of the whole. */
  private static double scale(final double[] symmetric, final int order, final int exponent) {
    double squares = 0;
    for (int j = 0; j < order; j++) {
      for (int i = j; i < order; i++) {
        final double entry = Math.scalb(symmetric[i + j * order], -exponent);
        symmetric[i + j * order] = entry;
        squares += (i == j ? 1 : 2) * entry * entry;
      }
    }
    return Math.sqrt(squares);
  }
}
