package org.majorant.ops.cli;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;
import org.majorant.schema.ModelHead;

/** Examples a second, by the versions of the last seconds. */
final class Pace {
  private static final long WINDOW_MILLIS = 10_000;

  private final Deque<ModelHead> versions = new ArrayDeque<>();

  /** Takes a version, newer than all before; the same again does nothing. */
  void add(final ModelHead head) {
    if (versions.isEmpty() || head.getVersion() > versions.getLast().getVersion()) {
      versions.addLast(head);
    }
  }

  /**
   * The rate since the last version before the window, or the first in it.
   *
   * @param now milliseconds since the epoch
   * @return empty before the second version
   */
  OptionalDouble perSecond(final long now) {
    final long begin = now - WINDOW_MILLIS;
    while (versions.size() > 2 && second().getCreated() < begin) {
      versions.removeFirst();
    }
    if (versions.size() < 2) {
      return OptionalDouble.empty();
    }
    final ModelHead last = versions.getLast();
    final ModelHead first = last.getCreated() < begin ? last : versions.getFirst();
    final long examples = last.getTally().getExamples() - first.getTally().getExamples();
    final long millis = Math.max(1, Math.max(now, last.getCreated()) - first.getCreated());
    return OptionalDouble.of(1000.0 * examples / millis);
  }

  private ModelHead second() {
    final var order = versions.iterator();
    order.next();
    return order.next();
  }
}
