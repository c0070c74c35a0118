package org.majorant.tally;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BinaryOperator;
import org.majorant.growth.Growth;
import org.majorant.schema.Tally;
import org.majorant.schema.ValueDecoder;

/**
 * Tallies are sums, but for the least slack (a minimum), the last mini-batch (the newer) and {@link
 * Slices}. It is longer than others, because each sum has a line wherever sums are told apart.
 */
public final class Tallies {
  /** Of more labels the confusion would be the bulk of each summary and head. */
  private static final int MOST_CONFUSED = 32;

  /** What rounding may take from a loss, nats for weight one. */
  private static final double ROUNDING = 1e-6;

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
    tally.setReliability(List.of());
    tally.setProbability(List.of());
    tally.setServedReliability(List.of());
    tally.setServedProbability(List.of());
    tally.setSlices(List.of());
    return tally;
  }

  /**
   * The same for a model that knows more labels. How sure predictions were of two labels says
   * nothing of more: there the event was the second label, and now it is that one of them is right.
   */
  public static Tally grown(final Tally tally, final Growth growth) {
    final Tally grown = copy(tally);
    final int before = growth.before().getLabels().size();
    final int after = growth.after().getLabels().size();
    if (before == after) {
      return grown;
    }
    final int size = tally.getConfusion().isEmpty() ? 0 : confusionSize(after);
    final List<Long> confusion = new ArrayList<>(Collections.nCopies(size, 0L));
    for (int i = 0; !confusion.isEmpty() && i < before * before; i++) {
      confusion.set(
          growth.label(i / before) * after + growth.label(i % before), tally.getConfusion().get(i));
    }
    grown.setConfusion(confusion);
    if (before == 2) {
      grown.setReliability(List.of());
      grown.setProbability(List.of());
      grown.setServedReliability(List.of());
      grown.setServedProbability(List.of());
    }
    return grown;
  }

  /** The same numbers in another object. */
  public static Tally copy(final Tally tally) {
    final Tally copy = empty();
    add(copy, tally);
    return copy;
  }

  /**
   * Whether all sums and losses are finite, and none is negative beyond rounding. The bound's slack
   * is infinite before the first step; where it is negative, a program is at fault, and people have
   * to hear of it.
   */
  public static boolean isFinite(final Tally tally) {
    final double least = -ROUNDING * (1 + tally.getWeight());
    return Double.isFinite(
            tally.getWeight()
                + tally.getLogLoss()
                + tally.getCorrect()
                + tally.getNoChangeLogLoss()
                + tally.getClassFrequencyLogLoss()
                + tally.getInferenceGap()
                + tally.getServedWeight()
                + tally.getServedLogLoss()
                + tally.getServedCorrect())
        && Double.isFinite(tally.getBatchLoss())
        && Double.isFinite(tally.getBatchBound())
        && tally.getSlackMin() > Double.NEGATIVE_INFINITY
        && tally.getWeight() >= 0
        && tally.getCorrect() >= 0
        && tally.getServedWeight() >= 0
        && tally.getServedCorrect() >= 0
        && tally.getServedLogLoss() >= least
        && tally.getInferenceGap() >= least
        && tally.getLogLoss() >= least
        && tally.getNoChangeLogLoss() >= least
        && tally.getClassFrequencyLogLoss() >= least;
  }

  /**
   * Whether records at so many offsets can give this tally. What is neither a record nor lost is a
   * transaction marker, or was compacted.
   *
   * @param labels of the model
   */
  public static boolean isPossible(final Tally tally, final long offsets, final int labels) {
    final boolean counted =
        isPacked(tally)
            && addsUp(
                tally.getRecords() + tally.getPacked(),
                tally.getExamples(),
                tally.getRejected(),
                tally.getUnlabeled(),
                tally.getOthers(),
                tally.getPassedOver(),
                tally.getRevised(),
                tally.getUndone())
            && tally.getImported() >= 0
            && tally.getImported() <= Long.MAX_VALUE - tally.getExamples()
            && tally.getLost() >= 0
            && tally.getLost() <= offsets - tally.getRecords()
            && tally.getTokens() >= 0
            && tally.getEntities() >= 0
            && tally.getPredictedEntities() >= 0
            && tally.getCorrectEntities() >= 0
            && tally.getInferenceSweeps() >= 0;
    final List<Long> confusion = tally.getConfusion();
    final boolean confused =
        (confusion.isEmpty() || confusion.size() == confusionSize(labels))
            && confusion.stream().allMatch(count -> count >= 0);
    return counted
        && confused
        && DriftDetector.arePossible(tally, labels)
        && Slices.arePossible(tally, labels)
        && ReliabilityBins.arePossible(tally.getReliability(), tally.getProbability())
        && ReliabilityBins.arePossible(tally.getServedReliability(), tally.getServedProbability())
        && isFinite(tally);
  }

  /** Whether so many records can have so many examples packed into them. */
  private static boolean isPacked(final Tally tally) {
    final long records = tally.getRecords();
    final long packed = tally.getPacked();
    final int beyondFirst = ValueDecoder.MOST_EXAMPLES - 1;
    return records >= 0
        && packed >= 0
        && packed <= Long.MAX_VALUE - records
        && packed / beyondFirst + (packed % beyondFirst == 0 ? 0 : 1) <= records;
  }

  /** Whether these parts, none of them negative, are the whole. */
  private static boolean addsUp(final long whole, final long... parts) {
    long rest = whole;
    for (final long part : parts) {
      if (part < 0 || part > rest) {
        return false;
      }
      rest -= part;
    }
    return rest == 0;
  }

  /** Adds a newer tally to an older one. */
  public static void add(final Tally sum, final Tally more) {
    sum.setRecords(sum.getRecords() + more.getRecords());
    sum.setExamples(sum.getExamples() + more.getExamples());
    sum.setRejected(sum.getRejected() + more.getRejected());
    sum.setUnlabeled(sum.getUnlabeled() + more.getUnlabeled());
    sum.setOthers(sum.getOthers() + more.getOthers());
    sum.setPassedOver(sum.getPassedOver() + more.getPassedOver());
    sum.setRevised(sum.getRevised() + more.getRevised());
    sum.setLost(sum.getLost() + more.getLost());
    sum.setOffsetHash(sum.getOffsetHash() + more.getOffsetHash());
    sum.setWeight(sum.getWeight() + more.getWeight());
    sum.setLogLoss(sum.getLogLoss() + more.getLogLoss());
    sum.setCorrect(sum.getCorrect() + more.getCorrect());
    sum.setNoChangeLogLoss(sum.getNoChangeLogLoss() + more.getNoChangeLogLoss());
    sum.setClassFrequencyLogLoss(sum.getClassFrequencyLogLoss() + more.getClassFrequencyLogLoss());
    sum.setClippedLoss(sum.getClippedLoss() + more.getClippedLoss());
    sum.setClippedSquare(sum.getClippedSquare() + more.getClippedSquare());
    sum.setTokens(sum.getTokens() + more.getTokens());
    sum.setEntities(sum.getEntities() + more.getEntities());
    sum.setPredictedEntities(sum.getPredictedEntities() + more.getPredictedEntities());
    sum.setCorrectEntities(sum.getCorrectEntities() + more.getCorrectEntities());
    sum.setConfusion(combined(sum.getConfusion(), more.getConfusion(), Long::sum));
    sum.setReliability(combined(sum.getReliability(), more.getReliability(), Long::sum));
    sum.setProbability(combined(sum.getProbability(), more.getProbability(), Double::sum));
    addServed(sum, more);
    sum.setUndone(sum.getUndone() + more.getUndone());
    sum.setImported(sum.getImported() + more.getImported());
    sum.setPacked(sum.getPacked() + more.getPacked());
    sum.setInferenceGap(sum.getInferenceGap() + more.getInferenceGap());
    sum.setInferenceSweeps(sum.getInferenceSweeps() + more.getInferenceSweeps());
    sum.setSlackMin(Math.min(sum.getSlackMin(), more.getSlackMin()));
    if (more.getExamples() > 0) {
      sum.setSlices(Slices.sum(sum.getSlices(), more.getSlices()));
      sum.setBatchLoss(more.getBatchLoss());
      sum.setBatchBound(more.getBatchBound());
    }
  }

  private static void addServed(final Tally sum, final Tally more) {
    sum.setServedWeight(sum.getServedWeight() + more.getServedWeight());
    sum.setServedLogLoss(sum.getServedLogLoss() + more.getServedLogLoss());
    sum.setServedCorrect(sum.getServedCorrect() + more.getServedCorrect());
    sum.setServedExamples(sum.getServedExamples() + more.getServedExamples());
    sum.setServedClippedLoss(sum.getServedClippedLoss() + more.getServedClippedLoss());
    sum.setServedClippedSquare(sum.getServedClippedSquare() + more.getServedClippedSquare());
    sum.setServedReliability(
        combined(sum.getServedReliability(), more.getServedReliability(), Long::sum));
    sum.setServedProbability(
        combined(sum.getServedProbability(), more.getServedProbability(), Double::sum));
  }

  /**
   * How well the examples between two versions were predicted: the confusion, the reliability, the
   * slices, and all that losses and counts of entities say. The rest is of no use as a difference,
   * and is left out.
   *
   * @param before of the earlier version
   * @param now of the later one, which counts no less of anything
   */
  public static Tally since(final Tally before, final Tally now) {
    final Tally since = empty();
    since.setExamples(now.getExamples() - before.getExamples());
    since.setRejected(now.getRejected() - before.getRejected());
    since.setWeight(now.getWeight() - before.getWeight());
    since.setLogLoss(now.getLogLoss() - before.getLogLoss());
    since.setCorrect(now.getCorrect() - before.getCorrect());
    since.setNoChangeLogLoss(now.getNoChangeLogLoss() - before.getNoChangeLogLoss());
    since.setClassFrequencyLogLoss(
        now.getClassFrequencyLogLoss() - before.getClassFrequencyLogLoss());
    since.setTokens(now.getTokens() - before.getTokens());
    since.setEntities(now.getEntities() - before.getEntities());
    since.setPredictedEntities(now.getPredictedEntities() - before.getPredictedEntities());
    since.setCorrectEntities(now.getCorrectEntities() - before.getCorrectEntities());
    since.setConfusion(less(now.getConfusion(), before.getConfusion(), (a, b) -> a - b));
    since.setReliability(less(now.getReliability(), before.getReliability(), (a, b) -> a - b));
    since.setProbability(less(now.getProbability(), before.getProbability(), (a, b) -> a - b));
    since.setServedWeight(now.getServedWeight() - before.getServedWeight());
    since.setServedLogLoss(now.getServedLogLoss() - before.getServedLogLoss());
    since.setServedCorrect(now.getServedCorrect() - before.getServedCorrect());
    since.setServedReliability(
        less(now.getServedReliability(), before.getServedReliability(), (a, b) -> a - b));
    since.setServedProbability(
        less(now.getServedProbability(), before.getServedProbability(), (a, b) -> a - b));
    since.setSlices(Slices.since(before, now));
    return since;
  }

  /** Labeled examples that a state has learned, those too that it learned before its import. */
  public static long learned(final Tally tally) {
    return tally.getExamples() + tally.getImported();
  }

  /**
   * The tally of a model that goes on from another state: all records stay covered, and the
   * examples and losses are those of the state. Labeled examples that count no more are undone.
   *
   * @param now of the model
   * @param restored of the state
   * @throws IllegalArgumentException where the state has learned more examples than the model had
   */
  public static Tally restart(final Tally now, final Tally restored) {
    final long undone = now.getExamples() + now.getUndone() - restored.getExamples();
    if (undone < 0) {
      throw new IllegalArgumentException(
          "the state has learned %,d examples more than its model".formatted(-undone));
    }
    final Tally tally = copy(restored);
    tally.setRecords(now.getRecords());
    tally.setPacked(now.getPacked());
    tally.setRejected(now.getRejected());
    tally.setUnlabeled(now.getUnlabeled());
    tally.setOthers(now.getOthers());
    tally.setPassedOver(now.getPassedOver());
    tally.setRevised(now.getRevised());
    tally.setLost(now.getLost());
    tally.setOffsetHash(now.getOffsetHash());
    tally.setUndone(undone);
    return tally;
  }

  /** What is counted now and was not before; an empty list is of nothing. */
  private static <T> List<T> less(
      final List<T> now, final List<T> before, final BinaryOperator<T> minus) {
    return now.isEmpty() ? now : combined(now, before, minus);
  }

  /** One by one; an empty list is of nothing, and changes nothing. */
  private static <T> List<T> combined(
      final List<T> some, final List<T> others, final BinaryOperator<T> with) {
    if (some.isEmpty() || others.isEmpty()) {
      return some.isEmpty() ? others : some;
    }
    final List<T> combined = new ArrayList<>(some);
    for (int i = 0; i < combined.size(); i++) {
      combined.set(i, with.apply(some.get(i), others.get(i)));
    }
    return combined;
  }
}
