package org.majorant.merge;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.majorant.memory.Surrogate;
import org.majorant.model.Mixture;

/**
 * A merge result that workers learn on.
 *
 * @param number 1, 2, …
 * @param state (A, b) and the feature scale, whole
 * @param theta its solution by position, feature-major; null where no worker needs it
 * @param examples labeled examples that it has learned from
 * @param effective how many of them count, after forgetting
 * @param kappa κ of the merge
 * @param active partitions with data, ascending; W is how many
 * @param quota what each of them may learn on it
 * @param members what the members of the mixture have lost, see {@link Mixture#after}
 * @param restarted number of the first base after the state was replaced by another, if it ever was
 */
public record Base(
    long number,
    Surrogate.State state,
    IntToDoubleFunction theta,
    long examples,
    double effective,
    double kappa,
    List<Integer> active,
    Quota quota,
    double[] members,
    long restarted) {
  /** The same under another number. */
  public Base numbered(final long other) {
    return new Base(
        other, state, theta, examples, effective, kappa, active, quota, members, restarted);
  }

  /** The same with its state kept in another way. */
  Base with(final Surrogate.State same) {
    return new Base(
        number, same, theta, examples, effective, kappa, active, quota, members, restarted);
  }
}
