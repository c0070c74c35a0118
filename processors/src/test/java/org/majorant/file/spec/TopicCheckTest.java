package org.majorant.file.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExamplePacker;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.SpecFile;

/** What is told of topics of examples; those of events are in EventTopicsIT. */
class TopicCheckTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: [a, b], features: {names: [x, 'city=Oslo']}}");

  @Test
  void examples_inAnyFormat_areTried() {
    final TopicCheck check = new TopicCheck(SPEC, SchemaRegistry.NONE);
    add(check, bytes(example("x", "a", null)));
    add(check, bytes(example("x", "a", "other")));
    add(
        check,
        new ExamplePacker(SchemaRegistry.NONE, "")
            .pack(
                List.of(
                    bytes(example("city=Oslo", "b", null)),
                    bytes(example("city=secret", null, null)))));
    add(check, json("{'features': {'x': 1}, 'label': 'a'}"));
    add(
        check,
        json("[{'features': {'x': 1}, 'label': 'b'}, {'features': {'x': 1}, 'label': 'secret'}]"));
    add(check, json("{'features': {'x': 'NaN'}, 'label': 'a', 'weight': -17}"));
    add(check, null);
    add(check, "secret".getBytes(UTF_8));
    final TopicCheck.Report report = check.report();

    assertThat(report.records()).isEqualTo(8);
    assertThat(report.passedOver()).isEqualTo(1);
    assertThat(report.unknownLabels()).isEqualTo(1);
    assertThat(report.examples().examples()).isEqualTo(7);
    assertThat(report.examples().unlabeled()).isEqualTo(1);
    assertThat(report.examples().rejected())
        .containsEntry("undecodable", 2L)
        .containsEntry("label", 1L)
        .containsEntry("weight", 1L);
    assertThat(report.examples().unknownFeatures()).contains("city");
    assertThat(report.toString()).doesNotContain("secret").doesNotContain("17");
    assertThat(report.isSound()).isFalse();
  }

  @Test
  void openLabels_mayBeAsManyAsTheSpecLets_alsoWhereTheyComeLate() {
    final TopicCheck check =
        new TopicCheck(
            SpecFile.read(
                "{model: m, labels: {open: 2}, features: {names: [x]},"
                    + " label: {topic: l, path: is, wait: 1h}}"),
            SchemaRegistry.NONE);
    for (final String label : List.of("b", "a", "c", "b")) {
      add(check, json("{'features': {'x': 1}, 'label': '%s'}".formatted(label)));
    }
    check.addLabel(new byte[1], json("{'is': 'a'}"), RecordHeaders.NONE);
    final TopicCheck.Report report = check.report();

    assertThat(report.examples().rejected()).containsOnly(Map.entry("label", 1L));
    assertThat(report.examples().labels()).containsEntry("b", 2L).containsEntry("a", 1L);
    assertThat(report.unknownLabels()).isZero();
    assertThat(report.late().records()).isOne();
    assertThat(report.late().unreadable()).isZero();
  }

  private static void add(final TopicCheck check, final byte[] value) {
    check.add("here", null, value, RecordHeaders.NONE);
  }

  private static byte[] bytes(final LabeledExample example) {
    return AvroSerde.of(LabeledExample.class).encode(example);
  }

  private static byte[] json(final String text) {
    return text.replace('\'', '"').getBytes(UTF_8);
  }

  private static LabeledExample example(
      final String feature, final String label, final String model) {
    final Point point =
        Point.newBuilder()
            .setFeatures(new NamedFeatures(List.of(feature), List.of(1f)))
            .setLabel(label)
            .build();
    return new LabeledExample(null, model, 1.0, point);
  }
}
