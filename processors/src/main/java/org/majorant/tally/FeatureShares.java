package org.majorant.tally;

import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.DriftMove;
import org.majorant.schema.FeatureCounts;
import org.majorant.schema.WatchedFeature;

/**
 * Tests of the shares of features. Those are watched that the first counts are of, until all begins
 * anew; counts of others say nothing. So the features are known before anything of them is tested,
 * and their tests share one level, each an equal part.
 */
final class FeatureShares {
  private final double weight; // of each test
  private List<WatchedFeature> watched = List.of();
  private final List<MeanChange> tests = new ArrayList<>();

  /**
   * @param level of all together
   */
  FeatureShares(final double level) {
    weight = level / FeatureCounter.WATCHED;
  }

  /** No feature is known. */
  void begin() {
    watch(List.of());
  }

  private void watch(final List<WatchedFeature> features) {
    watched = List.copyOf(features);
    tests.clear();
    watched.forEach(each -> tests.add(new MeanChange(EValues.INDICATORS, weight, true)));
  }

  /**
   * Takes counts. Those tests that give an alarm begin anew.
   *
   * @param counts null: there are none
   * @return what has moved
   */
  List<DriftMove> add(final FeatureCounts counts) {
    final List<DriftMove> moves = new ArrayList<>();
    if (counts == null) {
      return moves;
    }
    if (watched.isEmpty()) {
      watch(counts.getFeatures());
    }
    for (int i = 0; i < tests.size() && watched.equals(counts.getFeatures()); i++) {
      final MeanChange test = tests.get(i);
      final long count = counts.getCounts().get(i);
      if (test.add(counts.getExamples(), count, count)) {
        moves.add(
            new DriftMove(
                DriftDetector.FEATURE, null, test.before(), test.after(), watched.get(i)));
        test.begin();
      }
    }
    return moves;
  }

  List<WatchedFeature> watched() {
    return watched;
  }

  List<MeanChange> tests() {
    return tests;
  }

  /** Watches these; their tests begin. */
  List<MeanChange> restore(final List<WatchedFeature> features) {
    watch(features);
    return tests;
  }
}
