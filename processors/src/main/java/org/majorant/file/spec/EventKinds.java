package org.majorant.file.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.majorant.event.EventReader;
import org.majorant.schema.EventFormat;
import org.majorant.schema.RejectedExample;

/**
 * Whether a topic has several kinds of events, of which a model may want one: a place of few texts,
 * as {@code type}, where the events of one text always have a path that those of another never
 * have.
 */
final class EventKinds {
  private static final Pattern NAME =
      Pattern.compile(
          "(?i)(.*[._])?(type|event|kind|name|action|table|topic|category)|.*[a-z](Type|Kind|Event|Name)");

  private static final int MOST_PLACES = 10;
  private static final int MOST_TEXTS = 20;

  /** Fewer events of a text say nothing of the others. */
  private static final int ENOUGH = 5;

  private final List<String> asked;
  private final Map<String, Map<String, Kind>> places = new LinkedHashMap<>();

  /** The events that have one text somewhere. */
  private static final class Kind {
    private final Map<String, Integer> paths = new HashMap<>();
    private int events;

    boolean isAlways(final String path) {
      return paths.getOrDefault(path, 0) == events;
    }
  }

  EventKinds(final EventFormat format) {
    asked =
        switch (format) {
          case JSON, AVRO -> List.of();
          case CLOUDEVENTS -> List.of("ce.type");
          case DEBEZIUM -> List.of("debezium.source.table");
        };
    asked.forEach(path -> places.put(path, new LinkedHashMap<>()));
  }

  /** What an envelope tells of its events. */
  List<String> asked() {
    return asked;
  }

  void add(final EventReader event, final Set<String> paths, final Map<String, String> cells)
      throws RejectedExample {
    for (final String path : asked) {
      final Optional<String> text = event.text(path);
      if (text.isPresent()) {
        add(path, text.get(), paths);
      }
    }
    cells.forEach(
        (path, text) -> {
          if (!text.isEmpty() && NAME.matcher(path).matches()) {
            add(path, text, paths);
          }
        });
  }

  private void add(final String place, final String text, final Set<String> paths) {
    if (places.size() == MOST_PLACES && !places.containsKey(place)) {
      return;
    }
    final Map<String, Kind> kinds = places.computeIfAbsent(place, p -> new LinkedHashMap<>());
    if (kinds.size() > MOST_TEXTS) {
      return; // they are no kinds
    }
    final Kind kind = kinds.computeIfAbsent(text, t -> new Kind());
    kind.events++;
    paths.forEach(path -> kind.paths.merge(path, 1, Integer::sum));
  }

  /** Lines for the comments of a spec, two of each place. */
  List<String> told() {
    final List<String> lines = new ArrayList<>();
    places.forEach(
        (place, kinds) -> {
          if (kinds.size() <= MOST_TEXTS && differ(List.copyOf(kinds.values()))) {
            lines.add("Events differ in their fields by what %s is:".formatted(place));
            lines.add(
                "where: {%s: [%s]}"
                    .formatted(
                        CommentedYaml.quoted(place),
                        kinds.keySet().stream()
                            .map(CommentedYaml::quoted)
                            .collect(Collectors.joining(", "))));
          }
        });
    return lines;
  }

  private static boolean differ(final List<Kind> kinds) {
    final List<Kind> known = kinds.stream().filter(kind -> kind.events >= ENOUGH).toList();
    return known.stream()
        .anyMatch(
            one ->
                one.paths.keySet().stream()
                    .filter(one::isAlways)
                    .anyMatch(
                        path -> known.stream().anyMatch(other -> !other.paths.containsKey(path))));
  }
}
