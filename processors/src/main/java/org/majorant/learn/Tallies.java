package org.majorant.learn;

import org.majorant.schema.Tally;

/** Tallies are sums, but for the least slack (a minimum) and the last mini-batch (the newer). */
public final class Tallies {
  private Tallies() {}

  /** The tally of nothing. */
  public static Tally empty() {
    final Tally tally = new Tally();
    tally.setSlackMin(Double.POSITIVE_INFINITY);
    return tally;
  }

  /** The same numbers in another object. */
  public static Tally copy(final Tally tally) {
    final Tally copy = empty();
    add(copy, tally);
    return copy;
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
    sum.setSlackMin(Math.min(sum.getSlackMin(), more.getSlackMin()));
    if (more.getExamples() > 0) {
      sum.setBatchLoss(more.getBatchLoss());
      sum.setBatchBound(more.getBatchBound());
    }
  }
}
