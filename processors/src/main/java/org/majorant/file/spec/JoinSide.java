package org.majorant.file.spec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import org.majorant.event.EventReader;
import org.majorant.join.EventTime;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;

/**
 * What the records of one topic of a join have where a key or a time may be: their own, and those
 * at some paths.
 */
final class JoinSide {
  /** Those with the most different values. */
  private static final int MOST_PLACES = 20;

  /** A path of times is that of the event, if this share of records was written after it. */
  private static final double MOST = 0.99;

  /** By which a record's own time may differ from its event's, and by which clocks differ, ms. */
  private static final long CLOSE = 60_000;

  private final TopicSample sample;
  private final EventProfile profile;
  private final List<TopicSample.Entry> rows = new ArrayList<>();
  private final Map<String, List<String>> texts = new LinkedHashMap<>();
  private final List<Place> places = new ArrayList<>();
  private final String timePath;

  /**
   * Where a key may be.
   *
   * @param path null: it is the record's own
   * @param keys of all rows, a byte a character; null where there is none
   * @param counts how many rows have a key
   * @param same paths that have the same texts
   */
  record Place(String path, List<String> keys, Map<String, Integer> counts, Set<String> same) {
    private static Place of(final String path, final List<String> keys) {
      final Map<String, Integer> counts = new HashMap<>();
      keys.stream().filter(key -> key != null).forEach(key -> counts.merge(key, 1, Integer::sum));
      return new Place(path, keys, counts, new LinkedHashSet<>());
    }

    String shown() {
      return path == null ? "the record's key" : RejectedExample.quote(path);
    }

    /** Whether it says what another one says, in each row that has both, and most have. */
    private boolean isLike(final Place other) {
      int both = 0;
      for (int i = 0; i < keys.size(); i++) {
        if (keys.get(i) != null && other.keys.get(i) != null) {
          if (!keys.get(i).equals(other.keys.get(i))) {
            return false;
          }
          both++;
        }
      }
      return 2 * both > keys.size();
    }
  }

  /**
   * @param wanted the path of the key; null: nobody has said so
   * @param unwanted paths that make no features, and no key
   */
  JoinSide(
      final TopicSample sample,
      final EventProfile profile,
      final String wanted,
      final Collection<String> unwanted,
      final SchemaRegistry registry) {
    this.sample = sample;
    this.profile = profile;
    final List<String> paths = wanted == null ? places(unwanted) : List.of(wanted);
    final List<String> times =
        profile.columns().stream()
            .filter(column -> column.kind() == ColumnProfile.Kind.DATE && column.isTimed())
            .map(ColumnProfile::name)
            .toList();
    paths.forEach(path -> texts.put(path, new ArrayList<>()));
    times.forEach(path -> texts.put(path, new ArrayList<>()));
    read(new EventReader(profile.events(), null, texts.keySet(), registry));
    if (wanted == null) {
      addPlace(null, rows.stream().map(row -> text(row.key())).toList());
    }
    paths.forEach(path -> addPlace(path, texts.get(path).stream().map(JoinSide::key).toList()));
    timePath = times.size() == 1 && isTime(texts.get(times.get(0))) ? times.get(0) : null;
  }

  private List<String> places(final Collection<String> unwanted) {
    return profile.columns().stream()
        .filter(column -> column.different() > 1 && !column.isBag())
        .filter(column -> !unwanted.contains(column.name()) && !isDate(column))
        .sorted(Comparator.comparing(ColumnProfile::different).reversed())
        .limit(MOST_PLACES)
        .map(ColumnProfile::name)
        .toList();
  }

  /** A time that both sides have tells as little which event it is as a customer does. */
  private static boolean isDate(final ColumnProfile column) {
    return column.kind() == ColumnProfile.Kind.DATE && !column.isEpoch();
  }

  private void read(final EventReader reader) {
    for (final TopicSample.Entry record : sample.records()) {
      try {
        reader.open(record.value(), record.headers());
      } catch (final RejectedExample e) {
        continue; // the profile has told it
      }
      if (reader.hasRow()) {
        rows.add(record);
        texts.forEach((path, all) -> all.add(text(reader, path)));
      }
    }
  }

  private static String text(final EventReader reader, final String path) {
    try {
      return reader.text(path).filter(text -> !text.isEmpty()).orElse(null);
    } catch (final RejectedExample e) {
      return null; // there is an array or a record
    }
  }

  private static String text(final byte[] key) {
    return key == null ? null : new String(key, ISO_8859_1);
  }

  private static String key(final String text) {
    return text == null ? null : text(text.getBytes(UTF_8));
  }

  /** The record's own key comes first: with it nothing has to be written again by another one. */
  private void addPlace(final String path, final List<String> keys) {
    final Place place = Place.of(path, keys);
    if (place.counts.isEmpty()) {
      return;
    }
    for (final Place known : places) {
      if (known.isLike(place)) {
        known.same.add(path);
        return;
      }
    }
    places.add(place);
  }

  /**
   * Whether it is better than the records' own time: those were written later, as a history is that
   * somebody sends again.
   */
  private boolean isTime(final List<String> written) {
    final long[] behind =
        LongStream.range(0, rows.size())
            .filter(i -> written.get((int) i) != null)
            .flatMap(
                i ->
                    EventTime.millis(written.get((int) i)).stream()
                        .map(time -> rows.get((int) i).time() - time))
            .sorted()
            .toArray();
    return behind.length >= MOST * rows.size()
        && behind.length > 0
        && behind[(int) ((1 - MOST) * behind.length)] >= -CLOSE
        && behind[behind.length / 2] > CLOSE;
  }

  List<Place> places() {
    return places;
  }

  EventProfile profile() {
    return profile;
  }

  TopicSample sample() {
    return sample;
  }

  int rows() {
    return rows.size();
  }

  /** Where the time of a record stands; null: the record's own. */
  String timePath() {
    return timePath;
  }

  /** Milliseconds since the epoch. */
  long time(final int row) {
    final long own = rows.get(row).time();
    final String text = timePath == null ? null : texts.get(timePath).get(row);
    final OptionalLong time = text == null ? OptionalLong.empty() : EventTime.millis(text);
    return time.orElse(own);
  }
}
