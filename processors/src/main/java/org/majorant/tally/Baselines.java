package org.majorant.tally;

import java.util.Arrays;
import org.majorant.growth.Growth;

/**
 * The two predictors that a model must beat, progressively, each with add-one smoothing: <em>no
 * change</em> predicts the last label with the running rate at which labels persist, <em>class
 * frequency</em> the running frequencies of the labels. Choices and graphs have none; there both
 * are the prior h over the alternatives, uniform where none is given, as over a variable's states.
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

  /** The same of another number of labels, the first of which are the same. */
  public Baselines of(final int labels) {
    return new Baselines(
        Arrays.copyOf(labelCounts, labels),
        lastLabel < labels ? lastLabel : -1,
        repeats,
        transitions);
  }

  /** The same of a spec that has grown. */
  public Baselines grown(final Growth growth) {
    final double[] counts = new double[growth.after().getLabels().size()];
    for (int label = 0; label < labelCounts.length; label++) {
      counts[growth.label(label)] = labelCounts[label];
    }
    return new Baselines(
        counts, lastLabel < 0 ? lastLabel : growth.label(lastLabel), repeats, transitions);
  }

  /** Scores a label, then learns it. */
  public void score(final int label) {
    noChangeLoss = -Math.log(noChange(label));
    classFrequencyLoss = -Math.log(frequency(label));
    if (lastLabel >= 0) {
      transitions++;
      repeats += label == lastLabel ? 1 : 0;
    }
    labelCounts[label]++;
    total++;
    lastLabel = label;
  }

  /**
   * Scores a label of which it is only known to be one of some, by the sum of their probabilities.
   * Class frequency learns of each as much as it believed in it; no change learns nothing, since
   * what the label was is not known.
   *
   * @param admissible whether each label is one of them
   */
  public void score(final boolean[] admissible) {
    double persistence = 0;
    double share = 0;
    for (int label = 0; label < admissible.length; label++) {
      persistence += admissible[label] ? noChange(label) : 0;
      share += admissible[label] ? frequency(label) : 0;
    }
    noChangeLoss = -Math.log(persistence);
    classFrequencyLoss = -Math.log(share);
    final double smoothed = share * (total + admissible.length);
    for (int label = 0; label < admissible.length; label++) {
      labelCounts[label] += admissible[label] ? (labelCounts[label] + 1) / smoothed : 0;
    }
    total++;
  }

  /** A label was learned that is another one. What came after it in time came as it did. */
  public void revise(final int former, final int label) {
    if (labelCounts[former] >= 1) {
      labelCounts[former]--;
      labelCounts[label]++;
    }
  }

  private double noChange(final int label) {
    if (lastLabel < 0) {
      return 1.0 / labelCounts.length;
    }
    final double persists = (repeats + 1) / (transitions + 2);
    return label == lastLabel ? persists : (1 - persists) / (labelCounts.length - 1);
  }

  private double frequency(final int label) {
    return (labelCounts[label] + 1) / (total + labelCounts.length);
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
