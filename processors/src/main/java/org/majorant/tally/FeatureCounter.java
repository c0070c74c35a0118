package org.majorant.tally;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.schema.FeatureCounts;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Task;
import org.majorant.schema.WatchedFeature;

/**
 * Counts in how many examples each watched feature is, for the tests of drift. Until a base says
 * which features are watched, it takes those {@value #WATCHED} that most of its first {@value
 * #FIRST} examples have; counts begin after these, so that they are not of what chose the features.
 *
 * <p>A feature that at least half of these examples have, with values that differ, is watched as a
 * number: examples count in which it is above the mean of these values. Any bound that is known
 * before makes a share, which needs neither the feature's unit nor that its values are bounded.
 *
 * <p>Counts are taken out of {@value #LEAST} examples or more, because the tests of so many
 * features cost much more than one example does.
 *
 * <p>Only features of a point's inputs are watched, not those that are made of them.
 */
public final class FeatureCounter {
  /** Features, at most. */
  static final int WATCHED = 16;

  /** Examples by which they are chosen. */
  static final int FIRST = 1_000;

  /** Examples whose counts are taken out, at least. */
  static final int LEAST = 100;

  private static final int MOST_MET = 4_096;

  private final int inputs;
  private Map<Integer, Met> met = new HashMap<>(); // null: features are chosen
  private int first; // examples that were met
  private List<WatchedFeature> watched = List.of();
  private int[] indices = {};
  private double[] bounds = {};
  private long[] counts = {};
  private long examples;

  /** What the first examples say of a feature. */
  private static final class Met {
    private final int feature;
    private int count;
    private double sum;
    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;

    Met(final int feature) {
      this.feature = feature;
    }

    void add(final double value) {
      count++;
      sum += value;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }

    WatchedFeature watched() {
      final boolean isNumber = 2 * count >= FIRST && least < most;
      return new WatchedFeature(feature, isNumber ? sum / count : null);
    }
  }

  FeatureCounter(final ModelSpec spec) {
    inputs = inputs(spec);
  }

  /** How many features may be watched, those of the least indices. */
  private static int inputs(final ModelSpec spec) {
    return spec.getTask() != Task.MULTICLASS
            || spec.getFeatures().getExpansion() instanceof RandomFourier
        ? 0
        : Dimensions.inputs(spec.getFeatures());
  }

  /** Whether a worker can take these out with so many examples. */
  public static boolean arePossible(
      final FeatureCounts counted, final long examples, final ModelSpec spec) {
    return counted == null
        || counted.getExamples() >= LEAST
            && counted.getExamples() < LEAST + examples
            && counted.getCounts().size() == counted.getFeatures().size()
            && counted.getCounts().stream().allMatch(n -> n >= 0 && n <= counted.getExamples())
            && arePossible(counted.getFeatures(), spec);
  }

  private static boolean arePossible(final List<WatchedFeature> features, final ModelSpec spec) {
    int next = 0;
    for (final WatchedFeature each : features) {
      if (each.getFeature() < next
          || each.getAbove() != null && !Double.isFinite(each.getAbove())) {
        return false;
      }
      next = each.getFeature() + 1;
    }
    return !features.isEmpty() && features.size() <= WATCHED && next <= inputs(spec);
  }

  /** These are watched from now on; none: those that it chooses. */
  void watch(final List<WatchedFeature> features) {
    if (features.isEmpty() || features.equals(watched)) {
      return;
    }
    met = null;
    watched = List.copyOf(features);
    indices = watched.stream().mapToInt(WatchedFeature::getFeature).toArray();
    bounds =
        watched.stream()
            .mapToDouble(
                each -> each.getAbove() == null ? Double.NEGATIVE_INFINITY : each.getAbove())
            .toArray();
    counts = new long[indices.length];
    examples = 0;
  }

  void add(final SparsePoint x) {
    if (met != null) {
      meet(x);
      return;
    }
    examples++;
    int i = 0;
    for (int j = 0; j < x.size && i < indices.length; j++) {
      while (i < indices.length && indices[i] < x.indices[j]) {
        i++;
      }
      final double value = x.values[j];
      if (i < indices.length && indices[i] == x.indices[j] && value > bounds[i] && value != 0) {
        counts[i]++;
      }
    }
  }

  private void meet(final SparsePoint x) {
    for (int j = 0; j < x.size && x.indices[j] < inputs; j++) {
      Met known = met.get(x.indices[j]);
      if (known == null && met.size() < MOST_MET) {
        known = new Met(x.indices[j]);
        met.put(x.indices[j], known);
      }
      if (known != null && x.values[j] != 0) {
        known.add(x.values[j]);
      }
    }
    if (++first == FIRST) {
      final List<WatchedFeature> chosen = mostFrequent(met.values());
      met = null;
      watch(chosen);
    }
  }

  private static List<WatchedFeature> mostFrequent(final Collection<Met> met) {
    final List<Met> most = new ArrayList<>(met);
    most.sort(
        Comparator.comparingInt((Met each) -> -each.count).thenComparingInt(each -> each.feature));
    return most.stream()
        .filter(each -> each.count > 0)
        .limit(WATCHED)
        .sorted(Comparator.comparingInt(each -> each.feature))
        .map(Met::watched)
        .toList();
  }

  /** Takes out what was counted; null: it is too little yet. */
  FeatureCounts take() {
    if (examples < LEAST || watched.isEmpty()) {
      return null;
    }
    final FeatureCounts taken =
        new FeatureCounts(examples, watched, LongStream.of(counts).boxed().toList());
    counts = new long[indices.length];
    examples = 0;
    return taken;
  }
}
