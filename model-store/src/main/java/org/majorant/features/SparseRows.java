package org.majorant.features;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.VectorsBuffer;

/**
 * An example of several feature vectors in the index space of a model, one behind the other, each
 * as that of a {@link SparsePoint}. Reused from example to example.
 */
public abstract class SparseRows implements Example {
  /** Number of rows, n. */
  public int length;

  /** Position of each row's first feature, and after all; n + 1 of them. */
  public int[] starts;

  public int[] indices;

  /** Finite. */
  public double[] values;

  /** The example's likelihood counts this many times. */
  public double weight;

  /** The row that {@link #appendRow} takes. */
  final SparsePoint row;

  SparseRows() {
    starts = new int[64];
    indices = new int[1024];
    values = new double[1024];
    row = new SparsePoint();
  }

  /** A copy without features. */
  SparseRows(final SparseRows x) {
    row = null;
    length = x.length;
    weight = x.weight;
  }

  @Override
  public final double weight() {
    return weight;
  }

  /** Forgets all rows. */
  void clear(final double weight) {
    this.weight = weight;
    length = 0;
    row.names.open();
  }

  /**
   * Scores of the rows, where a feature has one weight.
   *
   * @param theta weights, one a feature
   * @param out length n or longer, written: θᵀx
   */
  public final void score(final double[] theta, final double[] out) {
    score(at -> theta[at], out);
  }

  /** The same with weights that are looked up. */
  public void score(final IntToDoubleFunction theta, final double[] out) {
    for (int w = 0; w < length; w++) {
      double score = 0;
      for (int j = starts[w]; j < starts[w + 1]; j++) {
        score += values[j] * theta.applyAsDouble(indices[j]);
      }
      out[w] = score;
    }
  }

  /**
   * Rejects an example that has no room, before anything is allocated for it here.
   *
   * @param others bytes of what it takes beside its features
   */
  static void requireRoom(final VectorsBuffer in, final FeatureSpace space, final double others)
      throws RejectedExample {
    final double features = space.room().features(in.starts[in.length], in.length);
    final double needed = others + features * ExampleRoom.FEATURE;
    if (!space.room().has(needed)) {
      throw space
          .room()
          .refusal(needed, "%d %s with %.0f features".formatted(in.length, in.vectors(), features));
    }
  }

  /**
   * Rejects an example if there is no room for what it takes by its distinct features. They are
   * counted only where that decides it.
   *
   * @param others bytes of what it takes beside its features
   * @param each bytes of a distinct feature
   */
  final void requireRoom(final FeatureSpace space, final double others, final double each)
      throws RejectedExample {
    final int size = starts[length];
    final double least = others + (double) size * ExampleRoom.FEATURE;
    if (!space.room().has(least + size * each)) {
      final int distinct = distinct();
      if (!space.room().has(least + distinct * each)) {
        throw space
            .room()
            .refusal(
                least + distinct * each,
                "%d distinct features in %d vectors".formatted(distinct, length));
      }
    }
  }

  private int distinct() {
    final int[] sorted = Arrays.copyOf(indices, starts[length]);
    Arrays.sort(sorted);
    int count = 0;
    for (int j = 0; j < sorted.length; j++) {
      count += j == 0 || sorted[j] != sorted[j - 1] ? 1 : 0;
    }
    return count;
  }

  /** Appends {@link #row}. */
  final void appendRow() {
    final int from = starts[length];
    final int end = from + row.size;
    if (length + 1 == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    if (end > indices.length) {
      indices = Arrays.copyOf(indices, 2 * end);
      values = Arrays.copyOf(values, 2 * end);
    }
    System.arraycopy(row.indices, 0, indices, from, row.size);
    System.arraycopy(row.values, 0, values, from, row.size);
    starts[++length] = end;
  }

  /** Appends each vector of a decoded example. */
  final void appendRows(final VectorsBuffer in, final FeatureSpace space) throws RejectedExample {
    for (int w = 0; w < in.length; w++) {
      space.map(in, in.starts[w], in.starts[w + 1], in.named[w], row);
      appendRow();
    }
  }
}
