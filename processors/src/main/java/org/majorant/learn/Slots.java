package org.majorant.learn;

import java.util.Arrays;
import org.majorant.features.SparseRows;

/**
 * The distinct features of an example's rows, each in a slot: what is known of them can then be
 * dense, and is read and written once, however many rows have them.
 *
 * <p>Hot. Allocates nothing once its buffers have grown.
 */
final class Slots {
  private final int[] slotOf; // by feature; of an earlier example unless features[slot] is it
  private int size;
  private int[] features = new int[256];
  private int[] slots = new int[1024]; // by position in the example

  /**
   * @param features size of the index space
   */
  Slots(final int features) {
    slotOf = new int[features];
  }

  /** Takes an example. */
  void open(final SparseRows x) {
    size = 0;
    final int end = x.starts[x.length];
    if (slots.length < end) {
      slots = new int[2 * end];
    }
    if (features.length < end) {
      features = Arrays.copyOf(features, 2 * end);
    }
    for (int j = 0; j < end; j++) {
      final int feature = x.indices[j];
      int slot = slotOf[feature];
      if (slot >= size || features[slot] != feature) {
        slot = size++;
        slotOf[feature] = slot;
        features[slot] = feature;
      }
      slots[j] = slot;
    }
  }

  /** How many there are. */
  int size() {
    return size;
  }

  /** The feature of each slot; only to be read. */
  int[] features() {
    return features;
  }

  /** The slot at each position in the example; only to be read. */
  int[] ofPositions() {
    return slots;
  }
}
