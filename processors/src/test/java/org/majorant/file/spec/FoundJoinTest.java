package org.majorant.file.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.file.UnusableData;
import org.majorant.schema.LateLabels;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.SpecFile;

/** How labels belong to events is found in samples of both, or the message says what to name. */
class FoundJoinTest {
  private static final int ROWS = 200;
  private static final long START = Instant.parse("2026-03-01T08:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;
  private static final FoundJoin.Known NOTHING = new FoundJoin.Known(null, null, null);

  private static final IntFunction<String> ORDER =
      i ->
          "{\"id\": \"o-%d\", \"customer\": \"c-%d\", \"total\": %d.5}".formatted(i, i / 2, i % 50);

  @Test
  void keys_atPaths_areThoseByWhichMostLabelsFindOneEvent() throws IOException {
    final TopicSample labels =
        sample(
            "outcomes",
            ROWS / 2,
            i -> null,
            i ->
                "{\"order\": \"o-%d\", \"customer\": \"c-%d\", \"result\": \"%s\"}"
                    .formatted(i == 0 ? -1 : 2 * i, i, i % 3 == 0 ? "good" : "bad"),
            i -> START + 2 * i * MINUTE + i * 1000);
    final String yaml = yaml(events(i -> null), labels, NOTHING);
    final ModelSpec spec = SpecFile.read(yaml);
    final LateLabels late = spec.getLateLabels();
    assertThat(late.getEventKey()).isEqualTo("id");
    assertThat(late.getKey()).isEqualTo("order");
    assertThat(late.getPath()).isEqualTo("result");
    assertThat(late.getDefaultLabel()).isNull();
    assertThat(late.getTime()).isNull();
    assertThat(late.getEventTime()).isNull();
    assertThat(late.getWaitMillis()).as("99 s, rounded up").isEqualTo(2 * MINUTE);
    assertThat(spec.getLabels()).containsExactlyInAnyOrder("bad", "good");
    assertThat(spec.getColumns().getIgnore()).contains("id");
    assertThat(yaml).contains("Labels have at 'order' what events have at 'id': so 99 of");
  }

  /** So it need not be written again by another one. */
  @Test
  void keyOfRecords_whichStandsInThem_too_isTheirOwn() throws IOException {
    final TopicSample labels =
        sample(
            "outcomes",
            ROWS,
            i -> "o-" + i,
            i -> "{\"id\": \"o-%d\", \"good\": %s}".formatted(i, i % 2 == 0),
            i -> START + i * MINUTE + 3 * 3600_000);
    final LateLabels late =
        SpecFile.read(yaml(events(i -> "o-" + i), labels, new FoundJoin.Known(null, null, "5d")))
            .getLateLabels();
    assertThat(late.getEventKey()).isNull();
    assertThat(late.getKey()).isNull();
    assertThat(late.getPath()).isEqualTo("good");
    assertThat(late.getWaitMillis()).isEqualTo(5 * 86_400_000);
  }

  /** All columns are what their cells are, so that nothing need be said of any. */
  @Test
  void spec_ofNumbersAlone_canBeRead() throws IOException {
    final TopicSample events =
        sample(
            "orders", ROWS, i -> "k" + i, i -> "{\"x\": %d}".formatted(i * 7 % 9), i -> START + i);
    final TopicSample labels =
        sample(
            "outcomes",
            ROWS,
            i -> "k" + i,
            i -> "{\"y\": %d}".formatted(i % 3),
            i -> START + 2 * i);
    assertThat(SpecFile.read(yaml(events, labels, NOTHING)).getLabels())
        .containsExactly("0", "1", "2");
  }

  /** A history that is sent again has the time of today. */
  @Test
  void times_thatAreLaterThanWhatRecordsTell_areAtTheirPaths_andOneLabelHasADefault()
      throws IOException {
    final IntFunction<String> order =
        i ->
            "{\"at\": \"%s\", \"x\": %d}"
                .formatted(Instant.ofEpochMilli(START + i * MINUTE), i % 7);
    final IntFunction<String> label =
        i -> "{\"at\": %d, \"clicked\": \"yes\"}".formatted(START + 3 * i * MINUTE + 40 * MINUTE);
    final long today = START + 100 * 86_400_000L;
    final ModelSpec spec =
        SpecFile.read(
            yaml(
                sample("orders", ROWS, i -> "k" + i, order, i -> today + i),
                sample("outcomes", ROWS / 3, i -> "k" + 3 * i, label, i -> today + i),
                NOTHING));
    final LateLabels late = spec.getLateLabels();
    assertThat(late.getEventTime()).isEqualTo("at");
    assertThat(late.getTime()).isEqualTo("at");
    assertThat(late.getWaitMillis()).isEqualTo(60 * MINUTE);
    assertThat(late.getDefaultLabel()).isEqualTo("no");
    assertThat(spec.getLabels()).containsExactly("no", "yes");
  }

  /** One line says what to name. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"n\": \"z${i}\", \"y\": \"${y}\"} | 0 of 200 labels of topic outcomes have the key of one of 200 events of topic orders: read more of both by --records, or name the path of the labels' key by --label-key",
        "{\"a\": \"o-${i}\", \"b\": \"o-${j}\", \"y\": \"${y}\"} | labels of topic outcomes find events of topic orders as well by 'a' of labels and 'id' of events as by 'b' of labels and 'id' of events: name the path of the labels' key by --label-key",
        "{\"id\": \"o-${i}\", \"y\": \"${y}\", \"z\": \"${y}\"} | 2 fields of topic outcomes may be the label: name it by --label-column, one of 'y', 'z'",
        "{\"id\": \"o-${i}\", \"t\": \"t${i}\"} | no field of topic outcomes may be the label: name it by --label-column, one of 'id', 't'",
      })
  void labels_thatDoNotSay_areRefused(final String label, final String message) {
    final TopicSample labels =
        sample(
            "outcomes",
            ROWS,
            i -> null,
            i ->
                label
                    .replace("${i}", String.valueOf(i))
                    .replace("${j}", String.valueOf(ROWS - 1 - i))
                    .replace("${y}", i % 3 == 0 ? "yes" : "no"),
            i -> START);
    assertThatThrownBy(() -> yaml(events(i -> null), labels, NOTHING))
        .isInstanceOf(UnusableData.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  /** Labels may tell the time of their event, too. */
  @Test
  void times_areNoKeys() throws IOException {
    final IntFunction<String> at = i -> Instant.ofEpochMilli(START + i * MINUTE).toString();
    final TopicSample events =
        sample(
            "orders",
            ROWS,
            i -> null,
            i -> "{\"id\": \"o-%d\", \"at\": \"%s\", \"x\": %d}".formatted(i, at.apply(i), i % 7),
            i -> START + i * MINUTE);
    final TopicSample labels =
        sample(
            "outcomes",
            ROWS,
            i -> null,
            i ->
                "{\"order\": \"o-%d\", \"ordered\": \"%s\", \"y\": %d}"
                    .formatted(i, at.apply(i), i % 2),
            i -> START + i * MINUTE);
    assertThat(SpecFile.read(yaml(events, labels, NOTHING)).getLateLabels().getKey())
        .isEqualTo("order");
  }

  /** What somebody names is taken. */
  @Test
  void keyAndLabel_thatAreNamed_areTaken() throws IOException {
    final TopicSample labels =
        sample(
            "outcomes",
            ROWS,
            i -> null,
            i ->
                "{\"a\": \"o-%d\", \"b\": \"o-%d\", \"y\": \"%s\", \"label\": \"%s\"}"
                    .formatted(i, ROWS - 1 - i, i % 2, i % 3 == 0 ? "yes" : "no"),
            i -> START);
    final LateLabels late =
        SpecFile.read(yaml(events(i -> null), labels, new FoundJoin.Known("b", "label", null)))
            .getLateLabels();
    assertThat(late.getKey()).isEqualTo("b");
    assertThat(late.getPath()).isEqualTo("label");
    assertThatThrownBy(
            () -> yaml(events(i -> null), labels, new FoundJoin.Known("c", "label", null)))
        .hasMessageContaining(
            "no record of topic outcomes has 'c': name one by --label-key of 'a'");
  }

  private static TopicSample events(final IntFunction<String> keys) {
    return sample("orders", ROWS, keys, ORDER, i -> START + i * MINUTE);
  }

  private static String yaml(
      final TopicSample events, final TopicSample labels, final FoundJoin.Known known)
      throws IOException {
    final FoundJoin join =
        FoundJoin.of(events, labels, known, null, List.of(), SchemaRegistry.NONE);
    return InferredSpec.of(
        "late",
        new InferredSpec.Origin("topic orders", "", "orders", null),
        join,
        InferredSpec.Wishes.NONE);
  }

  private static TopicSample sample(
      final String topic,
      final int rows,
      final IntFunction<String> keys,
      final IntFunction<String> values,
      final IntFunction<Long> times) {
    final List<TopicSample.Entry> records = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      final String key = keys.apply(i);
      records.add(
          new TopicSample.Entry(
              key == null ? null : key.getBytes(UTF_8),
              values.apply(i).getBytes(UTF_8),
              times.apply(i),
              RecordHeaders.NONE));
    }
    return new TopicSample(topic, records);
  }
}
