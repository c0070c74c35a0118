package org.majorant.schema;

import java.util.Arrays;

/**
 * One decoded {@link Sequence}: at least one token, at most {@link #MAX_TOKENS}.
 *
 * <p>An {@link ExampleDecoder} fills it from a record, {@link #set} from an object.
 */
public final class SequenceBuffer extends DecodedExample {
  /** Longer sequences are rejected. */
  public static final int MAX_TOKENS = 10_000;

  /** Number of tokens, T. */
  public int length;

  /** Position of each token's first feature, and after all; T + 1 of them. */
  public int[] starts = new int[64];

  /** Whether a token's features come by name, else by index. */
  public boolean[] named = new boolean[64];

  /** A token's label as a string, for messages; null where there is none. */
  public String label(final int token) {
    return text(labelOffsets[token], labelLengths[token]);
  }

  @Override
  void clear() {
    super.clear();
    length = 0;
    starts[0] = 0;
  }

  @Override
  String structure() {
    return "Sequence";
  }

  @Override
  void setStructure(final Object structure) throws RejectedExample {
    if (!(structure instanceof Sequence sequence)) {
      throw refused(structure.getClass().getSimpleName());
    }
    for (final Object features : sequence.getTokens()) {
      addToken(features instanceof NamedFeatures);
      endToken(setFeatures(features, starts[length - 1]));
    }
    int labels = 0;
    for (final String label : sequence.getLabels()) {
      reserveLabels(labels + 1);
      labelOffsets[labels] = textSize();
      labelLengths[labels++] = append(label);
    }
    complete(labels);
  }

  /** Begins the next token. */
  void addToken(final boolean byName) throws RejectedExample {
    if (length == MAX_TOKENS) {
      throw new RejectedExample(
          Rejection.LENGTH, "more than the " + MAX_TOKENS + " tokens allowed");
    }
    named = room(named, length + 1);
    starts = room(starts, length + 2);
    named[length++] = byName;
  }

  /** Ends the token begun last, whose features end before a position. */
  void endToken(final int end) {
    starts[length] = end;
  }

  /** Holds the number of labels against that of the tokens; none are all unobserved. */
  void complete(final int labels) throws RejectedExample {
    if (length == 0) {
      throw new RejectedExample(Rejection.LENGTH, "a sequence needs a token");
    }
    if (labels != 0 && labels != length) {
      throw new RejectedExample(Rejection.LABEL, labels + " labels for " + length + " tokens");
    }
    if (labels == 0) {
      reserveLabels(length);
      Arrays.fill(labelLengths, 0, length, -1);
    }
  }
}
