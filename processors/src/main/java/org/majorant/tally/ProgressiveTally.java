package org.majorant.tally;

import java.util.Arrays;
import org.majorant.schema.Tally;

/** How well the examples were predicted before they were learned, and how well bounded after. */
public final class ProgressiveTally {
  private final Baselines baselines;
  private final int labels;
  private final long[] confusion;
  private final ReliabilityBins reliability;
  private final int batch;
  private Tally tally = Tallies.empty();
  private int windowSize;
  private double windowWeight;
  private double windowLoss;
  private double windowBound;
  private double batchLoss;
  private double batchBound;

  /**
   * @param batch examples of a mini-batch
   */
  public ProgressiveTally(final Baselines baselines, final int batch) {
    this.baselines = baselines;
    this.batch = batch;
    labels = baselines.labelCounts().length;
    confusion = new long[Tallies.confusionSize(labels)];
    reliability = new ReliabilityBins(labels);
  }

  public Baselines baselines() {
    return baselines;
  }

  /** What is known of the examples since the last {@link #take}, to add to. */
  public Tally tally() {
    return tally;
  }

  /**
   * Scores one observed label by the baselines; the model's loss on it is added by the caller.
   *
   * @param p of the label predicted
   */
  public void score(final int label, final int predicted, final double p, final double weight) {
    baselines.score(label);
    score(baselines.noChangeLoss(), baselines.classFrequencyLoss(), predicted == label, weight);
    if (confusion.length > 0) {
      confusion[label * labels + predicted]++;
    }
    reliability.add(label, predicted, p);
  }

  /** The same for a label that is only known to be one of some. */
  public void score(final boolean[] admissible, final boolean correct, final double weight) {
    baselines.score(admissible);
    score(baselines.noChangeLoss(), baselines.classFrequencyLoss(), correct, weight);
  }

  /** Scores a choice, or a variable of a graph; without labels, both baselines are the prior h. */
  public void scoreChoice(final double priorLoss, final boolean correct, final double weight) {
    score(priorLoss, priorLoss, correct, weight);
  }

  private void score(
      final double noChange,
      final double classFrequency,
      final boolean correct,
      final double weight) {
    tally.setWeight(tally.getWeight() + weight);
    tally.setCorrect(tally.getCorrect() + (correct ? weight : 0));
    tally.setNoChangeLogLoss(tally.getNoChangeLogLoss() + weight * noChange);
    tally.setClassFrequencyLogLoss(tally.getClassFrequencyLogLoss() + weight * classFrequency);
  }

  /**
   * Counts what inference took, or a part of it.
   *
   * @param gap by how much the bounds on its log Z were apart, nats
   */
  public void inferred(final double gap, final int sweeps) {
    tally.setInferenceGap(tally.getInferenceGap() + gap);
    tally.setInferenceSweeps(tally.getInferenceSweeps() + sweeps);
  }

  /** Counts one example and its progressive loss. */
  public void add(final double loss, final double weight) {
    tally.setExamples(tally.getExamples() + 1);
    tally.setLogLoss(tally.getLogLoss() + weight * loss);
  }

  /**
   * The certificate of one example's step.
   *
   * @param slack of the bound on log Z
   * @param loss after the step
   * @param bound on the loss
   * @param labels that the loss is the sum over
   */
  public void certify(final double slack, final double loss, final double bound, final int labels) {
    tally.setSlackMin(Math.min(tally.getSlackMin(), slack));
    windowLoss += loss;
    windowBound += bound;
    windowWeight += labels;
    if (++windowSize == batch) {
      batchLoss = windowLoss / windowWeight;
      batchBound = windowBound / windowWeight;
      windowSize = 0;
      windowWeight = 0;
      windowLoss = 0;
      windowBound = 0;
    }
  }

  /** Takes out the tally of the examples since the last call. */
  public Tally take() {
    final Tally taken = tally;
    final boolean full = batchLoss != 0 || windowSize == 0;
    taken.setBatchLoss(finite(full ? batchLoss : windowLoss / windowWeight));
    taken.setBatchBound(finite(full ? batchBound : windowBound / windowWeight));
    taken.setConfusion(Arrays.stream(confusion).boxed().toList());
    Arrays.fill(confusion, 0);
    taken.setReliability(reliability.outcomes());
    taken.setProbability(reliability.sums());
    reliability.reset();
    tally = Tallies.empty();
    return taken;
  }

  /** A mini-batch whose sum overflows is no reason to refuse what its examples taught. */
  private static double finite(final double mean) {
    return Double.isFinite(mean) ? mean : Double.MAX_VALUE;
  }
}
