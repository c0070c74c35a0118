package org.majorant.schema;

import static org.majorant.schema.GrowingArrays.copied;
import static org.majorant.schema.GrowingArrays.room;

import java.util.Arrays;
import java.util.List;

/**
 * One decoded {@link Sequence}: at least one token, at most {@link #MAX_TOKENS}.
 *
 * <p>An {@link ExampleDecoder} fills it from a record, {@link #set} from an object.
 */
public final class SequenceBuffer extends VectorsBuffer {
  /** Longer sequences are rejected. */
  public static final int MAX_TOKENS = 10_000;

  /** Length of each token's row of the log-prior, one row behind the other; -1: no row. */
  public int[] priorLengths = new int[64];

  public SequenceBuffer() {
    super(MAX_TOKENS, "tokens");
  }

  /** A token's label as a string, for messages; null where there is none. */
  public String label(final int token) {
    return text(labelOffsets[token], labelLengths[token]);
  }

  @Override
  public int labelCount() {
    return length;
  }

  @Override
  public void forgetLabels() {
    Arrays.fill(labelLengths, 0, length, -1);
  }

  @Override
  DecodedExample another() {
    return new SequenceBuffer();
  }

  @Override
  void copy(final DecodedExample other) {
    super.copy(other);
    final SequenceBuffer from = (SequenceBuffer) other;
    priorLengths = copied(from.priorLengths, priorLengths, length);
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
      setVector(features);
    }
    int labels = 0;
    for (final String label : sequence.getLabels()) {
      takeLabel(labels++, textSize(), append(label));
    }
    complete(labels);
    if (sequence.getLogPrior() != null) {
      setPriors(sequence.getLogPrior());
    }
  }

  @Override
  void decodeStructure(final AvroCursor cursor) throws RejectedExample {
    decodeVectors(cursor);
    int labels = 0;
    for (int n = cursor.block(1, "labels"); n > 0; n = cursor.block(1, "labels")) {
      for (final int end = labels + n; labels < end; labels++) {
        final int size = cursor.nullableString("label");
        takeLabel(labels, cursor.position() - size, size);
      }
    }
    complete(labels);
    if (cursor.branch(2, "logPrior") == 1) {
      decodePriors(cursor);
    }
  }

  private void setPriors(final List<List<Double>> given) throws RejectedExample {
    logPriorSize = 0;
    int rows = 0;
    for (final List<Double> row : given) {
      final int size = row == null ? -1 : row.size();
      logPrior = room(logPrior, logPriorSize + Math.max(0, size));
      for (int i = 0; i < size; i++) {
        logPrior[logPriorSize + i] = row.get(i);
      }
      addPrior(rows++, size);
    }
    completePriors(rows);
  }

  private void decodePriors(final AvroCursor cursor) throws RejectedExample {
    logPriorSize = 0;
    int rows = 0;
    for (int n = cursor.block(1, "logPrior"); n > 0; n = cursor.block(1, "logPrior")) {
      for (int i = 0; i < n; i++) {
        int size = -1;
        if (cursor.branch(2, "logPrior") == 1) {
          logPrior = cursor.doubles(logPrior, logPriorSize, "logPrior");
          size = cursor.items();
        }
        addPrior(rows++, size);
      }
    }
    completePriors(rows);
  }

  /** Takes a token's row, whose numbers are there now. */
  private void addPrior(final int token, final int size) {
    priorLengths = room(priorLengths, token + 1);
    priorLengths[token] = size;
    logPriorSize += Math.max(0, size);
  }

  private void completePriors(final int rows) throws RejectedExample {
    if (rows != length) {
      throw new RejectedExample(
          Rejection.LOG_PRIOR, rows + " rows of logPrior for " + length + " tokens");
    }
  }

  /** Holds the number of labels against that of the tokens; none are all unobserved. */
  private void complete(final int labels) throws RejectedExample {
    if (length == 0) {
      throw new RejectedExample(Rejection.LENGTH, "a sequence needs a token");
    }
    if (labels != 0 && labels != length) {
      throw new RejectedExample(Rejection.LABEL, labels + " labels for " + length + " tokens");
    }
    for (int t = labels; t < length; t++) {
      takeLabel(t, 0, -1);
    }
  }
}
