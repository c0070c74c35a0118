package org.majorant.learn;

import java.util.Arrays;
import org.majorant.features.Example;
import org.majorant.likelihood.Likelihood;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;
import org.majorant.tally.ProgressiveTally;

/**
 * The members of a {@link Mixture} at a worker: what each has lost so far, here and in the base,
 * and so what it weighs. They score each example before it is learned. A model without a mixture
 * has θ alone.
 */
abstract class Members {
  final Mixture mixture;
  final double[] weights; // as all says
  private final double[] all; // losses of the base and on top
  private final double[] own; // of these, what has not been shipped
  private long examples; // how many all is of
  private long unshipped;

  Members(final Mixture mixture) {
    this.mixture = mixture;
    all = new double[mixture.size()];
    own = new double[mixture.size()];
    weights = new double[mixture.size()];
    Mixture.weigh(all, weights);
  }

  /**
   * @param likelihood that stands on the example to score
   * @param progress is told what is decided
   */
  static Members of(
      final ModelSpec spec, final Likelihood likelihood, final ProgressiveTally progress) {
    return Mixture.of(spec).isNone() || spec.getTask() == Task.SEQUENCE
        ? new LabellingMembers(spec, likelihood, progress)
        : new DecisionMembers(spec, likelihood, progress);
  }

  /**
   * Scores an example, tells what is decided about it, and learns from it which members predict
   * well.
   *
   * @param readings scores without log h of each θ, n each, θ itself first
   * @return the mixture's loss, nats, for weight one
   */
  abstract double score(Example x, double[] readings, int n);

  /**
   * Starts from what is known without that which has not been shipped; this stays on top.
   *
   * @param losses of the members, see {@link Mixture#after}
   * @param of how many examples
   */
  final void start(final double[] losses, final long of) {
    settle();
    final double[] sum = mixture.after(losses, of, unshipped, own);
    System.arraycopy(sum, 0, all, 0, all.length);
    examples = of + unshipped;
    Mixture.weigh(all, weights);
  }

  /** Takes out the losses on the examples since the last call; empty where there are no members. */
  final double[] ship() {
    settle();
    final double[] shipped = own.clone();
    Arrays.fill(own, 0);
    unshipped = 0;
    return shipped;
  }

  final void lose(final int member, final double loss) {
    all[member] += loss;
    own[member] += loss;
  }

  /** L of a member. */
  final double lost(final int member) {
    return all[member];
  }

  /**
   * One more example that the losses have.
   *
   * @param settled all of them; else some are still for {@link #settle} to add
   */
  final void count(final boolean settled) {
    if (settled) {
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

  /** Adds losses that were kept apart. */
  void settle() {
    Mixture.weigh(all, weights);
  }
}
