package org.majorant.schema;

import static org.majorant.schema.GrowingArrays.copied;
import static org.majorant.schema.GrowingArrays.room;

/**
 * A decoded example of several feature vectors: the tokens of a sequence, a choice's alternatives,
 * the configurations of a graph's factors, the edges of a matching.
 */
public abstract class VectorsBuffer extends DecodedExample {
  /** Number of vectors, n. */
  public int length;

  /** Position of each vector's first feature, and after all; n + 1 of them. */
  public int[] starts = new int[64];

  /** Whether a vector's features come by name, else by index. */
  public boolean[] named = new boolean[64];

  private final int most;
  private final String vectors;

  /**
   * @param most vectors allowed
   * @param vectors what messages call them
   */
  VectorsBuffer(final int most, final String vectors) {
    this.most = most;
    this.vectors = vectors;
  }

  /** What messages call the vectors. */
  public final String vectors() {
    return vectors;
  }

  @Override
  void clear() {
    super.clear();
    length = 0;
    starts[0] = 0;
  }

  @Override
  int features() {
    return starts[length];
  }

  @Override
  void copy(final DecodedExample other) {
    super.copy(other);
    final VectorsBuffer from = (VectorsBuffer) other;
    length = from.length;
    starts = copied(from.starts, starts, length + 1);
    named = copied(from.named, named, length);
  }

  /** Takes a vector that is an object already. */
  final void setVector(final Object features) throws RejectedExample {
    beginVector(features instanceof NamedFeatures);
    endVector(setFeatures(features, starts[length - 1]));
  }

  /** Takes an array of vectors from a record, behind those that are there. */
  final void decodeVectors(final AvroCursor cursor) throws RejectedExample {
    for (int n = cursor.block(3, vectors); n > 0; n = cursor.block(3, vectors)) {
      for (int i = 0; i < n; i++) {
        decodeVector(cursor);
      }
    }
  }

  /** Takes a vector from a record, behind those that are there. */
  final void decodeVector(final AvroCursor cursor) throws RejectedExample {
    final boolean byName = cursor.branch(2, "features") == 1;
    beginVector(byName);
    endVector(decodeFeatures(cursor, byName, starts[length - 1]));
  }

  /** Begins the next vector. */
  private void beginVector(final boolean byName) throws RejectedExample {
    if (length == most) {
      throw new RejectedExample(
          Rejection.LENGTH, "more than the " + most + " " + vectors + " allowed");
    }
    named = room(named, length + 1);
    starts = room(starts, length + 2);
    named[length++] = byName;
  }

  /** Ends the vector begun last, whose features end before a position. */
  private void endVector(final int end) {
    starts[length] = end;
  }
}
