package org.majorant.bound;

import java.util.function.IntUnaryOperator;
import org.majorant.clique.Clique;
import org.majorant.clique.CliqueTree;
import org.majorant.clique.SumProduct;

/** log p(Y_c = w), exact where p underflows: a downward pass of its own, in the log domain. */
final class LogMarginals {
  private LogMarginals() {}

  /** After an upward pass: a table over its tree. */
  static double[] of(final SumProduct sums) {
    final CliqueTree tree = sums.tree();
    final double[] logs = new double[tree.configurations()];
    for (int c = tree.size() - 1; c >= 0; c--) {
      final Clique clique = tree.clique(c);
      final int start = tree.start(c);
      final int group = clique.groupSize();
      for (int u = 0; u < clique.separatorSize(); u++) {
        final int first = u * group;
        final IntUnaryOperator member = i -> start + clique.members()[first + i];
        final double rest = logSeparator(tree, clique, u, logs) - sum(sums.scores(), member, group);
        for (int i = 0; i < group; i++) {
          final double score = sums.scores()[member.applyAsInt(i)];
          final boolean mass = score > Double.NEGATIVE_INFINITY;
          logs[member.applyAsInt(i)] = mass ? score + rest : Double.NEGATIVE_INFINITY;
        }
      }
    }
    return logs;
  }

  private static double logSeparator(
      final CliqueTree tree, final Clique clique, final int u, final double[] logs) {
    if (clique.parent() < 0) {
      return 0;
    }
    final int above = tree.start(clique.parent());
    final int group = clique.parentGroupSize();
    return sum(logs, i -> above + clique.parentMembers()[u * group + i], group);
  }

  /** log Σ e^x of some numbers; −∞ where all are. */
  private static double sum(final double[] of, final IntUnaryOperator at, final int count) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      max = Math.max(max, of[at.applyAsInt(i)]);
    }
    double sum = 0;
    for (int i = 0; i < count && max > Double.NEGATIVE_INFINITY; i++) {
      sum += Math.exp(of[at.applyAsInt(i)] - max);
    }
    return max > Double.NEGATIVE_INFINITY ? max + Math.log(sum) : max;
  }
}
