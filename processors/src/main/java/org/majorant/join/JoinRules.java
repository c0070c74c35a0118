package org.majorant.join;

/**
 * How events get their labels.
 *
 * @param waitMillis how far the times of an event and its label are apart at most
 * @param otherwise the label of an event that gets none in time; null: such an event has none
 * @param last whether the last label counts, when the wait has ended, and not the first at once
 */
public record JoinRules(long waitMillis, String otherwise, boolean last) {
  boolean match(final Entry one, final Entry other) {
    return Math.abs(one.time() - other.time()) <= waitMillis;
  }
}
