package org.majorant.trace;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Collects what a version is made from, and follows the version that was written until it is known
 * to be committed. An instance has one, whichever thread majorizes there: a thread that fails
 * leaves a transaction behind, and only the next one learns from its stores what became of it.
 */
public final class VersionTrace {
  /** Of each kind of step: a trace of many partitions stays readable. */
  private static final int MOST = 64;

  private final Traces traces;
  private List<SummaryStep> summaries = new ArrayList<>();
  private List<VersionSteps.Turn> turns = new ArrayList<>();
  private long untold;
  private Traces.Open open; // null: all versions are known to be committed, or not to be
  private long openVersion;
  private boolean seen; // a tick has passed since it was written

  public VersionTrace(final Traces traces) {
    this.traces = traces;
  }

  /** What workers keep for it. */
  public ExampleTrace ofExamples() {
    return new ExampleTrace(traces);
  }

  /** A summary was delivered that was shipped at that time. */
  public synchronized void received(final Headers headers, final long shipped, final long now) {
    final Header header = traces.areOn() ? headers.lastHeader(SummaryStep.HEADER) : null;
    if (header == null || header.value() == null) {
      return;
    }
    if (summaries.size() < MOST) {
      SummaryStep.read(header.value(), shipped, now).ifPresent(summaries::add);
    } else {
      untold++;
    }
  }

  /** A turn of the majorizer is over, whether it gives a version or not. */
  public synchronized void turned(final VersionSteps.Turn turn) {
    if (!traces.areOn()) {
      return;
    }
    if (turns.size() == MOST) {
      turns.remove(0);
    }
    turns.add(turn);
  }

  /** A version is written now; returns the headers of its last record. */
  public synchronized Headers published(final VersionSteps.Publication version) {
    final Headers headers = new RecordHeaders();
    if (traces.areOn()) {
      end(version.time(), true); // the next one can only follow one that was committed
      open = traces.begin(new VersionSteps(summaries, untold, turns, version));
      openVersion = version.version();
      seen = false;
      headers.add(SummaryStep.PARENT, open.parent().getBytes(StandardCharsets.UTF_8));
      begin();
    }
    return headers;
  }

  /**
   * A clock of the stream thread ticks, always the same one. The thread commits between two ticks
   * of it, since that was asked for when the version was written; a commit that fails ends the
   * task. Only while the group rebalances may the commit come later, and this is said too early.
   */
  public synchronized void tick(final long now) {
    if (seen) {
      end(now, true);
    }
    seen = open != null;
  }

  /** A majorizer begins, and its store says which version was committed last. */
  public synchronized void restored(final long version, final long now) {
    end(now, version >= openVersion);
    begin();
  }

  private void begin() {
    summaries = new ArrayList<>();
    turns = new ArrayList<>();
    untold = 0;
  }

  private void end(final long now, final boolean committed) {
    if (open != null && committed) {
      open.committed(now);
    } else if (open != null) {
      open.aborted(now);
    }
    open = null;
    seen = false;
  }
}
