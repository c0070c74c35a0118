package org.majorant.research.bench;

import java.lang.management.ManagementFactory;

/** What of the heap is in use. */
final class LiveHeap {
  private LiveHeap() {}

  /** Bytes that are still used after a collection. */
  static long bytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
