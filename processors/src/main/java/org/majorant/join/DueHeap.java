package org.majorant.join;

import java.util.Arrays;

/** A binary heap of entries by the order in which their waits end, of two ints for an entry. */
final class DueHeap {
  /** Which of two entries comes first. */
  @FunctionalInterface
  interface Order {
    /** Whether the first entry comes before the second one. */
    boolean isBefore(int one, int other);
  }

  private final Order order;
  private int[] heap = new int[64];
  private int[] places = new int[64]; // of each entry in the heap
  private int size;

  DueHeap(final Order order) {
    this.order = order;
  }

  int size() {
    return size;
  }

  /** Bytes of its arrays. */
  long bytes() {
    return (long) Integer.BYTES * (heap.length + places.length);
  }

  /** The entry that comes first; there is one. */
  int first() {
    return heap[0];
  }

  void add(final int entry) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, grown(size));
    }
    if (entry >= places.length) {
      places = Arrays.copyOf(places, grown(entry));
    }
    heap[size] = entry;
    places[entry] = size;
    up(size++);
  }

  /** An entry's place in the order has changed. */
  void moved(final int entry) {
    up(places[entry]);
    down(places[entry]);
  }

  void remove(final int entry) {
    final int hole = places[entry];
    final int last = heap[--size];
    if (hole < size) {
      put(last, hole);
      moved(last);
    }
  }

  /** A longer length, by a sixteenth: the room beyond what is used counts for each entry. */
  static int grown(final int length) {
    return (int) Math.min(length + length / 16L + 64, Integer.MAX_VALUE - 8);
  }

  private void up(final int from) {
    final int entry = heap[from];
    int at = from;
    while (at > 0 && order.isBefore(entry, heap[(at - 1) >> 1])) {
      put(heap[(at - 1) >> 1], at);
      at = (at - 1) >> 1;
    }
    put(entry, at);
  }

  private void down(final int from) {
    final int entry = heap[from];
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && order.isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!order.isBefore(heap[child], entry)) {
        break;
      }
      put(heap[child], at);
      at = child;
    }
    put(entry, at);
  }

  private void put(final int entry, final int at) {
    heap[at] = entry;
    places[entry] = at;
  }
}
