package org.majorant.features;

import static org.majorant.schema.RejectedExample.quote;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * The labels that a model knows, numbered in the spec's order. What an example says of them either
 * fits, or is rejected with the reason. Immutable.
 */
public final class LabelSet {
  private static final int LONGEST_NAME = 200;

  /** A sum over hidden states may round a probability to more than one. */
  private static final double MOST_SERVED = 1 + 1e-9;

  private final Vocabulary names;
  private final int size;
  private final double[] weights; // none: each label counts once
  private final int most; // that there may be where they are open; 0: they are not

  LabelSet(final ModelSpec spec) {
    names = new Vocabulary(spec.getLabels());
    size = spec.getLabels().size();
    weights = spec.getWeights().stream().mapToDouble(Double::doubleValue).toArray();
    most = spec.getOpenLabels();
  }

  /** How many labels there are. */
  int size() {
    return size;
  }

  /** Whether others may get to be known. */
  boolean areOpen() {
    return most > 0;
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
          Rejection.LABEL, "label " + quote(in.text(offset, length)) + refusal(in, offset, length));
    }
    return label;
  }

  private String refusal(final DecodedExample in, final int offset, final int length) {
    if (most == 0) {
      return " is not in the spec";
    }
    return isName(in, offset, length)
        ? " is one more than the %,d that the spec lets come".formatted(most)
        : " is empty, is not UTF-8, or has control characters or more than 200 others";
  }

  /**
   * Finds the labels of an example that are not known, and that there is room for.
   *
   * @param met gets each of them
   * @return whether there are any
   */
  boolean meet(final DecodedExample in, final Set<String> met) {
    boolean meets = false;
    for (int i = 0; size < most && i < in.labelCount(); i++) {
      final int offset = in.labelOffsets[i];
      final int length = in.labelLengths[i];
      if (length >= 0
          && names.indexOf(in.bytes, offset, length) == Vocabulary.ABSENT
          && isName(in, offset, length)) {
        meets = true;
        if (size + met.size() < most) {
          met.add(in.text(offset, length));
        }
      }
    }
    return meets;
  }

  /**
   * Whether a label that is in no list may have this name: heads of bases and versions have them
   * all.
   */
  public static boolean isName(final String name) {
    return !name.isEmpty()
        && name.length() <= LONGEST_NAME
        && name.chars().noneMatch(Character::isISOControl);
  }

  /** Whether a label that is not known may have this name, which no other bytes read as. */
  private static boolean isName(final DecodedExample in, final int offset, final int length) {
    final String name = in.text(offset, length);
    return isName(name)
        && Arrays.equals(
            name.getBytes(StandardCharsets.UTF_8),
            Arrays.copyOfRange(in.bytes, offset, offset + length));
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
    // who served it may have known fewer labels than there are by now
    boolean sound = most > 0 ? in.servedSize <= size : in.servedSize == size;
    if (sound && in.servedSize < size) {
      in.served = Arrays.copyOf(in.served, size);
      Arrays.fill(in.served, in.servedSize, size, 0);
    }
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
