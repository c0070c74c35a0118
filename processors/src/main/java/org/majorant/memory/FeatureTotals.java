package org.majorant.memory;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.majorant.features.Dimensions;
import org.majorant.prior.Prior;
import org.majorant.schema.ModelSpec;

/**
 * The scale of each feature over all sites that were added, see {@link FeatureScale}, and the prior
 * that goes by it.
 */
final class FeatureTotals {
  private final double[] count;
  private final double[] square;
  private final BitSet touched; // added to since they were last taken
  private double values; // sum of all counts
  private Prior prior;

  FeatureTotals(final ModelSpec spec) {
    count = new double[Dimensions.of(spec).features()];
    square = new double[count.length];
    touched = new BitSet(count.length);
    prior = Prior.of(spec);
  }

  void add(final Site site) {
    for (int j = 0; j < site.size; j++) {
      count[site.features[j]] += site.count[j];
      square[site.features[j]] += site.square[j];
      values += site.count[j];
    }
    prior = prior.over(i -> count[i], values);
    site.includeIn(touched);
  }

  /** The features added to since {@link #clearTouched}, ascending. */
  int[] touched() {
    return touched.stream().toArray();
  }

  void clearTouched() {
    touched.clear();
  }

  /** Takes another's counts and squares. */
  void set(final FeatureTotals other) {
    System.arraycopy(other.count, 0, count, 0, count.length);
    System.arraycopy(other.square, 0, square, 0, square.length);
  }

  /** Writes those of a site's features into it. */
  void copyTo(final Site site) {
    for (int j = 0; j < site.size; j++) {
      site.count[j] = count[site.features[j]];
      site.square[j] = square[site.features[j]];
    }
  }

  /** The features that examples had, ascending. */
  int[] seen() {
    return IntStream.range(0, count.length).filter(i -> count[i] > 0).toArray();
  }

  /** Prior precision of a feature; the strength itself where it was never seen. */
  double prior(final int feature) {
    return prior.of(feature, count[feature], square[feature]);
  }

  /** R̄ of the prior. */
  double commonSquare() {
    return prior.common();
  }

  /** Root mean square of each feature; 0 where it was never seen. */
  float[] rms() {
    final float[] rms = new float[count.length];
    for (int i = 0; i < rms.length; i++) {
      rms[i] = rms(count[i], square[i]);
    }
    return rms;
  }

  /** Refuses a feature whose count or sum of squares is no number. */
  void requireFinite(final int feature) {
    if (!(count[feature] + square[feature] < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException(
          "feature %d has count %s and sum of squares %s"
              .formatted(feature, count[feature], square[feature]));
    }
  }

  /** Refuses a weight or a precision that is none. */
  static void requireSolved(final int feature, final double theta, final double precision) {
    if (!(Math.abs(theta) < Double.POSITIVE_INFINITY
        && precision > 0
        && precision < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException(
          "surrogate of feature %d has precision %s and weight %s"
              .formatted(feature, precision, theta));
    }
  }

  static float rms(final double count, final double square) {
    return count > 0 ? (float) Math.sqrt(square / count) : 0;
  }
}
