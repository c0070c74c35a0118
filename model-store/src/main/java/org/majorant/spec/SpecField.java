package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;

/**
 * A field of a spec: a row of {@link SpecFields}, which knows all about it.
 *
 * @param path from the top of a file, with dots
 * @param otherwise the default, as in a file; or {@link #REQUIRED}, or {@link #NOTHING}
 * @param access how it is read and written
 * @param tasks that it is for
 * @param identity the value of which the {@link Fingerprint} says nothing; empty: it never says
 *     anything, since learned state does not depend on the field
 * @param judge of the field by the others, when each is right by itself; it may complete the spec
 * @param meaning a sentence in Markdown, for the page and the help
 */
record SpecField(
    String path,
    String otherwise,
    Access access,
    SpecTasks tasks,
    Optional<String> identity,
    BiConsumer<Field, ModelSpec> judge,
    String meaning) {
  /** In the place of a default: a task that takes the field needs it. */
  static final String REQUIRED = "required";

  /** In the place of a default: where the field is not given, nothing is read. */
  static final String NOTHING = "";

  /** As an identity: learned state does not depend on the field. */
  static final Optional<String> FREE = Optional.empty();

  /** As an identity: the fingerprint always has the field. */
  static final Optional<String> FIXED = Optional.of("");

  /**
   * How a field is read and written.
   *
   * @param values what may stand there, in Markdown
   * @param reader puts what a file says into a spec, or faults it; the rows above have been read
   * @param writer gives what a file says; null for nothing. The rows below a map are put into it
   */
  record Access(
      String values, BiConsumer<Field, ModelSpec> reader, Function<ModelSpec, JsonNode> writer) {}

  static SpecField row(
      final String path,
      final String otherwise,
      final Access access,
      final SpecTasks tasks,
      final Optional<String> identity) {
    return new SpecField(path, otherwise, access, tasks, identity, (field, spec) -> {}, "");
  }

  /** In the record it has the same path, in camel case. */
  static SpecField row(
      final String path,
      final String otherwise,
      final Form<?> form,
      final SpecTasks tasks,
      final Optional<String> identity) {
    final String place =
        Pattern.compile("-(.)").matcher(path).replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT));
    return row(path, otherwise, form.at(place), tasks, identity);
  }

  /** A map of other rows, which is always written. */
  static SpecField group(final String path, final SpecTasks tasks) {
    final Access map =
        new Access(
            "a map", (field, spec) -> field.only(SpecFields.names(path)), spec -> YamlText.map());
    return row(path, NOTHING, map, tasks, FREE);
  }

  static Optional<String> unless(final String silent) {
    return Optional.of(silent);
  }

  /** What the field says together with others. */
  SpecField judged(final BiConsumer<Field, ModelSpec> other) {
    return new SpecField(path, otherwise, access, tasks, identity, other, meaning);
  }

  SpecField means(final String sentence) {
    return new SpecField(path, otherwise, access, tasks, identity, judge, sentence);
  }

  /**
   * Reads the field into a spec, or faults it where the spec's task has no use for it.
   *
   * @return whether the task takes it
   */
  boolean read(final Field field, final ModelSpec spec) {
    final boolean taken = takes(spec.getTask());
    final Field given = orDefault(field);
    if (taken && (!given.isAbsent() || otherwise.equals(REQUIRED))) {
      access.reader.accept(given, spec);
    } else if (!taken && !field.isAbsent() && !field.says(tasks.elsewhere())) {
      field.fault(tasks.refusal());
    }
    return taken;
  }

  void judge(final Field field, final ModelSpec spec) {
    if (takes(spec.getTask())) {
      judge.accept(orDefault(field), spec);
    }
  }

  private Field orDefault(final Field field) {
    return field.isAbsent() && !otherwise.equals(REQUIRED)
        ? new Field(field.path(), YamlText.parse(otherwise), field.faults())
        : field;
  }

  /** What a file says of it; empty for nothing. */
  Optional<JsonNode> write(final ModelSpec spec) {
    return takes(spec.getTask()) || !tasks.elsewhere().isEmpty()
        ? Optional.ofNullable(access.writer.apply(spec))
        : Optional.empty();
  }

  boolean takes(final Task task) {
    return tasks.tasks().contains(task);
  }

  /** The path of the map that it stands in; empty for the top. */
  String group() {
    return path.substring(0, Math.max(0, path.lastIndexOf('.')));
  }

  /** Its name in that map. */
  String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }
}
