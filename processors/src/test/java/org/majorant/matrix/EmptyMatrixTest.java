package org.majorant.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** An order of 0 is none of an error, and an array that is too short is one, before it is read. */
class EmptyMatrixTest {
  private static final double[] NONE = {};

  @Test
  void order0_isAllowed() {
    assertThat(SymmetricEigen.top(NONE, 0, 0, NONE)).isEmpty();
    assertThat(Cholesky.tryFactor(NONE, 0)).isTrue();
    Cholesky.factor(NONE, 0);
    Cholesky.solve(NONE, 0, NONE);
    Cholesky.invert(NONE, 0);
    assertThat(Products.rowGram(NONE, 0, 3)).isEmpty();
    assertThat(Products.rowGram(NONE, 2, 0)).containsOnly(0);
    assertThat(Products.columnGram(NONE, 3, 0)).isEmpty();
    assertThat(Products.columnGram(NONE, 0, 2)).containsOnly(0);
    Products.combineRows(NONE, 0, 0, NONE, 0, NONE);
  }

  @Test
  void arraysThatAreTooShort_areRefused() {
    final double[] three = new double[3];
    assertThatThrownBy(() -> Cholesky.factor(three, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 numbers are too few for a 2×2 matrix");
    assertThatThrownBy(() -> Cholesky.solve(new double[4], 2, new double[1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SymmetricEigen.top(new double[4], 2, 3, new double[6]))
        .hasMessage("3 eigenpairs of a matrix of order 2");
    assertThatThrownBy(() -> Products.rowGram(three, 2, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void numbersThatAreNotFinite_haveNoEigenvalues() {
    assertThatThrownBy(() -> SymmetricEigen.largest(new double[] {Double.NaN}, 1))
        .isInstanceOf(ArithmeticException.class);
  }
}
