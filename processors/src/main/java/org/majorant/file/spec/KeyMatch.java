package org.majorant.file.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.majorant.file.UnusableData;

/**
 * The keys by which labels find their events. Of all pairs of places, one of a topic each, it is
 * the pair by which most labels find an event, and each counts less the more events it finds,
 *
 * <pre>
 *   s(l, e) = Σ_i 1 / #{events that have at e what label i has at l}
 * </pre>
 *
 * because the customer of an order does not tell which order it is.
 *
 * @param label where labels have it
 * @param event where events have it
 * @param found labels that find an event
 */
record KeyMatch(JoinSide.Place label, JoinSide.Place event, double score, long found) {
  /** Of the best one: two as close as that may both be meant. */
  private static final double AS_GOOD = 0.95;

  /** By chance some values are the same anywhere. */
  private static final double CHANCE = 0.01;

  private static KeyMatch of(final JoinSide.Place label, final JoinSide.Place event) {
    final Map<String, Integer> counts = event.counts();
    double score = 0;
    long found = 0;
    for (final Map.Entry<String, Integer> key : label.counts().entrySet()) {
      final int events = counts.getOrDefault(key.getKey(), 0);
      if (events > 0) {
        score += (double) key.getValue() / events;
        found += key.getValue();
      }
    }
    return new KeyMatch(label, event, score, found);
  }

  /**
   * @param named whether somebody has said where labels have their key
   * @throws UnusableData where there are none, or two as good
   */
  static KeyMatch best(final JoinSide events, final JoinSide labels, final boolean named) {
    final List<KeyMatch> all = new ArrayList<>();
    for (final JoinSide.Place label : labels.places()) {
      events.places().forEach(event -> all.add(of(label, event)));
    }
    all.sort(Comparator.comparing(KeyMatch::score).reversed());
    final long least = named ? 1 : Math.max(1, (long) Math.ceil(CHANCE * labels.rows()));
    if (all.isEmpty() || all.get(0).found < least) {
      throw new UnusableData(
          "%,d of %,d labels of %s have the key of one of %,d events of %s: read more of both by --records%s"
              .formatted(
                  all.isEmpty() ? 0 : all.get(0).found,
                  labels.rows(),
                  labels.sample().source(),
                  events.rows(),
                  events.sample().source(),
                  named ? "" : ", or name the path of the labels' key by --label-key"));
    }
    final KeyMatch best = all.get(0);
    if (all.size() > 1 && all.get(1).score >= AS_GOOD * best.score) {
      final KeyMatch other = all.get(1);
      throw new UnusableData(
          "labels of %s find events of %s as well by %s as by %s: %s"
              .formatted(
                  labels.sample().source(),
                  events.sample().source(),
                  best.shown(),
                  other.shown(),
                  best.label == other.label
                      ? "leave out one of the events' two by --ignore-columns"
                      : "name the path of the labels' key by --label-key"));
    }
    return best;
  }

  private String shown() {
    return "%s of labels and %s of events".formatted(label.shown(), event.shown());
  }
}
