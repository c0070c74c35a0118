package org.majorant.file;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.majorant.row.Column;
import org.majorant.schema.RejectedExample;

/**
 * Labels that are several to the learner and one to people: {@code +1}, {@code 1} and {@code 1.0};
 * {@code True} and {@code true}; é as one character, or as two. Each learns but its own examples.
 */
public final class LabelTwins {
  private LabelTwins() {}

  /** What is to be said of some labels, in one line; null: nothing. */
  public static String told(final Collection<String> labels) {
    final Map<String, List<String>> alike = new TreeMap<>();
    labels.forEach(label -> alike.computeIfAbsent(plain(label), l -> new ArrayList<>()).add(label));
    alike.values().removeIf(twins -> twins.size() == 1);
    return alike.isEmpty()
        ? null
        : "these labels are different classes, though they look alike: %s; write each class one way"
            .formatted(
                alike.values().stream()
                    .map(
                        twins ->
                            twins.stream()
                                .map(RejectedExample::quote)
                                .collect(Collectors.joining(" and ")))
                    .collect(Collectors.joining(", ")));
  }

  private static String plain(final String label) {
    return Column.isNumber(label)
        ? Double.toString(Double.parseDouble(label) + 0.0)
        : Normalizer.normalize(label, Normalizer.Form.NFKC).strip().toLowerCase(Locale.ROOT);
  }
}
