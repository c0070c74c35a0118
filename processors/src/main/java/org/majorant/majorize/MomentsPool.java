package org.majorant.majorize;

import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.majorant.features.FeatureMoments;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;

/**
 * Agrees once, before anything is learned, on the moments that standardize the features of a model:
 * a stored A is wrong for features that are scaled another way. Each worker holds its examples and
 * proposes the moments of the first of them. The proposals are merged when together they have as
 * many examples as the spec wants, or when fewer have waited for as long as a worker holds. The
 * next base and all later ones have the result, and workers learn from then on. A proposal that a
 * worker makes again replaces its former one.
 */
final class MomentsPool {
  /** Fewer examples give too rough a variance, however long one waits. */
  private static final int LEAST = 30;

  private final ModelSpec spec;
  private final long patience;
  private final SortedMap<Integer, Moments> proposals = new TreeMap<>();
  private long since; // milliseconds; 0: there is no proposal
  private Moments agreed;

  /**
   * @param longest the wait for more, where they are few
   */
  MomentsPool(final ModelSpec spec, final Duration longest) {
    this.spec = spec;
    patience = longest.toMillis();
  }

  /** Goes on from a base. */
  void restore(final Moments known) {
    agreed = known;
  }

  /**
   * Refuses a state whose features are standardized otherwise than those of the model, or not at
   * all.
   *
   * @throws IllegalArgumentException where they differ
   */
  void requireSame(final Moments moments) {
    if (moments == null ? spec.getFeatures().getStandardize() > 0 : differs(moments)) {
      throw new IllegalArgumentException("its features are standardized by other moments");
    }
  }

  private boolean differs(final Moments moments) {
    return agreed != null && !agreed.equals(moments);
  }

  /** Takes what a partition's worker proposes. */
  void propose(final int partition, final Moments moments) {
    proposals.put(partition, moments);
  }

  /**
   * What has been agreed on; null: nothing yet.
   *
   * @param now milliseconds, from which proposals wait that are new
   */
  Moments agreed(final long now) {
    if (agreed == null && !proposals.isEmpty()) {
      since = since == 0 ? now : since;
      final long count = proposals.values().stream().mapToLong(Moments::getCount).sum();
      final int wanted = spec.getFeatures().getStandardize();
      if (count >= wanted || count >= Math.min(wanted, LEAST) && now - since > patience) {
        agreed = FeatureMoments.merge(spec, proposals.values());
        proposals.clear();
      }
    }
    return agreed;
  }
}
