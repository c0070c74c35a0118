package org.majorant.features;

import static org.majorant.schema.RejectedExample.quote;

import java.util.List;
import org.majorant.clique.ChainPrior;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Transition;

/**
 * Which labels may begin a sequence, and which may come after which. What a spec forbids has log h
 * = −∞; a sequence whose observed labels need it is rejected, and one whose own log-prior leaves no
 * labelling. Immutable.
 */
public final class LabelOrder {

  private final List<String> labels;
  private final ChainPrior prior;
  private final boolean isFree;

  LabelOrder(final ModelSpec spec) {
    labels = spec.getLabels();
    prior = prior(spec);
    isFree = spec.getForbidden().isEmpty();
  }

  /** The log-prior of a chain of the spec's labels. */
  public static ChainPrior prior(final ModelSpec spec) {
    final List<String> labels = spec.getLabels();
    final int m = labels.size();
    final double[] first = new double[m];
    final double[] transitions = new double[m * m];
    for (final Transition forbidden : spec.getForbidden()) {
      final int to = labels.indexOf(forbidden.getTo());
      if (forbidden.getFrom() == null) {
        first[to] = Double.NEGATIVE_INFINITY;
      } else {
        transitions[labels.indexOf(forbidden.getFrom()) * m + to] = Double.NEGATIVE_INFINITY;
      }
    }
    return new ChainPrior(first, transitions);
  }

  /**
   * Judges labels that were observed: some labels must lead from each of them to the next.
   *
   * @param observed numbers, {@link SparsePoint#UNLABELED} where not observed; T or longer
   * @throws RejectedExample where every labelling that agrees is forbidden
   */
  void require(final int[] observed, final int length) throws RejectedExample {
    final int t = isFree ? length : firstImpossible(observed, null, length);
    if (t < length) {
      throw new RejectedExample(Rejection.LABEL, refusal(observed, t));
    }
  }

  /**
   * Judges a sequence's own log-prior, for labels that the spec allows.
   *
   * @param observed as above
   * @param logPrior T×M or longer, row: the token
   * @throws RejectedExample where every labelling that agrees has log h = −∞
   */
  void require(final int[] observed, final double[] logPrior, final int length)
      throws RejectedExample {
    final int t = firstImpossible(observed, logPrior, length);
    if (t < length) {
      throw new RejectedExample(Rejection.LOG_PRIOR, refusal(observed[t], logPrior, t));
    }
  }

  /** The first token that no labelling reaches; T where there is none. */
  private int firstImpossible(final int[] observed, final double[] logPrior, final int length) {
    final int m = labels.size();
    boolean[] before = null;
    boolean[] now = new boolean[m];
    boolean[] next = new boolean[m];
    for (int t = 0; t < length; t++) {
      prior.follow(before, now);
      boolean possible = false;
      for (int u = 0; u < m; u++) {
        now[u] &= observed[t] == SparsePoint.UNLABELED || observed[t] == u;
        now[u] &= logPrior == null || logPrior[t * m + u] > Double.NEGATIVE_INFINITY;
        possible |= now[u];
      }
      if (!possible) {
        return t;
      }
      before = now;
      now = next;
      next = before;
    }
    return length;
  }

  private String refusal(final int label, final double[] logPrior, final int t) {
    final int m = labels.size();
    boolean alone = true; // whether the token's own row leaves none
    for (int u = 0; u < m; u++) {
      final boolean agrees = label == SparsePoint.UNLABELED || label == u;
      alone &= !agrees || logPrior[t * m + u] == Double.NEGATIVE_INFINITY;
    }
    return "token %d, counted from 0: logPrior %s %s"
        .formatted(
            t,
            alone ? "rules out" : "and the spec's transitions rule out",
            label == SparsePoint.UNLABELED ? "all labels" : "label " + quote(labels.get(label)));
  }

  private String refusal(final int[] observed, final int t) {
    int last = t - 1;
    while (last >= 0 && observed[last] == SparsePoint.UNLABELED) {
      last--;
    }
    final String before = last < 0 ? "" : quote(labels.get(observed[last]));
    final String why;
    if (t - last > 1) {
      final String from = last < 0 ? "the beginning" : before + " of token " + last;
      why = "cannot be there, since no labels lead to it from " + from;
    } else {
      why = last < 0 ? "cannot begin a sequence" : "cannot come after " + before;
    }
    return "token %d, counted from 0: label %s %s, by the spec's transitions"
        .formatted(t, quote(labels.get(observed[t])), why);
  }
}
