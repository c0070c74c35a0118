package org.majorant.memory;

import java.util.BitSet;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.model.PointPredictor;
import org.majorant.schema.ModelSpec;

/**
 * The scale of each feature: in how many examples it was not zero, and the sum of its squares in
 * them. RMS² = square/count clips the feature and, times λ, is its prior precision, so that the
 * learner does not care in what unit a feature is measured.
 */
final class FeatureScale {
  final double l2;
  final double[] count;
  final double[] square;
  private final double[] deltaCount;
  private final double[] deltaSquare;
  private final BitSet touched; // since the last ship
  private int touchedSize;
  private final int intercept;

  FeatureScale(final ModelSpec spec) {
    final int features = Dimensions.of(spec).features();
    l2 = spec.getL2();
    intercept = FeatureSpace.intercept(spec);
    count = new double[features];
    square = new double[features];
    deltaCount = new double[features];
    deltaSquare = new double[features];
    touched = new BitSet(features);
  }

  /** Mean square of a feature that was seen. */
  double meanSquare(final int feature) {
    return square[feature] / count[feature];
  }

  /**
   * The unit of the prior of a feature that was seen, as {@link org.majorant.prior.Prior#of} has
   * it.
   */
  double priorSquare(final int feature) {
    return square[feature] > 0 ? meanSquare(feature) : 1;
  }

  /** Prior precision of a feature that was seen. */
  double prior(final int feature) {
    return l2 * priorSquare(feature);
  }

  /** Clips to ±4 RMS, in place; not the intercept, and not a feature's first value. */
  void clip(final SparsePoint x) {
    for (int j = 0; j < x.size; j++) {
      final int i = x.indices[j];
      final double v = x.values[j];
      if (v * v * count[i] > PointPredictor.CLIP * PointPredictor.CLIP * square[i]
          && i != intercept) {
        x.values[j] = Math.copySign(PointPredictor.CLIP * Math.sqrt(meanSquare(i)), v);
      }
    }
  }

  /** Counts one feature of an example. */
  void count(final int feature, final double value) {
    if (deltaCount[feature] == 0) {
      touch(feature);
    }
    final double square = value * value;
    this.count[feature] += 1;
    this.square[feature] += square;
    deltaCount[feature] += 1;
    deltaSquare[feature] += square;
  }

  /** A feature is for the next {@link #ship}, although no example that is counted has it. */
  void touch(final int feature) {
    if (!touched.get(feature)) {
      touched.set(feature);
      touchedSize++;
    }
  }

  /** The features of an example that were never seen count for nothing. */
  void touchSeen(final SparsePoint x) {
    for (int j = 0; j < x.size; j++) {
      if (count[x.indices[j]] > 0) {
        touch(x.indices[j]);
      } else {
        x.values[j] = 0;
      }
    }
  }

  /** How many features were touched since the last {@link #ship}. */
  int touched() {
    return touchedSize;
  }

  /** Features touched since the last {@link #ship}, ascending. */
  int[] touchedFeatures() {
    return touched.stream().toArray();
  }

  /** Moves what was counted since the last call to the site, which is to have as many features. */
  void ship(final Site site) {
    site.takeFeatures(touched);
    for (int j = 0; j < site.size; j++) {
      final int i = site.features[j];
      site.count[j] = deltaCount[i];
      site.square[j] = deltaSquare[i];
      deltaCount[i] = 0;
      deltaSquare[i] = 0;
    }
    touched.clear();
    touchedSize = 0;
  }

  /** Back to what was counted since the last {@link #ship}. */
  void reset() {
    System.arraycopy(deltaCount, 0, count, 0, count.length);
    System.arraycopy(deltaSquare, 0, square, 0, square.length);
  }

  void add(final Site site) {
    for (int j = 0; j < site.size; j++) {
      count[site.features[j]] += site.count[j];
      square[site.features[j]] += site.square[j];
    }
  }
}
