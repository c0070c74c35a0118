package org.majorant.learn;

import java.util.Arrays;
import org.majorant.model.Mixture;

/**
 * The members of a {@link Mixture} at a worker: what each has lost so far, here and in the base,
 * and so what it weighs.
 *
 * <p>Hot: between two blocks of examples a member's loss is kept as the product of its
 * probabilities, so that an example takes no logarithm.
 */
final class MixtureWeights {
  /** A block of such probabilities is no less than doubles hold. */
  private static final double PRODUCT_OF = 1e-18;

  private final Mixture mixture;
  private final double[] all; // losses of the base and on top
  private final double[] own; // of these, what has not been shipped
  private final double[] products; // of the probabilities since they were settled
  private int outcomes; // of the example
  private double[] each = {}; // its probabilities, a member's outcomes together
  private double[] mixed = {}; // of the mixture, an outcome
  private final double[] weights; // as all says, without the products
  private long examples; // how many all is of
  private long unshipped;

  MixtureWeights(final Mixture mixture) {
    this.mixture = mixture;
    all = new double[mixture.size()];
    own = new double[mixture.size()];
    products = new double[mixture.size()];
    Arrays.fill(products, 1);
    weights = new double[mixture.size()];
    Mixture.weigh(all, weights);
  }

  boolean isNone() {
    return mixture.isNone();
  }

  /**
   * Starts from what is known without that which has not been shipped; this stays on top.
   *
   * @param losses of the members, see {@link Mixture#after}
   * @param of how many examples
   */
  void start(final double[] losses, final long of) {
    settle();
    final double[] sum = mixture.after(losses, of, unshipped, own);
    System.arraycopy(sum, 0, all, 0, all.length);
    examples = of + unshipped;
    Mixture.weigh(all, weights);
  }

  /**
   * Predicts, as {@link Mixture#probabilities}.
   *
   * @return the likeliest outcome; the first of several
   */
  int predict(
      final double[] scores, final int vectors, final int outcomes, final double[] logPrior) {
    this.outcomes = outcomes;
    if (mixed.length < outcomes) {
      mixed = new double[outcomes];
      each = new double[weights.length * outcomes];
    }
    mixture.probabilities(scores, vectors, outcomes, logPrior, each);
    Arrays.fill(mixed, 0, outcomes, 0);
    double sum = 0;
    for (int k = 0, at = 0; k < weights.length; k++) {
      final double weight = weights[k] * products[k];
      sum += weight;
      for (int o = 0; o < outcomes; o++) {
        mixed[o] += weight * each[at++];
      }
    }
    int best = 0;
    for (int o = 0; o < outcomes; o++) {
      mixed[o] /= sum;
      best = mixed[o] > mixed[best] ? o : best;
    }
    return best;
  }

  /** Of an outcome of the example just predicted. */
  double probability(final int outcome) {
    return mixed[outcome];
  }

  /**
   * Scores the example just predicted, and learns from it which members predict well.
   *
   * @param label its outcome
   * @return the mixture's loss, nats, for weight one
   */
  double score(final int label, final double weight) {
    boolean asProducts = true;
    for (int k = 0, at = label; k < products.length; k++, at += outcomes) {
      asProducts &= scored(k, each[at], weight);
    }
    return learned(asProducts, mixed[label]);
  }

  /** The same of an example of which it is only known that it has one of some outcomes. */
  double score(final boolean[] admissible, final double weight) {
    boolean asProducts = true;
    for (int k = 0; k < products.length; k++) {
      asProducts &= scored(k, sum(each, k * outcomes, admissible), weight);
    }
    return learned(asProducts, sum(mixed, 0, admissible));
  }

  /** What a member weighs. */
  double weight(final int member) {
    return weights[member];
  }

  /** The member of the greatest weight; the first of several. */
  int heaviest() {
    int heaviest = 0;
    for (int k = 1; k < weights.length; k++) {
      heaviest = weights[k] > weights[heaviest] ? k : heaviest;
    }
    return heaviest;
  }

  /**
   * Scores an example, and learns from it which members predict well, where they themselves have
   * said what they lose on it.
   *
   * @param losses nats, a member
   * @param times what they count
   * @return the mixture's loss, nats: −log Σ w e^(−loss), by differences that doubles hold
   */
  double score(final double[] losses, final double times) {
    final double before = logMass(0, losses);
    final double after = logMass(1, losses);
    for (int k = 0; k < losses.length; k++) {
      lose(k, times * Math.max(0, losses[k])); // below zero by rounding
    }
    count(false);
    return before - after;
  }

  /** log Σ e^(−L − times · loss). */
  private double logMass(final double times, final double[] losses) {
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < losses.length; k++) {
      least = Math.min(least, all[k] + times * losses[k]);
    }
    double mass = 0;
    for (int k = 0; k < losses.length; k++) {
      mass += Math.exp(least - all[k] - times * losses[k]);
    }
    return Math.log(mass) - least;
  }

  private double sum(final double[] p, final int from, final boolean[] admissible) {
    double sum = 0;
    for (int o = 0; o < outcomes; o++) {
      sum += admissible[o] ? p[from + o] : 0;
    }
    return sum;
  }

  /** Whether the member's product has the probability; else its loss has it. */
  private boolean scored(final int member, final double p, final double weight) {
    if (weight == 1 && p >= PRODUCT_OF) {
      products[member] *= p;
      return true;
    }
    lose(member, -weight * Math.log(p));
    return false;
  }

  private double learned(final boolean asProducts, final double right) {
    count(asProducts);
    return 0 - Math.log(right);
  }

  /** One more example that the losses, or the products, have. */
  private void count(final boolean asProducts) {
    if (!asProducts) {
      Mixture.weigh(all, weights);
    }
    unshipped++;
    if (++examples % Mixture.SPAN == 0) {
      settle();
      mixture.forget(all);
      mixture.forget(own);
      Mixture.weigh(all, weights);
    }
  }

  private void lose(final int member, final double loss) {
    all[member] += loss;
    own[member] += loss;
  }

  /** Turns products into losses; what members weigh stays as it is. */
  private void settle() {
    for (int k = 0; k < products.length; k++) {
      lose(k, -Math.log(products[k]));
      products[k] = 1;
    }
    Mixture.weigh(all, weights);
  }

  /** Takes out the losses on the examples since the last call; empty where there are no members. */
  double[] ship() {
    settle();
    final double[] shipped = own.clone();
    Arrays.fill(own, 0);
    unshipped = 0;
    return shipped;
  }
}
