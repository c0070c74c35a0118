/**
 * The join of events with labels that come later, on a topic of their own. It knows no Kafka: it is
 * told of events, labels and the time, and says what became of each.
 *
 * <p>An event and a label of the same key match if their times are at most the wait apart:
 *
 * <pre>
 *   |t_label − t_event| ≤ wait
 * </pre>
 *
 * <p>An event gets the first label that matches it (or the last one), whichever of the two comes
 * first. An event whose wait has ended without one has the default, or no label. Where there is a
 * default, events are given out in the order of their times, each when its wait has ended: else
 * those with a label would come out before those without. Where the rules say so, an event stays
 * for some time longer, and a label that comes then corrects what was said of it.
 */
package org.majorant.join;
