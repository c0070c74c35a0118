package org.majorant.file.spec;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.majorant.file.UnusableData;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.Durations;
import org.majorant.spec.Spelling;

/**
 * How labels belong to events, where they come late on a topic of their own: by which key, where
 * they stand, and how long they take. All of it is found in samples of both topics.
 */
public final class FoundJoin {
  /** The share of labels whose delay the wait covers. */
  private static final double COVERED = 0.99;

  /** Waits that people would write. A shorter one than the first gains nobody much. */
  private static final List<String> WAITS =
      List.of(
          "10s", "30s", "1m", "2m", "5m", "10m", "30m", "1h", "2h", "4h", "8h", "12h", "1d", "2d",
          "3d", "5d", "7d", "10d", "14d", "21d", "30d", "45d", "60d", "90d", "180d", "365d");

  private static final int MOST_NUMBERS = 20;
  private static final int MOST_LABELS = 1000;

  private final JoinSide events;
  private final JoinSide labels;
  private final KeyMatch match;
  private final ColumnProfile label;
  private final long[] delays; // of the first label of each key, ascending, ms
  private final String wait;
  private final String otherwise;

  /**
   * What somebody has said already; null: it is to be found.
   *
   * @param key path of the labels' key
   * @param path of the label
   * @param longest delay that an event waits for, as a spec has it
   */
  public record Known(String key, String path, String longest) {}

  private FoundJoin(final JoinSide events, final JoinSide labels, final Known known) {
    this.events = events;
    this.labels = labels;
    match = KeyMatch.best(events, labels, known.key() != null);
    label = label(known.path());
    final Map<String, Long> times = firstTimes();
    delays = delays(times);
    wait = known.longest() == null ? longest() : known.longest();
    otherwise = label.different() == 1 ? otherwise(label.values().get(0)) : null;
    events.profile().join(labels(times.size()), match.event().path());
  }

  /**
   * Looks at both topics.
   *
   * @param writer the schema of all events, in JSON; null: they name theirs, or are in JSON
   * @param unwanted paths of events that make no features, and are no key
   * @throws IOException never, since the records are there
   * @throws UnusableData where events or labels cannot be read, or do not belong together, or more
   *     than one way to join them is as good
   */
  public static FoundJoin of(
      final TopicSample events,
      final TopicSample labels,
      final Known known,
      final String writer,
      final List<String> unwanted,
      final SchemaRegistry registry)
      throws IOException {
    final EventProfile event = EventProfile.half(events, writer, unwanted, registry);
    final EventProfile label = EventProfile.half(labels, null, List.of(), registry);
    requirePath(label, labels, known.key(), "--label-key");
    return new FoundJoin(
        new JoinSide(events, event, null, unwanted, registry),
        new JoinSide(labels, label, known.key(), List.of(), registry),
        known);
  }

  private static void requirePath(
      final EventProfile profile,
      final TopicSample sample,
      final String path,
      final String option) {
    if (path != null
        && profile.columns().stream().noneMatch(column -> column.name().equals(path))) {
      throw new UnusableData(
          "no record of %s has '%s': name one by %s of %s"
              .formatted(sample.source(), path, option, profile.known()));
    }
  }

  /** What the columns of the events are. */
  public EventProfile events() {
    return events.profile();
  }

  /** Why some labels cannot be read; null: all can. */
  public String fault() {
    return labels.profile().fault();
  }

  /** The one column that may be the label, or the one that somebody has named. */
  private ColumnProfile label(final String named) {
    requirePath(labels.profile(), labels.sample(), named, "--label-column");
    final List<ColumnProfile> all =
        labels.profile().columns().stream()
            .filter(column -> named == null ? mayBeLabel(column) : column.name().equals(named))
            .toList();
    final List<ColumnProfile> varied =
        all.stream().filter(column -> column.different() > 1).toList();
    final List<ColumnProfile> best = varied.isEmpty() ? all : varied;
    if (best.size() != 1) {
      throw new UnusableData(
          "%s of %s may be the label: name it by --label-column, one of %s"
              .formatted(
                  best.isEmpty() ? "no field" : "%,d fields".formatted(best.size()),
                  labels.sample().source(),
                  best.isEmpty()
                      ? labels.profile().known()
                      : best.stream()
                          .map(column -> RejectedExample.quote(column.name()))
                          .collect(Collectors.joining(", "))));
    }
    return best.get(0);
  }

  private boolean mayBeLabel(final ColumnProfile column) {
    final int different = column.different();
    return !column.name().equals(match.label().path())
        && !match.label().same().contains(column.name())
        && !column.isBag()
        && different > 0
        && switch (column.kind()) {
          case NUMBER -> different <= MOST_NUMBERS;
          case CONSTANT -> true;
          case CATEGORY ->
              different <= MOST_LABELS && (different <= 10 || 2L * different <= labels.rows());
          default -> false;
        };
  }

