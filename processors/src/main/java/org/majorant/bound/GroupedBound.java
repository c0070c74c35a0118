package org.majorant.bound;

import org.majorant.clique.LogPartition;

/**
 * Algorithm 1 in score space for several groups of outcomes side by side: {@link MulticlassBound}
 * for each state of a separator. Slot i holds the outcome taken i-th, in descending order within
 * its group, its weight w and its share ρ. An outcome without mass has weight and share 0.
 */
final class GroupedBound {
  private int[] outcomes = {};
  private double[] weights = {};
  private double[] shares = {};

  /** With a number of slots, those of all groups together. */
  GroupedBound(final int slots) {
    reserve(slots);
  }

  /** Makes room for a number of slots; what they held is lost. */
  void reserve(final int slots) {
    if (outcomes.length < slots) {
      outcomes = new int[slots];
      weights = new double[slots];
      shares = new double[slots];
    }
  }

  /**
   * Expands the bound of one group.
   *
   * @param scores by outcome, finite or −∞
   * @param members outcomes, by slot
   * @param from first slot of the group
   * @param count slots of the group
   */
  void expand(final double[] scores, final int[] members, final int from, final int count) {
    expand(scores, 0, members, from, count);
  }

  /**
   * The same for one of several families of groups: both its outcomes and its slots come after
   * {@code start} of others.
   */
  void expand(
      final double[] scores,
      final int start,
      final int[] members,
      final int first,
      final int count) {
    final int from = start + first;
    for (int i = 0; i < count; i++) {
      outcomes[from + i] = start + members[first + i];
    }
    sortDescending(scores, from, count);
    double sum = scores[outcomes[from]];
    weights[from] = 0;
    shares[from] = 1;
    for (int i = from + 1; i < from + count; i++) {
      final double a = scores[outcomes[i]];
      final double r = a == Double.NEGATIVE_INFINITY ? a : a - sum;
      final double e = Math.exp(r);
      weights[i] = MulticlassBound.curvature(r);
      shares[i] = e / (1 + e);
      sum += LogPartition.log1p(e);
    }
  }

  /** The outcome in a slot. */
  int outcome(final int slot) {
    return outcomes[slot];
  }

  /** w of the outcome in a slot. */
  double weight(final int slot) {
    return weights[slot];
  }

  /** ρ of the outcome in a slot. */
  double share(final int slot) {
    return shares[slot];
  }

  /**
   * Σ wᵢ lᵢ² of a group along a change of its scores.
   *
   * @param h the change of outcome o, at o − shift
   * @param to end of the group's slots
   */
  double along(final double[] h, final int shift, final int from, final int to) {
    double mean = h[outcomes[from] - shift];
    double sum = 0;
    for (int i = from + 1; i < to; i++) {
      final double l = h[outcomes[i] - shift] - mean;
      sum += weights[i] * l * l;
      mean += shares[i] * l;
    }
    return sum;
  }

  /**
   * The curvature of a group times a change of its scores, as {@link MulticlassBound#times}.
   *
   * @param h as that of {@link #along}
   * @param out likewise, written
   */
  void times(final double[] h, final double[] out, final int shift, final int from, final int to) {
    double mean = h[outcomes[from] - shift];
    for (int i = from + 1; i < to; i++) {
      final double l = h[outcomes[i] - shift] - mean;
      out[outcomes[i] - shift] = weights[i] * l;
      mean += shares[i] * l;
    }
    double acc = 0;
    for (int i = to - 1; i > from; i--) {
      final double t = out[outcomes[i] - shift];
      out[outcomes[i] - shift] = t - shares[i] * acc;
      acc = t + (1 - shares[i]) * acc;
    }
    out[outcomes[from] - shift] = -acc;
  }

  private void sortDescending(final double[] scores, final int from, final int count) {
    int gap = 1;
    while (gap < count / 3) {
      gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
      for (int i = from + gap; i < from + count; i++) {
        final int outcome = outcomes[i];
        int j = i;
        for (; j >= from + gap && scores[outcomes[j - gap]] < scores[outcome]; j -= gap) {
          outcomes[j] = outcomes[j - gap];
        }
        outcomes[j] = outcome;
      }
    }
  }
}
