package org.majorant.features;

import java.util.Arrays;
import org.majorant.clique.GraphInference;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SequenceBuffer;

/** A sequence in the index space of a model, with a row for each token. */
public final class SparseSequence extends SparseRows {
  /** Positions of the labels in the spec, {@link SparsePoint#UNLABELED} where not observed; T. */
  public int[] labels;

  /** How many labels were observed. */
  public int observed;

  /**
   * log h of the tokens' labels less the largest of its token, which changes no probability, T×M or
   * longer; −∞: a label that the token cannot have. Or null for zeros.
   */
  public double[] logPrior;

  private double[] priors = {};

  public SparseSequence() {
    labels = new int[64];
  }

  private SparseSequence(final SparseSequence x, final int m) {
    super(x);
    labels = Arrays.copyOf(x.labels, x.length);
    observed = x.observed;
    logPrior = x.logPrior == null ? null : Arrays.copyOf(x.logPrior, x.length * m);
  }

  @Override
  public SparseSequence withoutFeatures(final Dimensions sizes) {
    return new SparseSequence(this, sizes.labels());
  }

  @Override
  public boolean isLabeled() {
    return observed > 0;
  }

  @Override
  public int observed() {
    return observed;
  }

  @Override
  public boolean isWhole() {
    return observed == length;
  }

  @Override
  void clear(final double weight) {
    super.clear(weight);
    observed = 0;
    logPrior = null;
  }

  /**
   * Takes a decoded sequence, with a row for each token.
   *
   * @throws RejectedExample where a token does not fit the model, or the labels do not fit each
   *     other or the log-prior; this is undefined then
   */
  public void fill(final SequenceBuffer in, final FeatureSpace space) throws RejectedExample {
    clear(space.weight(in));
    final double vectors = space.labels().size();
    final double scores = in.length * vectors * ExampleRoom.TOKEN_LABEL;
    requireRoom(in, space, scores);
    for (int t = 0; t < in.length; t++) {
      space.map(in, in.starts[t], in.starts[t + 1], in.named[t], row);
      append(space.labels().of(in, in.labelOffsets[t], in.labelLengths[t]));
    }
    requireRoom(space, scores, vectors * ExampleRoom.WEIGHT);
    space.order().require(labels, length);
    if (in.logPriorSize >= 0) {
      takePrior(in, space);
    }
  }

  /**
   * Adds log h to the scores of the tokens' labels.
   *
   * @param scores T×M or longer
   * @param m M
   */
  public void addLogPrior(final double[] scores, final int m) {
    for (int at = 0; logPrior != null && at < length * m; at++) {
      scores[at] += logPrior[at];
    }
  }

  private void takePrior(final SequenceBuffer in, final FeatureSpace space) throws RejectedExample {
    final int m = space.labels().size();
    final int size = Math.multiplyExact(length, m);
    priors = priors.length < size ? new double[size] : priors;
    logPrior = priors;
    boolean finite = true;
    int from = 0;
    for (int t = 0; t < length; t++) {
      final int given = in.priorLengths[t];
      if (given < 0) {
        Arrays.fill(logPrior, t * m, (t + 1) * m, 0);
      } else if (given == m) {
        finite &= takeRow(in.logPrior, from, t, m);
        from += m;
      } else {
        throw refused(t, "%d log-priors for %d labels".formatted(given, m));
      }
    }
    if (!finite) {
      space.order().require(labels, logPrior, length);
    }
  }

  /** Takes a token's row; whether it is finite. */
  private boolean takeRow(final double[] given, final int from, final int t, final int m)
      throws RejectedExample {
    double most = Double.NEGATIVE_INFINITY;
    double least = Double.POSITIVE_INFINITY;
    for (int u = 0; u < m; u++) {
      final double h = given[from + u];
      if (!(Math.abs(h) <= GraphInference.MOST_SCORE || h == Double.NEGATIVE_INFINITY)) {
        throw refused(
            t,
            "logPrior %s is not a number within %.0e of 0, nor -Infinity"
                .formatted(h, GraphInference.MOST_SCORE));
      }
      most = Math.max(most, h);
      least = Math.min(least, h);
    }
    for (int u = 0; u < m; u++) {
      logPrior[t * m + u] = given[from + u] - (most == Double.NEGATIVE_INFINITY ? 0 : most);
    }
    return least > Double.NEGATIVE_INFINITY;
  }

  private static RejectedExample refused(final int t, final String why) {
    return new RejectedExample(Rejection.LOG_PRIOR, "token " + t + ", counted from 0: " + why);
  }

  /** Appends {@link #row} as a token. */
  private void append(final int label) {
    if (length == labels.length) {
      labels = Arrays.copyOf(labels, 2 * length);
    }
    labels[length] = label;
    observed += label == SparsePoint.UNLABELED ? 0 : 1;
    appendRow();
  }
}
