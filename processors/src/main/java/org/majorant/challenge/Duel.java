package org.majorant.challenge;

import org.majorant.schema.Comparison;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.OpenLabels;
import org.majorant.tally.DriftDetector;

/**
 * Compares the losses of a challenger on a partition with those of its champion. Both workers are
 * of one task, so that each example that both have learned and shipped meets its other loss here,
 * once. What is compared goes out with the challenger's next summary. A crash loses what was not
 * shipped with one: these examples are not compared, and none is compared twice.
 */
final class Duel {
  private final String champion;
  private final double clip;
  private final LossLog champions = new LossLog();
  private final LossLog challengers = new LossLog();
  private final DifferenceTally tally = new DifferenceTally();
  private long incarnation;
  private long clipped;
  private long unpaired;

  Duel(final ModelSpec challenger) {
    champion = challenger.getChallenges();
    clip = clip(challenger);
  }

  /**
   * Where the losses of a challenger and its champion are cut off, nats. A bound holds for one such
   * value, which therefore does not depend on the open labels that are known by now.
   */
  static double clip(final ModelSpec challenger) {
    return DriftDetector.clip(OpenLabels.areIn(challenger) ? 0 : challenger.getLabels().size());
  }

  /** The losses of the champion of that incarnation, which begins. */
  LossLog champions(final long incarnation) {
    if (incarnation != this.incarnation) {
      begin();
    }
    this.incarnation = incarnation;
    champions.clear();
    return champions;
  }

  LossLog challengers() {
    return challengers;
  }

  /** Compares what both have shipped. */
  void pair() {
    while (champions.isSettled() && challengers.isSettled()) {
      final int order = champions.compare(challengers);
      if (order == 0) {
        tally.add(cut(champions.remove()) - cut(challengers.remove()));
      } else if (order < 0) {
        champions.remove();
      } else {
        leave();
      }
    }
    while (champions.isSettled() && champions.offset() < challengers.end()) {
      champions.remove();
    }
    while (challengers.isSettled() && challengers.offset() < champions.end()) {
      leave();
    }
  }

  private void leave() {
    challengers.remove();
    unpaired++;
  }

  private double cut(final double loss) {
    if (loss > clip) {
      clipped++;
    }
    return Math.min(clip, Math.max(0, loss));
  }

  /** Whether something was compared that nobody knows yet. */
  boolean hasNews() {
    return tally.examples() > 0;
  }

  /** Takes out what was compared since the last call; null: nothing. */
  Comparison take() {
    if (!hasNews()) {
      return null;
    }
    final Comparison comparison =
        Comparison.newBuilder()
            .setChampion(champion)
            .setIncarnation(incarnation)
            .setExamples(tally.examples())
            .setGain(tally.sum())
            .setVariation(tally.variation())
            .setClipped(clipped)
            .setUnpaired(unpaired)
            .build();
    begin();
    return comparison;
  }

  private void begin() {
    tally.take();
    clipped = 0;
    unpaired = 0;
  }
}
