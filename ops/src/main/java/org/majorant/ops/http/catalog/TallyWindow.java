package org.majorant.ops.http.catalog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.ModelHead;
import org.majorant.schema.Tally;
import org.majorant.tally.Tallies;

/**
 * The tallies of one model's versions in the last quarter of an hour: the newest, and before it
 * some that are a while apart, since a tally may have a thousand numbers. What two of them differ
 * by is how the examples between them were predicted. Immutable.
 */
public final class TallyWindow {
  /** Of a model without versions. */
  public static final TallyWindow NONE = new TallyWindow(List.of());

  /** How far back it reaches. */
  public static final Duration LONGEST = Duration.ofMinutes(15);

  /** How far apart the tallies of the model that is learned here are. */
  static final Duration FINE = Duration.ofSeconds(10);

  /** The same of other models, of which there may be many. */
  static final Duration COARSE = Duration.ofMinutes(5);

  private final List<Moment> moments;

  private TallyWindow(final List<Moment> moments) {
    this.moments = moments;
  }

  /**
   * What had been scored at some time.
   *
   * @param version that says so; 0: before the first one
   * @param created when, milliseconds since the epoch
   */
  public record Moment(long version, long created, Tally tally) {}

  /**
   * The same with a newer version.
   *
   * @param apart how far the tallies are apart that it keeps
   */
  TallyWindow with(final ModelHead head, final Duration apart) {
    final Moment newest = new Moment(head.getVersion(), head.getCreated(), head.getTally());
    final List<Moment> next = goesOn(head) ? new ArrayList<>(moments) : new ArrayList<>();
    final boolean first = head.getParent() == 0 || head.getSource() != null;
    if (next.isEmpty() && first) {
      next.add(new Moment(0, head.getCreated(), Tallies.empty()));
    }
    final int last = next.size() - 1;
    if (last > 1 && next.get(last).created - next.get(last - 1).created < apart.toMillis()) {
      next.remove(last);
    }
    next.add(newest);
    final long begin = newest.created - LONGEST.toMillis();
    while (next.size() > 2 && next.get(1).created <= begin) {
      next.remove(0);
    }
    return new TallyWindow(List.copyOf(next));
  }

  /** Whether its tally has all that was counted so far: not after a rollback, nor of a batch. */
  private boolean goesOn(final ModelHead head) {
    if (moments.isEmpty() || head.getSource() != null) {
      return false;
    }
    final Tally before = newest().tally;
    final Tally now = head.getTally();
    return head.getVersion() > newest().version
        && now.getExamples() >= before.getExamples()
        && now.getUndone() == before.getUndone()
        && now.getImported() == before.getImported();
  }

  /** The newest version; there must be one. */
  public Moment newest() {
    return moments.get(moments.size() - 1);
  }

  /** Where the last so many minutes began, or what is known began later. */
  public Moment before(final Duration span) {
    final long begin = newest().created - span.toMillis();
    Moment before = moments.get(0);
    for (final Moment moment : moments) {
      before = moment.created <= begin ? moment : before;
    }
    return before;
  }
}
