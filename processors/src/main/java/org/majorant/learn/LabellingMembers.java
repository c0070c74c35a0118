package org.majorant.learn;

import java.util.Arrays;
import org.majorant.features.Example;
import org.majorant.likelihood.Likelihood;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * Members that take a pass of inference each: those of sequences, and θ alone. The labelling
 * predicted is that of the member of the greatest weight, since the mixture's own takes more than a
 * pass. The likelihood stands at θ itself afterwards.
 *
 * <p>Allocates nothing for an example once its buffers have grown.
 */
final class LabellingMembers extends Members {
  private final Likelihood likelihood; // of the first member, which is θ itself
  private final Likelihood others; // of the others, one after the other
  private final ProgressiveTally progress;
  private final double[] temperatures; // of one θ; the first is 1
  private final double[] losses; // of each member
  private double[] scores = {}; // of one of the others
  private double[] each = {}; // probabilities by one member
  private double[] mixed = {}; // Σ w_k p_k

  LabellingMembers(
      final ModelSpec spec, final Likelihood likelihood, final ProgressiveTally progress) {
    super(Mixture.of(spec));
    this.likelihood = likelihood;
    this.progress = progress;
    others = Likelihood.of(spec);
    temperatures = mixture.temperatures();
    losses = new double[mixture.size()];
  }

  @Override
  double score(final Example x, final double[] readings, final int n) {
    if (mixture.isNone()) {
      final double loss = lossOfTheta(readings);
      likelihood.decide(progress);
      return loss;
    }
    others.open(x);
    scores = scores.length < n ? new double[2 * n] : scores;
    final int size = likelihood.outcomes();
    if (mixed.length < size) {
      mixed = new double[2 * size];
      each = new double[2 * size];
    }
    Arrays.fill(mixed, 0, size, 0);
    final int heaviest = heaviest();
    for (int i = 1; i <= losses.length; i++) {
      final int k = (heaviest + i) % losses.length; // the heaviest last: it stays there
      if (k > 0) {
        losses[k] = loss(readings, k, n);
        mix(others, weights[k], size);
      }
    }
    losses[0] = lossOfTheta(readings);
    mix(likelihood, weights[0], size);
    (heaviest > 0 ? others : likelihood).decide(mixed, progress);
    return lose(losses, x.weight() / Math.max(1, x.observed()));
  }

  private double lossOfTheta(final double[] s) {
    likelihood.addLogPrior(s);
    final double loss = likelihood.loss(s);
    progress.inferred(likelihood.gap(), likelihood.sweeps());
    return loss;
  }

  /** Of one of the other members. */
  private double loss(final double[] readings, final int k, final int n) {
    final int from = k / temperatures.length * n;
    final double temperature = temperatures[k % temperatures.length];
    for (int at = 0; at < n; at++) {
      scores[at] = temperature * readings[from + at];
    }
    others.addLogPrior(scores);
    return others.loss(scores);
  }

  private void mix(final Likelihood member, final double weight, final int size) {
    member.probabilities(each);
    for (int at = 0; at < size; at++) {
      mixed[at] += weight * each[at];
    }
  }

  /** The first of the greatest weight. */
  int heaviest() {
    int heaviest = 0;
    for (int k = 1; k < weights.length; k++) {
      heaviest = weights[k] > weights[heaviest] ? k : heaviest;
    }
    return heaviest;
  }

  /**
   * Adds the losses of an example.
   *
   * @param losses nats, a member
   * @param times what they count
   * @return the mixture's loss, nats: −log Σ w e^(−loss), by differences that doubles hold
   */
  double lose(final double[] losses, final double times) {
    final double before = logMass(0, losses);
    final double after = logMass(1, losses);
    for (int k = 0; k < losses.length; k++) {
      lose(k, times * Math.max(0, losses[k])); // below zero by rounding
    }
    count(true);
    return before - after;
  }

  /** log Σ e^(−L − times · loss). */
  private double logMass(final double times, final double[] losses) {
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < losses.length; k++) {
      least = Math.min(least, lost(k) + times * losses[k]);
    }
    double mass = 0;
    for (int k = 0; k < losses.length; k++) {
      mass += Math.exp(least - lost(k) - times * losses[k]);
    }
    return Math.log(mass) - least;
  }
}
