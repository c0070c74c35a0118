package org.majorant.learn;

import java.util.Arrays;
import org.majorant.features.SparsePoint;
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
  private final int outcomes;
  private final double[] all; // losses of the base and on top
  private final double[] own; // of these, what has not been shipped
  private final double[] products; // of the probabilities since they were settled
  private final double[] each; // probabilities of an example, a member's outcomes together
  private final double[] mixed; // of the mixture, an outcome
  private final double[] weights; // as all says, without the products
  private long examples; // how many all is of
  private long unshipped;

  MixtureWeights(final Mixture mixture, final int outcomes) {
    this.mixture = mixture;
    this.outcomes = outcomes;
    all = new double[mixture.size()];
    own = new double[mixture.size()];
    products = new double[mixture.size()];
    each = new double[mixture.size() * outcomes];
    mixed = new double[outcomes];
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
   * Predicts.
   *
   * @param scores of each prior's θ
   * @return the likeliest outcome; the first of several
   */
  int predict(final double[] scores, final double[] logPrior) {
    mixture.probabilities(scores, logPrior, each);
    Arrays.fill(mixed, 0);
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

  /**
   * Scores the example just predicted, and learns from it which members predict well.
   *
   * @return the mixture's loss, nats, for weight one
   */
  double score(final SparsePoint x) {
    final boolean whole = x.label != SparsePoint.PARTIAL;
    double right = whole ? mixed[x.label] : 0;
    for (int o = 0; o < outcomes && !whole; o++) {
      right += x.admissible[o] ? mixed[o] : 0;
    }
    boolean asProducts = true;
    for (int k = 0, at = 0; k < products.length; k++, at += outcomes) {
      double p = whole ? each[at + x.label] : 0;
      for (int o = 0; o < outcomes && !whole; o++) {
        p += x.admissible[o] ? each[at + o] : 0;
      }
      if (x.weight == 1 && p >= PRODUCT_OF) {
        products[k] *= p;
      } else {
        lose(k, -x.weight * Math.log(p));
        asProducts = false;
      }
    }
    if (!asProducts) {
      Mixture.weigh(all, weights);
    }
    unshipped++;
    if (++examples % Mixture.BLOCK == 0) {
      settle();
      Mixture.forget(all);
      Mixture.forget(own);
      Mixture.weigh(all, weights);
    }
    return 0 - Math.log(right);
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
