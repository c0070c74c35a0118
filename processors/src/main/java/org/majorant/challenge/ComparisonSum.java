package org.majorant.challenge;

import org.majorant.schema.Comparison;
import org.majorant.schema.ModelSpec;

/**
 * All that workers have compared with the champion, as a majorizer adds it. It begins anew with
 * another champion, and with another incarnation of the same.
 */
public final class ComparisonSum {
  private static final double ROUNDING = 1e-9;

  private final String champion; // null: the model challenges none
  private Comparison sum; // null: nothing was compared

  public ComparisonSum(final ModelSpec spec) {
    champion = spec.getChallenges();
  }

  /** Whether examples can give such a comparison of a challenger; null is that of none. */
  public static boolean isPossible(final Comparison comparison, final ModelSpec challenger) {
    if (comparison == null) {
      return true;
    }
    final double clip = Duel.clip(challenger);
    final long n = comparison.getExamples();
    final double most = (1 + ROUNDING) * n;
    return n >= 0
        && Math.abs(comparison.getGain()) <= most * clip
        && comparison.getVariation() >= 0
        && comparison.getVariation() <= most * 4 * clip * clip
        && comparison.getClipped() >= 0
        && comparison.getClipped() / 2 <= n
        && comparison.getUnpaired() >= 0;
  }

  /** Goes on from that of a base; null: nothing was compared. */
  public void restore(final Comparison base) {
    sum = base == null || !base.getChampion().equals(champion) ? null : copy(base);
  }

  /** Takes that of a summary that was merged; null: it has none. */
  public void add(final Comparison more) {
    if (more == null
        || !more.getChampion().equals(champion)
        || sum != null && more.getIncarnation() < sum.getIncarnation()) {
      return;
    }
    if (sum == null || more.getIncarnation() > sum.getIncarnation()) {
      sum = copy(more);
      sum.setSince(0L);
      return;
    }
    sum.setExamples(sum.getExamples() + more.getExamples());
    sum.setGain(sum.getGain() + more.getGain());
    sum.setVariation(sum.getVariation() + more.getVariation());
    sum.setClipped(sum.getClipped() + more.getClipped());
    sum.setUnpaired(sum.getUnpaired() + more.getUnpaired());
  }

  /**
   * That of a base; null: nothing was compared.
   *
   * @param now milliseconds
   */
  public Comparison of(final long now) {
    if (sum == null) {
      return null;
    }
    if (sum.getSince() == 0) {
      sum.setSince(now);
    }
    return copy(sum);
  }

  private static Comparison copy(final Comparison comparison) {
    return Comparison.newBuilder(comparison).build();
  }
}
