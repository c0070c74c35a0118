package org.majorant.ops.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;
import org.majorant.schema.ModelHead;

/** How many examples a second a model learns, from the versions of the last seconds. */
final class Pace {
  private static final long WINDOW_MILLIS = 10_000;

  private final Deque<ModelHead> versions = new ArrayDeque<>();

  /** Takes a version, newer than all before; the same again does nothing. */
  public void add(final ModelHead head) {
    if (versions.isEmpty() || head.getVersion() > versions.getLast().getVersion()) {
      versions.addLast(head);
    }
  }

  /**
   * The rate from the oldest version of the window, or the last before it, to the newest: 0 where
   * that is older than the window.
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
    final ModelHead first = versions.getFirst();
    final ModelHead last = versions.getLast();
    if (last.getCreated() < begin) {
      return OptionalDouble.of(0);
    }
    final long examples = last.getTally().getExamples() - first.getTally().getExamples();
    return OptionalDouble.of(
        1000.0 * examples / Math.max(1, last.getCreated() - first.getCreated()));
  }

  private ModelHead second() {
    final var order = versions.iterator();
    order.next();
    return order.next();
  }
}
