package org.majorant.learn;

/**
 * The two predictors that a model must beat, progressively, each with add-one smoothing: <em>no
 * change</em> predicts the last label with the running rate at which labels persist, <em>class
 * frequency</em> the running frequencies of the labels. Choices have no labels; there both are the
 * prior h over the alternatives, uniform where none is given.
 */
public final class Baselines {
  private final double[] labelCounts;
  private double total;
  private int lastLabel = -1;
  private double repeats;
  private double transitions;
  private double noChangeLoss;
  private double classFrequencyLoss;

  public Baselines(final int labels) {
    labelCounts = new double[labels];
  }

  /** The state to go on from, as {@link #labelCounts} and the others gave it. */
  public Baselines(
      final double[] labelCounts,
      final int lastLabel,
      final double repeats,
      final double transitions) {
    this.labelCounts = labelCounts.clone();
    this.lastLabel = lastLabel;
    this.repeats = repeats;
    this.transitions = transitions;
    for (final double count : labelCounts) {
      total += count;
    }
  }

  /** Scores a label, then learns it. */
  public void score(final int label) {
    final int labels = labelCounts.length;
    if (lastLabel < 0) {
      noChangeLoss = Math.log(labels);
    } else {
      final double persists = (repeats + 1) / (transitions + 2);
      noChangeLoss = -Math.log(label == lastLabel ? persists : (1 - persists) / (labels - 1));
      transitions++;
      repeats += label == lastLabel ? 1 : 0;
    }
    classFrequencyLoss = -Math.log((labelCounts[label] + 1) / (total + labels));
    labelCounts[label]++;
    total++;
    lastLabel = label;
  }

  /** Loss of <em>no change</em> on the label scored last, nats. */
  public double noChangeLoss() {
    return noChangeLoss;
  }

  /** Loss of <em>class frequency</em> on the label scored last, nats. */
  public double classFrequencyLoss() {
    return classFrequencyLoss;
  }

  public double[] labelCounts() {
    return labelCounts;
  }

  public int lastLabel() {
    return lastLabel;
  }

  public double repeats() {
    return repeats;
  }

  public double transitions() {
    return transitions;
  }
}
