package org.majorant.join;

import java.util.Set;

/**
 * How events get their labels.
 *
 * @param waitMillis how far the times of an event and its label are apart at most
 * @param otherwise the label of an event that gets none in time; null: such an event has none
 * @param last whether the last label of the wait counts, and not the first; of late labels that
 *     correct an event, each or the first
 * @param reviseMillis for how long after the wait a label corrects its event; 0: it is only counted
 * @param labels of the model, which rejects others, so that they leave a corrected event as it is
 */
public record JoinRules(
    long waitMillis, String otherwise, boolean last, long reviseMillis, Set<String> labels) {
  /** Labels that come after the wait are only counted. */
  public JoinRules(final long waitMillis, final String otherwise, final boolean last) {
    this(waitMillis, otherwise, last, 0, Set.of());
  }

  /**
   * Whether an event is given out when its wait has ended, and not with its first label. Where a
   * missing label has a meaning, the events with a label would come out a wait before those
   * without, and the model would believe for as long that there are more of them.
   */
  boolean atEnd() {
    return last || otherwise != null;
  }

  boolean match(final Entry one, final Entry other) {
    return Math.abs(one.time() - other.time()) <= waitMillis;
  }

  /** Whether a label corrects an event whose wait has ended. */
  boolean corrects(final Entry label, final Entry event) {
    final long after = label.time() - event.time();
    return reviseMillis > 0
        && event.isCorrectable()
        && after >= -waitMillis
        && after - waitMillis <= reviseMillis;
  }
}
