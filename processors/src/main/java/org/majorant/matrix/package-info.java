/**
 * Dense linear algebra, and the one room that calls EJML.
 *
 * <p>Matrices are {@code double[]}, symmetric ones with one triangle. Each class of matrices checks
 * order and lengths first. EJML decomposes into eigenpairs. Products, factors and inverses are
 * loops over columns of arrays, of any stride and in place: EJML would need copies, and takes
 * longer.
 */
package org.majorant.matrix;