  /** The times of events by their key; of several events of a key, of the first. */
  private Map<String, Long> firstTimes() {
    final Map<String, Long> times = new HashMap<>();
    final List<String> keys = match.event().keys();
    IntStream.range(0, keys.size())
        .filter(i -> keys.get(i) != null)
        .forEach(i -> times.merge(keys.get(i), events.time(i), Math::min));
    return times;
  }

  private long[] delays(final Map<String, Long> times) {
    final Set<String> known = new HashSet<>();
    final List<String> keys = match.label().keys();
    return IntStream.range(0, keys.size())
        .filter(i -> times.containsKey(keys.get(i)) && known.add(keys.get(i)))
        .mapToLong(i -> Math.abs(labels.time(i) - times.get(keys.get(i))))
        .sorted()
        .toArray();
  }

  private long covered() {
    return delays[(int) Math.ceil(COVERED * delays.length) - 1];
  }

  private String longest() {
    return WAITS.stream()
        .filter(each -> Durations.millis(each).orElseThrow() >= covered())
        .findFirst()
        .orElseGet(() -> WAITS.get(WAITS.size() - 1));
  }

  /** What it means that no label comes, where all labels are the same. */
  private static String otherwise(final String only) {
    return switch (only) {
      case "yes" -> "no";
      case "true" -> "false";
      case "True" -> "False";
      case "1" -> "0";
      default -> "none";
    };
  }

  /** The labels that have come; where a missing one says something, those that have not, too. */
  private ColumnProfile labels(final int keys) {
    final ColumnProfile all = new ColumnProfile(label.name(), MOST_LABELS + 1, false);
    label.values().forEach(text -> addTo(all, text, label.count(text)));
    if (otherwise != null) {
      addTo(all, otherwise, Math.max(1, keys - delays.length));
    }
    return all;
  }

  private static void addTo(final ColumnProfile all, final String text, final int times) {
    for (int i = 0; i < times; i++) {
      all.add(text, text);
    }
  }

  /** What the spec's {@code input} has beside the format. */
  void writeInput(final CommentedYaml lines) {
    if (match.event().path() != null) {
      lines.add("  key: " + CommentedYaml.quoted(match.event().path()));
    }
    writeTime(lines, events);
  }

  private static void writeTime(final CommentedYaml lines, final JoinSide side) {
    if (side.timePath() != null) {
      lines.add("  # The records were written later than what they tell:");
      lines.add("  time: " + CommentedYaml.quoted(side.timePath()));
    }
  }

  /** The spec's {@code label}. */
  void write(final CommentedYaml lines) {
    lines.add("");
    lines.add(
        "# Labels have %s what events have %s: so %,d of"
            .formatted(shown(match.label()), shown(match.event()), match.found()));
    lines.add(
        "# the %,d labels in the sample find one of its %,d events."
            .formatted(labels.rows(), events.rows()));
    lines.add("label:");
    lines.add("  topic: " + CommentedYaml.quoted(labels.sample().topic()));
    lines.add("  format: " + Spelling.of(labels.profile().events().getFormat()));
    if (match.label().path() != null) {
      lines.add("  key: " + CommentedYaml.quoted(match.label().path()));
    }
    lines.add("  path: " + CommentedYaml.quoted(label.name()));
    writeTime(lines, labels);
    lines.add(
        "  # %.0f %% of these labels came within %s of their event, one half within %s. The sample"
            .formatted(100 * COVERED, shown(covered()), shown(delays[delays.length / 2])));
    lines.add("  # has events of %s, and no delays beyond that:".formatted(shown(span())));
    lines.add("  wait: " + wait);
    if (otherwise == null) {
      lines.add("  # default: LABEL   # of an event that gets none; without it nothing is learned");
    } else {
      lines.add("  # All labels are the same, so that a missing one says something, too:");
      lines.add("  default: " + CommentedYaml.quoted(otherwise));
    }
  }

  private static String shown(final JoinSide.Place place) {
    return CommentedYaml.oneLine((place.path() == null ? "as " : "at ") + place.shown());
  }

  private long span() {
    final long[] times =
        LongStream.range(0, events.rows()).map(i -> events.time((int) i)).toArray();
    return Arrays.stream(times).max().orElseThrow() - Arrays.stream(times).min().orElseThrow();
  }

  /** A duration as people say it, in the unit that leaves it two digits or so. */
  private static String shown(final long millis) {
    final List<String> units = List.of("d", "h", "m", "s");
    final long[] sizes = {86_400_000, 3_600_000, 60_000, 1000};
    for (int i = 0; i < sizes.length; i++) {
      if (millis >= 2 * sizes[i]) {
        return Math.round((double) millis / sizes[i]) + " " + units.get(i).replace("m", "min");
      }
    }
    return millis + " ms";
  }
}
