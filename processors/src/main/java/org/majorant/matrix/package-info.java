/**
 * Dense linear algebra: the one room that calls BLAS and LAPACK.
 *
 * <p>LAPACK's reference error handler ends the whole process where an argument is not legal, an
 * order of 0 among others. So every call stands here, in a class that checks the order and the
 * lengths first, and throws an exception where a caller is wrong. Matrices are {@code double[]},
 * symmetric ones with one triangle.
 */
package org.majorant.matrix;
