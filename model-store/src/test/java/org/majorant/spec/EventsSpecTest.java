package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.Condition;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.ModelSpec;

class EventsSpecTest {
  private static final String LEAST = "{model: m, labels: [a, b], input: ";
  private static final String SCHEMA = "{\"type\": \"record\", \"name\": \"E\", \"fields\": []}";

  @Test
  void schema_inAFile_isInTheSpecThatIsRead(@TempDir final Path dir) throws Exception {
    Files.writeString(dir.resolve("e.avsc"), SCHEMA + "\n");
    final Path file = dir.resolve("m.yaml");
    Files.writeString(
        file, LEAST + "{topic: t, format: avro, schema: e.avsc, where: {a.b: 1, c: [x, true]}}}");
    final ModelSpec spec = SpecFile.read(SpecFile.parse(file));
    assertThat(spec.getInput()).isEqualTo("t");
    assertThat(spec.getEvents())
        .isEqualTo(
            new Events(
                EventFormat.AVRO,
                SCHEMA,
                List.of(
                    new Condition("a.b", List.of("1")), new Condition("c", List.of("x", "true")))));
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
    Files.delete(dir.resolve("e.avsc"));
    assertThatThrownBy(() -> SpecFile.parse(file))
        .hasMessageStartingWith("input.schema: there is no file ");
  }

  @Test
  void input_mayChange_withoutTheStateBeingAnother() {
    final long topic = Fingerprint.of(SpecFile.read(LEAST + "t}"));
    assertThat(
            Fingerprint.of(
                SpecFile.read(LEAST + "{format: json, where: {a: b}}, columns: {weight: w}}")))
        .isEqualTo(topic);
    assertThat(SpecFile.read(LEAST + "{topic: t}}")).isEqualTo(SpecFile.read(LEAST + "t}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{topik: t}                    | input.topik: unknown field; known here: topic, format, schema, where",
        "{topic: 'a b'}                | input.topic: 'a b' is not of the form",
        "[t]                           | input: '[\"t\"]' is not of the form",
        "{format: xml}                 | input.format: 'xml' is not one of example, json, avro, debezium, cloudevents",
        "{where: {a: b}}               | input.where: needs a 'format' of events, as json",
        "{format: json, where: {a: {b: c}}} | input.where.a: must be a text, or a list of some",
        "{format: json, schema: x}     | input.schema: is for events in Avro",
        "{format: avro, schema: x}     | input.schema: is the name of a file, which only a spec in a file can have",
        "{format: avro, schema: '{}'}  | input.schema: is no schema of Avro: ",
        "{format: avro, schema: '{\"type\": \"map\", \"values\": \"int\"}'} | input.schema: must be of a record",
      })
  void input_thatIsWrong_isToldInALine(final String input, final String fault) {
    assertThatThrownBy(() -> SpecFile.read(LEAST + input + "}"))
        .isInstanceOfSatisfying(
            SpecException.class,
            e -> assertThat(e.faults()).singleElement().asString().startsWith(fault));
  }
}
