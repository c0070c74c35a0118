package org.majorant.learn;

import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.Tally;

/** Tallies are sums, but for the least slack (a minimum) and the last mini-batch (the newer). */
public final class Tallies {
  /** Of more labels the confusion would be the bulk of each summary and head. */
  private static final int MOST_CONFUSED = 32;

  private Tallies() {}

  /** Numbers in the confusion of so many labels: their square, or none. */
  public static int confusionSize(final int labels) {
    return labels <= MOST_CONFUSED ? labels * labels : 0;
  }

  /** The tally of nothing. */
  public static Tally empty() {
    final Tally tally = new Tally();
    tally.setSlackMin(Double.POSITIVE_INFINITY);
    tally.setConfusion(List.of());
    return tally;
  }

  /** The same numbers in another object. */
  public static Tally copy(final Tally tally) {
    final Tally copy = empty();
    add(copy, tally);
    return copy;
  }

  /** Whether all sums and losses are finite; the least slack is infinite before the first step. */
  public static boolean isFinite(final Tally tally) {
    return Double.isFinite(
            tally.getWeight()
                + tally.getLogLoss()
                + tally.getCorrect()
                + tally.getNoChangeLogLoss()
                + tally.getClassFrequencyLogLoss()
                + tally.getBatchLoss()
                + tally.getBatchBound())
        && !Double.isNaN(tally.getSlackMin());
  }

  /** Adds a newer tally to an older one. */
  public static void add(final Tally sum, final Tally more) {
    sum.setRecords(sum.getRecords() + more.getRecords());
    sum.setExamples(sum.getExamples() + more.getExamples());
    sum.setRejected(sum.getRejected() + more.getRejected());
    sum.setUnlabeled(sum.getUnlabeled() + more.getUnlabeled());
    sum.setOthers(sum.getOthers() + more.getOthers());
    sum.setLost(sum.getLost() + more.getLost());
    sum.setOffsetHash(sum.getOffsetHash() + more.getOffsetHash());
    sum.setWeight(sum.getWeight() + more.getWeight());
    sum.setLogLoss(sum.getLogLoss() + more.getLogLoss());
    sum.setCorrect(sum.getCorrect() + more.getCorrect());
    sum.setNoChangeLogLoss(sum.getNoChangeLogLoss() + more.getNoChangeLogLoss());
    sum.setClassFrequencyLogLoss(sum.getClassFrequencyLogLoss() + more.getClassFrequencyLogLoss());
    sum.setTokens(sum.getTokens() + more.getTokens());
    sum.setEntities(sum.getEntities() + more.getEntities());
    sum.setPredictedEntities(sum.getPredictedEntities() + more.getPredictedEntities());
    sum.setCorrectEntities(sum.getCorrectEntities() + more.getCorrectEntities());
    sum.setConfusion(plus(sum.getConfusion(), more.getConfusion()));
    sum.setSlackMin(Math.min(sum.getSlackMin(), more.getSlackMin()));
    if (more.getExamples() > 0) {
      sum.setBatchLoss(more.getBatchLoss());
      sum.setBatchBound(more.getBatchBound());
    }
  }

  /** Sums of counts; an empty list counts nothing. */
  private static List<Long> plus(final List<Long> counts, final List<Long> more) {
    if (more.isEmpty()) {
      return counts;
    }
    final List<Long> sums = new ArrayList<>(more);
    for (int i = 0; i < counts.size(); i++) {
      sums.set(i, counts.get(i) + more.get(i));
    }
    return sums;
  }
}
