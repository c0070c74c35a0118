package org.majorant.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.majorant.features.SparsePoint;
import org.majorant.features.Standardization;
import org.majorant.features.ViewMap;

/**
 * The point of which all numbers are at their means, and nothing else is given: what columns of a
 * model with views do is told from there. Without it a score would not say what is usual: the hats
 * of a number always add up to one, so that any of it may be in them or in the intercept.
 *
 * <p>For one thread.
 */
final class MeanPoint {
  private final Model model;
  private final ViewMap map;
  private final Standardization z; // null: there are no numbers
  private final SparsePoint mean;
  private final SparsePoint moved = new SparsePoint();

  /**
   * What a feature is at two points.
   *
   * @param before 0 where it is not there; likewise
   */
  record Change(int feature, double before, double after) {}

  MeanPoint(final Model model) {
    this.model = model;
    map = new ViewMap(model.spec(), model.moments());
    z =
        model.moments() == null
            ? null
            : Standardization.of(model.spec().getFeatures(), model.moments());
    mean = new SparsePoint();
    finish(mean);
  }

  /** The point itself, clipped as a {@link Scorer} clips. */
  SparsePoint point() {
    return mean;
  }

  /**
   * A value of an input as the example has it, after the transforms of the spec; to 32 bits, as
   * examples have their values.
   *
   * @param value of its feature, standardized and clipped
   */
  double given(final int input, final double value) {
    final int number = z == null ? -1 : Arrays.binarySearch(z.features(), input);
    return number < 0 ? value : rounded(z.means()[number] + value / z.scales()[number]);
  }

  private static double rounded(final double value) {
    return Double.parseDouble(Float.toString((float) value));
  }

  /**
   * What changes where one number has another value.
   *
   * @param number its place among those that are standardized
   * @param value after the transforms of the spec
   */
  List<Change> where(final int number, final double value) {
    final double standardized = z.of(number, value);
    moved.indices[0] = z.features()[number];
    moved.values[0] = standardized;
    moved.size = standardized == 0 ? 0 : 1;
    finish(moved);
    return changes(mean, moved);
  }

  private void finish(final SparsePoint x) {
    map.apply(x);
    Scorer.clip(x, model, -1);
  }

  private static List<Change> changes(final SparsePoint from, final SparsePoint to) {
    final List<Change> changes = new ArrayList<>();
    for (int a = 0, b = 0; a < from.size || b < to.size; ) {
      final int one = a < from.size ? from.indices[a] : Integer.MAX_VALUE;
      final int other = b < to.size ? to.indices[b] : Integer.MAX_VALUE;
      final double before = one <= other ? from.values[a++] : 0;
      final double after = other <= one ? to.values[b++] : 0;
      if (before != after) {
        changes.add(new Change(Math.min(one, other), before, after));
      }
    }
    return changes;
  }
}
