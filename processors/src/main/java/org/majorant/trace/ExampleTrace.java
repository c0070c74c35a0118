package org.majorant.trace;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** What a worker keeps of its examples for the trace of a version, until it ships a summary. */
public final class ExampleTrace {
  private final Traces traces;
  private final List<Parent> parents = new ArrayList<>();
  private long oldest = Long.MAX_VALUE;

  /** The context of an example that is not shipped. */
  private record Parent(long offset, String header) {}

  public ExampleTrace(final Traces traces) {
    this.traces = traces;
  }

  /** A record of examples was delivered, which may be held for long. */
  public void delivered(final long offset, final Headers headers) {
    if (!traces.areOn() || parents.size() == SummaryStep.MOST_PARENTS) {
      return;
    }
    final Header header = headers.lastHeader(SummaryStep.PARENT);
    if (header == null || header.value() == null) {
      return;
    }
    final String parent = new String(header.value(), StandardCharsets.UTF_8);
    if (SummaryStep.isParent(parent)) {
      parents.add(new Parent(offset, parent));
    }
  }

  /** A record of that time is learned now. */
  public void learned(final long time) {
    oldest = Math.min(oldest, time);
  }

  /** The headers of the summary of the offsets [from, to). */
  public Headers shipped(final int partition, final long from, final long to, final long now) {
    final Headers headers = new RecordHeaders();
    if (traces.areOn() && to > from) { // others only say that a worker holds
      final List<String> covered =
          parents.stream().filter(p -> p.offset < to).map(Parent::header).toList();
      final SummaryStep step =
          new SummaryStep(
              traces.instance(), partition, from, to, Math.min(oldest, now), now, now, covered);
      headers.add(SummaryStep.HEADER, step.header());
      parents.removeIf(p -> p.offset < to);
      oldest = Long.MAX_VALUE;
    }
    return headers;
  }
}
