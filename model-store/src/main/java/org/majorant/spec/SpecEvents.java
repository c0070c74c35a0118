package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.majorant.schema.Condition;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.KeptLabel;
import org.majorant.schema.LateLabels;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OnDrift;

/** Where the records that are learned come from, and what they are if they are no examples. */
final class SpecEvents {
  static final String TOPIC = "(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}";
  private static final String EXAMPLE = "example";
  static final String FOR_EVENTS = "needs a 'format' of events, as json";

  static final SpecField.Access INPUT =
      new SpecField.Access("a topic, or a map", SpecEvents::readInput, SpecEvents::writeInput);

  static final SpecField.Access IN_MAP =
      new SpecField.Access(
          "a topic",
          (field, spec) -> spec.setInput(field.name(TOPIC)),
          spec -> isMap(spec) ? YamlText.node(spec.getInput()) : null);

  static final SpecField.Access FORMAT =
      new SpecField.Access(
          Form.shown(Spelling.all(EventFormat.class, EXAMPLE)),
          SpecEvents::readFormat,
          spec ->
              spec.getEvents() == null
                  ? null
                  : YamlText.node(Spelling.of(spec.getEvents().getFormat())));

  static final SpecField.Access SCHEMA =
      new SpecField.Access(
          "a file, or JSON",
          SpecEvents::readSchema,
          spec ->
              spec.getEvents() == null || spec.getEvents().getWriter() == null
                  ? null
                  : YamlText.node(spec.getEvents().getWriter()));

  static final SpecField.Access WHERE =
      new SpecField.Access("a map", SpecEvents::readWhere, SpecEvents::writeWhere);

  private SpecEvents() {}

  private static void readInput(final Field field, final ModelSpec spec) {
    if (field.node().isObject()) {
      field.only(SpecFields.names("input"));
      spec.setInput("examples");
    } else {
      spec.setInput(field.name(TOPIC));
    }
  }

  private static JsonNode writeInput(final ModelSpec spec) {
    return isMap(spec) ? YamlText.map() : YamlText.node(spec.getInput());
  }

  private static boolean isMap(final ModelSpec spec) {
    return spec.getEvents() != null || Late.hasPathsOfEvents(spec);
  }

  private static void readFormat(final Field field, final ModelSpec spec) {
    Spelling.read(EventFormat.class, field.word(Spelling.all(EventFormat.class, EXAMPLE)))
        .ifPresent(format -> spec.setEvents(new Events(format, null, List.of())));
  }

  private static void readSchema(final Field field, final ModelSpec spec) {
    final String text = field.text("");
    if (spec.getEvents() == null || spec.getEvents().getFormat() == EventFormat.JSON) {
      field.fault("is for events in Avro: 'format: avro'");
    } else if (!text.startsWith("{")) {
      field.fault("is the name of a file, which only a spec in a file can have");
    } else {
      spec.getEvents().setWriter(text);
      judgeSchema(field, text);
    }
  }

  private static void judgeSchema(final Field field, final String text) {
    try {
      if (new Schema.Parser().parse(text).getType() != Schema.Type.RECORD) {
        field.fault("must be of a record");
      }
    } catch (final AvroRuntimeException e) {
      field.fault("is no schema of Avro: " + e.getMessage().lines().findFirst().orElse(""));
    }
  }

  private static void readWhere(final Field field, final ModelSpec spec) {
    if (spec.getEvents() == null) {
      field.fault(FOR_EVENTS);
      return;
    }
    final List<Condition> where = new ArrayList<>();
    for (final String path : field.names()) {
      final List<String> texts = texts(field.get(path));
      if (texts.isEmpty()) {
        field.get(path).fault("must be a text, or a list of some");
      }
      where.add(new Condition(path, texts));
    }
    spec.getEvents().setWhere(where);
  }

  /** A boolean is a text here, too, because an event may well have one. */
  private static List<String> texts(final Field field) {
    final Stream<JsonNode> nodes =
        field.node().isArray() ? field.node().valueStream() : Stream.of(field.node());
    return nodes.filter(JsonNode::isValueNode).map(JsonNode::asText).distinct().toList();
  }

  private static JsonNode writeWhere(final ModelSpec spec) {
    final ObjectNode where = JsonNodeFactory.instance.objectNode();
    if (spec.getEvents() != null) {
      for (final Condition condition : spec.getEvents().getWhere()) {
        where.set(condition.getPath(), written(condition.getTexts()));
      }
    }
    return where.isEmpty() ? null : where;
  }

  private static JsonNode written(final List<String> texts) {
    return texts.size() == 1 ? YamlText.node(texts.get(0)) : YamlText.node(texts);
  }

  /**
   * Puts the text of a schema in the place of its file's name.
   *
   * @param directory of the spec
   * @throws SpecException where there is no such file
   */
  static void inline(final ObjectNode tree, final Path directory) throws IOException {
    final JsonNode schema = tree.path("input").path("schema");
    if (!schema.isTextual() || schema.asText().startsWith("{")) {
      return;
    }
    final Path file = directory.resolve(schema.asText());
    if (!Files.isRegularFile(file)) {
      throw new SpecException(List.of("input.schema: there is no file " + file));
    }
    ((ObjectNode) tree.get("input")).put("schema", Files.readString(file).strip());
  }

