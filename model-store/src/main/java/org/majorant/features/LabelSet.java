package org.majorant.features;

import static org.majorant.schema.RejectedExample.quote;

import java.util.Arrays;
import java.util.List;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * A model's closed set of labels, numbered in the spec's order. What an example says of them either
 * fits, or is rejected with the reason. Immutable.
 */
final class LabelSet {
  /** A sum over hidden states may round a probability to more than one. */
  private static final double MOST_SERVED = 1 + 1e-9;

  private final Vocabulary names;
  private final int size;
  private final double[] weights; // none: each label counts once

  /**
   * @param weights one a label, or none: each counts once
   */
  LabelSet(final List<String> labels, final List<Double> weights) {
    names = new Vocabulary(labels);
    size = labels.size();
    this.weights = weights.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** How many labels there are. */
  int size() {
    return size;
  }

  /** The number of an example's label; of several, {@link #admit}. */
  int of(final ExampleBuffer in, final SparsePoint out) throws RejectedExample {
    if (in.labels < 0) {
      return SparsePoint.UNLABELED;
    }
    if (in.labels == 0) {
      throw new RejectedExample(
          Rejection.LABEL, "no label is possible: a label not observed is null, not an empty set");
    }
    final int first = of(in, in.labelOffsets[0], in.labelLengths[0]);
    return in.labels == 1 ? first : admit(in, first, out);
  }

  /** The label of a set of them: the one that it is, or PARTIAL, or none where all are in it. */
  private int admit(final ExampleBuffer in, final int first, final SparsePoint out)
      throws RejectedExample {
    if (out.admissible.length != size) {
      out.admissible = new boolean[size];
    }
    Arrays.fill(out.admissible, false);
    out.admissible[first] = true;
    int distinct = 1;
    for (int i = 1; i < in.labels; i++) {
      final int label = of(in, in.labelOffsets[i], in.labelLengths[i]);
      distinct += out.admissible[label] ? 0 : 1;
      out.admissible[label] = true;
    }
    if (distinct == size) {
      return SparsePoint.UNLABELED;
    }
    return distinct == 1 ? first : SparsePoint.PARTIAL;
  }

  /**
   * How many times an example counts by its label; by several that it may have, their mean; once
   * where it was not observed.
   */
  double weight(final SparsePoint x) {
    if (weights.length == 0 || x.label == SparsePoint.UNLABELED) {
      return 1;
    }
    if (x.label != SparsePoint.PARTIAL) {
      return weights[x.label];
    }
    double sum = 0;
    int count = 0;
    for (int y = 0; y < size; y++) {
      sum += x.admissible[y] ? weights[y] : 0;
      count += x.admissible[y] ? 1 : 0;
    }
    return sum / count;
  }

  /** The number of a label that stands as text; {@link SparsePoint#UNLABELED} for none. */
  int of(final DecodedExample in, final int offset, final int length) throws RejectedExample {
    if (length < 0) {
      return SparsePoint.UNLABELED;
    }
    final int label = names.indexOf(in.bytes, offset, length);
    if (label == Vocabulary.ABSENT) {
      throw new RejectedExample(
          Rejection.LABEL, "label " + quote(in.text(offset, length)) + " is not in the spec");
    }
    return label;
  }

  /** The log-prior of the labels; null where an example has none. */
  double[] logPrior(final ExampleBuffer in) throws RejectedExample {
    if (in.logPriorSize < 0) {
      return null;
    }
    boolean sound = in.logPriorSize == size;
    for (int i = 0; i < in.logPriorSize; i++) {
      sound &= Math.abs(in.logPrior[i]) < Double.POSITIVE_INFINITY;
    }
    if (!sound) {
      throw new RejectedExample(
          Rejection.LOG_PRIOR,
          "logPrior must be " + size + " finite numbers, one a label in the spec's order");
    }
    return in.logPrior;
  }

  /** The probabilities that were served; null where an example has none. */
  double[] served(final ExampleBuffer in) throws RejectedExample {
    if (in.servedSize < 0) {
      return null;
    }
    boolean sound = in.servedSize == size;
    for (int i = 0; i < in.servedSize; i++) {
      sound &= in.served[i] >= 0 && in.served[i] <= MOST_SERVED;
    }
    if (!sound) {
      throw new RejectedExample(
          Rejection.VALUE,
          "served.probabilities must be "
              + size
              + " numbers from 0 to 1, one a label in the spec's order");
    }
    return in.served;
  }
}
