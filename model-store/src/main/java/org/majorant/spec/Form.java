package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.majorant.schema.ModelSpec;

/**
 * What may stand in a field, and its value.
 *
 * @param values in Markdown
 * @param reader faults what is none of them; null: the value goes by other fields, as of auto
 * @param writer null: nothing is written
 */
record Form<T>(String values, Function<Field, T> reader, Function<T, JsonNode> writer) {
  Form(final String values, final Function<Field, T> reader) {
    this(values, reader, YamlText::node);
  }

  Optional<T> read(final Field field) {
    return Optional.ofNullable(reader.apply(field));
  }

  /**
   * @param place of the value in the record, with dots
   */
  @SuppressWarnings("unchecked")
  SpecField.Access at(final String place) {
    return new SpecField.Access(
        values,
        (field, spec) -> read(field).ifPresent(value -> put(spec, place, value)),
        spec -> get(spec, place).map(value -> writer.apply((T) value)).orElse(null));
  }

  /** The same as the only field of a record that is one of a union. */
  <R> Form<R> of(final Class<R> type, final Function<T, R> make, final Function<R, T> get) {
    return new Form<>(
        values,
        field -> make.apply(reader.apply(field)),
        record -> type.isInstance(record) ? writer.apply(get.apply(record)) : null);
  }

  static Form<Integer> integer(final int least, final int most) {
    return new Form<>(
        String.format(Locale.ROOT, "%,d to %,d", least, most), field -> field.integer(least, most));
  }

  static Form<Double> positive() {
    return new Form<>("above 0", Field::positive);
  }

  static Form<Boolean> flag() {
    return new Form<>("`true`, `false`", field -> field.word("true", "false").equals("true"));
  }

  /**
   * @param form a regular expression
   */
  static Form<String> text(final String values, final String form) {
    return new Form<>(values, field -> field.name(form));
  }

  /** The word for a constant. */
  static <E extends Enum<E>> Form<E> word(final Class<E> type, final String... others) {
    final String[] words = Spelling.all(type, others);
    return new Form<>(shown(words), field -> Spelling.read(type, field.word(words)).orElse(null));
  }

  /** The words for some constants. */
  static <E extends Enum<E>> Form<List<E>> wordsOf(final Class<E> type) {
    final String[] words = Spelling.all(type);
    return new Form<>(
        "a list of " + shown(words), field -> constants(field, type), YamlText::nodeUnlessEmpty);
  }

  static String shown(final String... words) {
    return "`" + String.join("`, `", words) + "`";
  }

  private static <E extends Enum<E>> List<E> constants(final Field field, final Class<E> type) {
    final List<String> words = field.words();
    final List<String> known = List.of(Spelling.all(type));
    words.stream()
        .filter(word -> !known.contains(word))
        .forEach(w -> field.fault("'%s' is not one of %s".formatted(w, String.join(", ", known))));
    return words.stream().flatMap(word -> Spelling.read(type, word).stream()).toList();
  }

  static Form<List<String>> words() {
    return new Form<>("a list", Field::words, YamlText::nodeUnlessEmpty);
  }

  static Form<Long> duration() {
    return new Form<>("a duration", Form::millis, millis -> YamlText.node(Durations.text(millis)));
  }

  private static long millis(final Field field) {
    final String text = field.text("");
    final OptionalLong millis = Durations.millis(text);
    if (millis.isEmpty()) {
      field.fault("'" + text + "' is not a duration as 500ms, 30s, 5m");
    }
    return millis.orElse(0);
  }

  private static void put(final ModelSpec spec, final String place, final Object value) {
    final int last = place.lastIndexOf('.');
    if ((last < 0 ? spec : get(spec, place.substring(0, last)).orElse(null))
        instanceof IndexedRecord record) {
      final Schema.Field field = record.getSchema().getField(place.substring(last + 1));
      if (field != null) {
        record.put(field.pos(), value);
      }
    }
  }

  /** Empty where the spec has no such record, or another one of a union. */
  private static Optional<Object> get(final ModelSpec spec, final String place) {
    Object at = spec;
    for (final String name : List.of(place.split("\\."))) {
      final Schema.Field field =
          at instanceof IndexedRecord record ? record.getSchema().getField(name) : null;
      at = field == null ? null : ((IndexedRecord) at).get(field.pos());
    }
    return Optional.ofNullable(at);
  }
}