  /**
   * Labels that come on a topic of their own. The paths of the events' side stand with the input,
   * which is read before.
   */
  static final class Late {
    static final SpecField.Access LABEL = new SpecField.Access("a map", Late::read, Late::write);

    static final SpecField.Access EVENT_KEY =
        ofEvents(LateLabels::setEventKey, LateLabels::getEventKey);

    static final SpecField.Access EVENT_TIME =
        ofEvents(LateLabels::setEventTime, LateLabels::getEventTime);

    static final SpecField.Access REVISE =
        new SpecField.Access(
            "a duration",
            (field, spec) -> Form.duration().read(field).ifPresent(labels(spec)::setReviseMillis),
            spec ->
                spec.getLateLabels() == null || spec.getLateLabels().getReviseMillis() == 0
                    ? null
                    : YamlText.node(Durations.text(spec.getLateLabels().getReviseMillis())));

    private Late() {}

    private static SpecField.Access ofEvents(
        final BiConsumer<LateLabels, String> set, final Function<LateLabels, String> get) {
      return new SpecField.Access(
          "a path",
          (field, spec) -> set.accept(labels(spec), field.text(null)),
          spec ->
              spec.getLateLabels() == null || get.apply(spec.getLateLabels()) == null
                  ? null
                  : YamlText.node(get.apply(spec.getLateLabels())));
    }

    /** Whether the input says where keys or times of events stand. */
    static boolean hasPathsOfEvents(final ModelSpec spec) {
      final LateLabels labels = spec.getLateLabels();
      return labels != null && (labels.getEventKey() != null || labels.getEventTime() != null);
    }

    private static LateLabels labels(final ModelSpec spec) {
      if (spec.getLateLabels() == null) {
        spec.setLateLabels(
            LateLabels.newBuilder()
                .setTopic("")
                .setFormat(EventFormat.JSON)
                .setPath("")
                .setWaitMillis(0)
                .setKeep(KeptLabel.FIRST)
                .build());
      }
      return spec.getLateLabels();
    }

    private static void read(final Field field, final ModelSpec spec) {
      field.only(SpecFields.names("label"));
      labels(spec);
    }

    private static JsonNode write(final ModelSpec spec) {
      return spec.getLateLabels() == null ? null : YamlText.map();
    }

    /** Examples have no paths, and events whose labels do not come late need no key. */
    static void judgeEvents(final Field field, final ModelSpec spec) {
      if (field.isAbsent()) {
        return;
      }
      if (spec.getEvents() == null) {
        field.fault(FOR_EVENTS);
      } else if (spec.getLateLabels().getTopic().isEmpty()) {
        field.fault("is for labels that come late: give 'label', or leave it out");
      }
    }

    /** What is corrected is the label's part of a site, and how much that still counts is known. */
    static void judgeRevise(final Field field, final ModelSpec spec) {
      if (field.isAbsent() || spec.getLateLabels().getTopic().isEmpty()) {
        return;
      }
      if (spec.getLateLabels().getReviseMillis() < 1) {
        field.fault("must be above 0");
      }
      if (!spec.getWeights().isEmpty()) {
        field.fault("excludes 'weights', by which another label would have counted otherwise");
      }
      if (OpenLabels.areIn(spec)) {
        field.fault("excludes open labels: whether one was known when it came is not known again");
      }
      if (spec.getLatent() > 1) {
        field.fault("excludes 'latent': which hidden state a label has is not known again");
      }
      if (spec.getForgetting() != null && !(spec.getForgetting() instanceof HalfLifeTime)) {
        field.fault("needs a half-life in time, as 7d, or no forgetting: examples are not dated");
      }
      if (spec.getOnDrift() == OnDrift.FORGET) {
        field.fault("needs 'on-drift: alert': what an example counts after an alarm is not known");
      }
    }

    static void judge(final Field field, final ModelSpec spec) {
      if (field.isAbsent()) {
        return;
      }
      final LateLabels labels = spec.getLateLabels();
      for (final String needed : List.of("topic", "path", "wait")) {
        if (field.get(needed).isAbsent()) {
          field.get(needed).fault("is missing");
        }
      }
      if (labels.getTopic().equals(spec.getInput())) {
        field.get("topic").fault("is the input: labels that come later have a topic of their own");
      }
      final String otherwise = labels.getDefaultLabel();
      if (otherwise != null && !spec.getLabels().contains(otherwise)) {
        field
            .get("default")
            .fault(
                (OpenLabels.areIn(spec)
                        ? "'%s' has to be known from the beginning: name it in 'labels.known'"
                        : "'%s' is not one of the labels: put it in quotes")
                    .formatted(otherwise));
      }
      if (!field.get("wait").isAbsent() && labels.getWaitMillis() < 1) {
        field.get("wait").fault("must be above 0");
      }
    }
  }
}
