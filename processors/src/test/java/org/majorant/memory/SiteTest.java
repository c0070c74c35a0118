package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.majorant.schema.Curvature;

class SiteTest {
  @Test
  void full_curvature_that_no_examples_could_teach_is_refused() {
    assertThatCode(() -> full(1, 0.99, 1).requirePositive()).doesNotThrowAnyException();
    assertThatCode(() -> full(4, -2, 1).requirePositive()).doesNotThrowAnyException();
    assertThatThrownBy(() -> full(1, 1.01, 1).requirePositive())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("impossible curvature: a matrix that is not positive");
    assertThatThrownBy(() -> full(1, 0, -1).requirePositive())
        .hasMessage("impossible curvature at feature 5");
  }

  /**
   * All minors of two are positive, so that these once were merged, and every solve failed after.
   */
  @Test
  void full_curvature_that_is_indefinite_only_as_a_whole_is_refused() {
    final Site site = Site.of(Curvature.FULL, 1, 3, 0, 0);
    for (int j = 0; j < 3; j++) {
      site.features[j] = j;
      site.count[j] = 1;
    }
    System.arraycopy(new double[] {1, -0.9, -0.9, 1, -0.9, 1}, 0, site.curvature, 0, 6);
    assertThatThrownBy(site::requirePositive)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not positive");
  }

  @Test
  void curvature_that_has_decayed_to_nothing_is_not_refused_for_its_lost_digits() {
    assertThatCode(() -> full(Double.MIN_VALUE, 3 * Double.MIN_VALUE, 2).requirePositive())
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> full(0, 1e-3, 2).requirePositive())
        .hasMessage("impossible curvature: a matrix that is not positive");
  }

  @Test
  void numbers_that_no_values_have_are_refused() {
    assertThatThrownBy(() -> full(Double.NaN, 0, 1).requirePositive())
        .hasMessage("impossible curvature at feature 3");
    final Site site = full(1, 0, 1);
    for (final double square : new double[] {Double.NaN, -1, Double.MIN_VALUE}) {
      site.square[1] = square;
      assertThatThrownBy(site::requirePositive).hasMessage("impossible curvature at feature 5");
    }
    site.square[1] = Math.pow(Float.MIN_VALUE, 4);
    assertThatCode(site::requirePositive).doesNotThrowAnyException();
  }

  /** [[a, b], [b, c]] at the features 3 and 5. */
  private static Site full(final double a, final double b, final double c) {
    final Site site = Site.of(Curvature.FULL, 1, 2, 0, 0);
    site.features[0] = 3;
    site.features[1] = 5;
    site.count[0] = 1;
    site.count[1] = 1;
    site.curvature[0] = a;
    site.curvature[1] = b;
    site.curvature[2] = c;
    return site;
  }
}
