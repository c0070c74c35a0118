package org.majorant.learn;

import java.util.Arrays;
import org.majorant.features.Example;
import org.majorant.features.SparseGraph;
import org.majorant.features.SparsePoint;
import org.majorant.likelihood.Likelihood;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * Members of a model whose examples are one decision each, points and choices: their probabilities
 * follow from few exponentials ({@link Mixture#probabilities}).
 *
 * <p>Hot: between two spans of examples a member's loss is kept as the product of its
 * probabilities, so that an example takes no logarithm. What members weigh is as of the last span,
 * times these products. Allocates nothing for an example once its buffers have grown.
 */
final class DecisionMembers extends Members {
  /** A span of such probabilities is no less than doubles hold. */
  private static final double PRODUCT_OF = 1e-18;

  private final int labels;
  private final Likelihood likelihood;
  private final ProgressiveTally progress;
  private final double[] products; // of the probabilities since they were settled
  private int outcomes; // of the example
  private double[] each = {}; // its probabilities, a member's outcomes together
  private double[] mixed = {}; // of the mixture, an outcome

  DecisionMembers(
      final ModelSpec spec, final Likelihood likelihood, final ProgressiveTally progress) {
    super(Mixture.of(spec));
    labels = spec.getLabels().size();
    this.likelihood = likelihood;
    this.progress = progress;
    products = new double[mixture.size()];
    Arrays.fill(products, 1);
  }

  @Override
  double score(final Example x, final double[] readings, final int n) {
    if (x instanceof SparsePoint point) {
      mix(readings, n, labels, point.logPrior);
      return point.label == SparsePoint.PARTIAL
          ? scored(point.admissible, point.weight)
          : scored(point.label, point.weight);
    }
    final SparseGraph choice = (SparseGraph) x;
    mix(readings, n, n, choice.logPrior);
    return scored(choice.states[0], choice.weight);
  }

  /** Predicts, as {@link Mixture#probabilities}. */
  private void mix(
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
    for (int o = 0; o < outcomes; o++) {
      mixed[o] /= sum;
    }
    likelihood.decide(mixed, progress);
  }

  private double scored(final int label, final double weight) {
    boolean asProducts = true;
    for (int k = 0, at = label; k < products.length; k++, at += outcomes) {
      asProducts &= lose(k, each[at], weight);
    }
    count(!asProducts);
    return 0 - Math.log(mixed[label]);
  }

  /** The same of an example of which it is only known that it has one of some outcomes. */
  private double scored(final boolean[] admissible, final double weight) {
    boolean asProducts = true;
    for (int k = 0; k < products.length; k++) {
      asProducts &= lose(k, sum(each, k * outcomes, admissible), weight);
    }
    count(!asProducts);
    return 0 - Math.log(sum(mixed, 0, admissible));
  }

  private double sum(final double[] p, final int from, final boolean[] admissible) {
    double sum = 0;
    for (int o = 0; o < outcomes; o++) {
      sum += admissible[o] ? p[from + o] : 0;
    }
    return sum;
  }

  /** Whether the member's product has the probability; else its loss has it. */
  private boolean lose(final int member, final double p, final double weight) {
    if (weight == 1 && p >= PRODUCT_OF) {
      products[member] *= p;
      return true;
    }
    lose(member, -weight * Math.log(p));
    return false;
  }

  /** Turns products into losses; what members weigh stays as it is. */
  @Override
  void settle() {
    for (int k = 0; k < products.length; k++) {
      lose(k, -Math.log(products[k]));
      products[k] = 1;
    }
    super.settle();
  }
}
