package org.majorant.challenge;

/**
 * The losses that a model had on the examples of a partition, in their order, until they are
 * compared. A loss counts when what was learned with it is shipped: before that, the example may be
 * learned once more. Hot: allocates nothing once it is as long as it gets.
 */
final class LossLog {
  /** About as far as one worker may be ahead of another in the same task. */
  static final int MOST = 1 << 16;

  private long[] offsets = new long[64]; // a ring, as the others
  private int[] items = new int[64];
  private double[] losses = new double[64];
  private int first;
  private int size;
  private int settled; // of them, from the first on
  private long end = -1; // all before it is shipped

  /** An example is learned; the oldest loss goes where they are too many. */
  void add(final long offset, final int item, final double loss) {
    if (size == MOST) {
      remove();
    }
    if (size == offsets.length) {
      grow();
    }
    final int at = at(size);
    offsets[at] = offset;
    items[at] = item;
    losses[at] = loss;
    size++;
  }

  private void grow() {
    final int length = 2 * size;
    final long[] widerOffsets = new long[length];
    final int[] widerItems = new int[length];
    final double[] widerLosses = new double[length];
    for (int i = 0; i < size; i++) {
      widerOffsets[i] = offsets[at(i)];
      widerItems[i] = items[at(i)];
      widerLosses[i] = losses[at(i)];
    }
    offsets = widerOffsets;
    items = widerItems;
    losses = widerLosses;
    first = 0;
  }

  private int at(final int i) {
    return first + i & offsets.length - 1;
  }

  /** All examples of records before an offset are shipped. */
  void settle(final long to) {
    end = to;
    while (settled < size && offsets[at(settled)] < to) {
      settled++;
    }
  }

  /** What is not shipped is learned again. */
  void goBack() {
    size = settled;
  }

  /** Forgets all, as where a worker begins. */
  void clear() {
    size = 0;
    settled = 0;
    end = -1;
  }

  /** Whether there is a loss that counts. */
  boolean isSettled() {
    return settled > 0;
  }

  /** The offset before which all is settled. */
  long end() {
    return end;
  }

  /** Of the first. */
  long offset() {
    return offsets[first];
  }

  /** How the first of this one lies to the first of another one. */
  int compare(final LossLog other) {
    final int byOffset = Long.compare(offset(), other.offset());
    return byOffset != 0 ? byOffset : Integer.compare(items[first], other.items[other.first]);
  }

  /** Takes out the first. */
  double remove() {
    final double loss = losses[first];
    first = at(1);
    size--;
    settled = Math.max(0, settled - 1);
    return loss;
  }
}
