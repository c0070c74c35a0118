package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;

/**
 * The table of fields is whole, each field is on the page, and a task refuses what it has no use
 * for.
 */
class SpecFieldsTest {
  private static final Path PAGE = Path.of("README.md");

  private static final String SCHEMA = "'{\"type\": \"record\", \"name\": \"E\", \"fields\": []}'";

  private static final String LATE = "}, label: {topic: t, path: p, wait: 5s";

  /** A value of each field that is not its default, and what it needs beside it. */
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("labels", "[a, b, c]"),
          Map.entry("transitions", "{forbidden: [[a, b]]}"),
          Map.entry("latent", "2"),
          Map.entry("max-width", "3"),
          Map.entry("inference", "exact"),
          Map.entry("max-edges", "7"),
          Map.entry("max-weight", "7"),
          Map.entry("weights", "{a: 2, b: 3}"),
          Map.entry("input", "other"),
          Map.entry("input.topic", "other, format: json"),
          Map.entry("input.format", "json"),
          Map.entry("input.schema", SCHEMA + ", format: avro"),
          Map.entry("input.where", "{x: y}, format: json"),
          Map.entry("input.key", "k, format: json" + LATE),
          Map.entry("input.time", "t, format: json" + LATE),
          Map.entry("columns.weight", "w"),
          Map.entry("label.topic", "t, path: p, wait: 5s"),
          Map.entry("label.format", "avro, topic: t, path: p, wait: 5s"),
          Map.entry("label.key", "k, topic: t, path: p, wait: 5s"),
          Map.entry("label.path", "p, topic: t, wait: 5s"),
          Map.entry("label.time", "at, topic: t, path: p, wait: 5s"),
          Map.entry("label.wait", "5s, topic: t, path: p"),
          Map.entry("label.default", "a, topic: t, path: p, wait: 5s"),
          Map.entry("label.keep", "last, topic: t, path: p, wait: 5s"),
          Map.entry("label.revise", "7d, topic: t, path: p, wait: 5s"),
          Map.entry("columns.label", "x"),
          Map.entry("columns.ignore", "[x]"),
          Map.entry("columns.category", "[x]"),
          Map.entry("columns.text", "[x]"),
          Map.entry("columns.date", "[x]"),
          Map.entry("columns.month", "[x], date: [x]"),
          Map.entry("columns.no-day", "[x], date: [x]"),
          Map.entry("columns.since", "{x: y}, date: [x, y]"),
          Map.entry("columns.zone", "Europe/Berlin"),
          Map.entry("columns.decimal", "{x: comma}"),
          Map.entry("columns.log1p", "[x]"),
          Map.entry("columns.missing", "[x]"),
          Map.entry("columns.indicate-missing", "[x]"),
          Map.entry("features.hash-bits", "20"),
          Map.entry("features.dimension", "9"),
          Map.entry("features.names", "[x, y]"),
          Map.entry("features.bucket", "{age: 10}"),
          Map.entry("features.cross", "[[x, y]]"),
          Map.entry("features.intercept", "true"),
          Map.entry("features.transform", "[log1p, unit]"),
          Map.entry("features.templates", "[word]"),
          Map.entry("features.standardize", "9, dimension: 4"),
          Map.entry("features.numbers", "[x], standardize: 9"),
          Map.entry("features.quadratic", "true, dimension: 4"),
          Map.entry("features.rff", "9, bandwidth: 2, dimension: 4"),
          Map.entry("features.bandwidth", "2, rff: 9, dimension: 4"),
          Map.entry("features.seed", "2, rff: 9, bandwidth: 2, dimension: 4"),
          Map.entry("prior.l2", "7"),
          Map.entry("prior.l1", "7"),
          Map.entry("prior.scale", "feature"),
          Map.entry("constraints", "nonnegative"),
          Map.entry("constraints.box", "[0, 1]"),
          Map.entry("constraints.features", "{x: [0, 1]}"),
          Map.entry("curvature.memory", "low-rank"),
          Map.entry("curvature.rank", "7, memory: low-rank"),
          Map.entry("curvature.absorb", "guaranteed, memory: low-rank"),
          Map.entry("on-drift", "forget"),
          Map.entry("forgetting.half-life", "7"),
          Map.entry("forgetting.half-lives", "[7]"),
          Map.entry("forgetting.polynomial", "7"),
          Map.entry("forgetting.directional", "7"),
          Map.entry("members", "none"),
          Map.entry("views", "[linear], features: {dimension: 4, standardize: 9}"),
          Map.entry("batch", "7"),
          Map.entry("slices", "[country, sex]"),
          Map.entry("challenges", "champion"),
          Map.entry("promote", "when-better, challenges: champion"),
          Map.entry("publish.interval", "7s"),
          Map.entry("publish.keep-versions", "7"));

  /** The fields that only others' values give a sense, and the groups. */
  private static final Set<String> OTHERS =
      Set.of(
          "model",
          "task",
          "transitions.forbidden",
          "columns",
          "label",
          "features",
          "prior",
          "constraints.linear",
          "curvature",
          "forgetting",
          "publish");

  @Test
  void rows_haveAllThatATableNeeds() {
    assertThat(SpecFields.rows()).extracting(SpecField::path).doesNotHaveDuplicates();
    assertThat(SpecFields.rows())
        .allSatisfy(
            row -> {
              assertThat(row.meaning()).as(row.path()).endsWith(".").hasSizeBetween(10, 90);
              assertThat(row.access().values()).as(row.path()).isNotEmpty();
              assertThat(row.tasks().tasks()).as(row.path()).isNotEmpty();
            });
    final Set<String> tested = new HashSet<>(VALUES.keySet());
    tested.addAll(OTHERS);
    assertThat(SpecFields.rows())
        .extracting(SpecField::path)
        .containsExactlyInAnyOrderElementsOf(tested);
  }

  /**
   * Who writes a field expects that it does something: it is in the spec that is read, or refused.
   */
  @ParameterizedTest
  @EnumSource(Task.class)
  void field_ofATask_isInTheSpec_orRefusedInOneLine(final Task task) {
    for (final SpecField row : SpecFields.rows()) {
      if (!VALUES.containsKey(row.path())) {
        continue;
      }
      final boolean labeled = SpecFields.takes(task, "labels") && !row.path().equals("labels");
      final String yaml =
          "{model: m, task: %s%s, %s}"
              .formatted(
                  Spelling.of(task), labeled ? ", labels: [a, b]" : "", field(row.path(), ""));
      if (row.takes(task)) {
        final String full =
            row.path().contains("half-lives") || row.path().contains("directional")
                ? yaml.replaceFirst("\\}$", ", features: {dimension: 4}}")
                : yaml;
        final ModelSpec spec = SpecFile.read(full);
        final JsonNode written = SpecFile.tree(spec).at("/" + row.path().replace('.', '/'));
        final String value = VALUES.get(row.path()).replaceFirst(", [a-z]{3,}: .*", "");
        assertThat(written.toString().replaceAll("[\" ]", ""))
            .as(yaml)
            .isEqualTo(YamlText.parse(value).toString().replaceAll("[\" ]", ""));
        assertThat(SpecFile.read(SpecFile.write(spec))).as(yaml).isEqualTo(spec);
      } else {
        assertThat(faults(yaml))
            .as(yaml)
            .anySatisfy(
                fault -> assertThat(row.path()).startsWith(fault.substring(0, fault.indexOf(':'))))
            .allSatisfy(fault -> assertThat(fault).contains("'task: ").doesNotContain("\n"));
      }
    }
  }

  /** What a task is anyway may be said, as 0.2 wrote it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sequence, labels: [a, b] | latent: 1",
        "sequence, labels: [a, b] | prior: {l1: 0}",
        "sequence, labels: [a, b] | prior: {l1: 0.0}",
        "sequence, labels: [a, b] | constraints: none",
        "sequence, labels: [a, b] | constraints: {}",
        "sequence, labels: [a, b] | curvature: {memory: diagonal}",
        "choice                   | labels: []",
        "choice                   | features: {intercept: false}",
        "graph                    | latent: 1",
        "matching                 | latent: 1",
      })
  void whatATaskIsAnyway_mayBeSaid(final String task, final String field) {
    assertThat(SpecFile.read("{model: m, task: " + task + ", " + field + "}"))
        .isEqualTo(SpecFile.read("{model: m, task: " + task + "}"));
  }

  /** Until 0.2 these were read, and did nothing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sequence, labels: [a, b] | curvature: {rank: 8}",
        "choice                   | curvature: {rank: 8}",
        "graph                    | curvature: {rank: 8}",
        "sequence, labels: [a, b] | curvature: {absorb: true-diagonal}",
        "choice                   | curvature: {absorb: true-diagonal}",
        "graph                    | curvature: {absorb: true-diagonal}",
      })
  void whatATaskIgnored_isRefused(final String task, final String field) {
    assertThat(faults("{model: m, task: " + task + ", " + field + "}"))
        .singleElement()
        .asString()
        .startsWith("curvature.")
        .endsWith("is for 'task: multiclass' and 'task: matching' only");
  }

  @ParameterizedTest
  @MethodSource("rowsWithDefaults")
  void default_ofAField_isOneOfItsValues(final SpecField row) {
    final String late = row.path().startsWith("label.") ? ", topic: t, path: p, wait: 5s" : "";
    final String yaml =
        "{model: m, %s}"
            .formatted(field(row.path(), row.otherwise() + late))
            .replace("model: m, task", "model: m, labels: [a, b], task");
    for (final Task task : row.tasks().tasks()) {
      final String labels = SpecFields.takes(task, "labels") ? ", labels: [a, b]" : "";
      final String all =
          yaml.contains("task: ")
              ? yaml
              : yaml.replace("{model: m", "{model: m, task: " + Spelling.of(task) + labels);
      assertThatCode(() -> SpecFile.read(all)).as(all).doesNotThrowAnyException();
    }
  }

  static List<SpecField> rowsWithDefaults() {
    return SpecFields.rows().stream()
        .filter(row -> !Set.of(SpecField.NOTHING, SpecField.REQUIRED).contains(row.otherwise()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void field_isToldOfOnThePage(final String name) throws IOException {
    assertThat(Files.readString(PAGE)).containsPattern("[`{ .\n]" + name + "\\b");
  }

  static List<String> names() {
    return SpecFields.rows().stream()
        .map(row -> row.path().substring(row.path().lastIndexOf('.') + 1))
        .toList();
  }

  /** A field as YAML has it in its groups. */
  private static String field(final String path, final String otherwise) {
    final String value = otherwise.isEmpty() ? VALUES.get(path) : otherwise;
    final String[] names = path.split("\\.");
    return names.length == 1
        ? names[0] + ": " + value
        : names[0] + ": {" + names[1] + ": " + value + "}";
  }

  private static List<String> faults(final String yaml) {
    try {
      SpecFile.read(yaml);
      return List.of();
    } catch (final SpecException e) {
      return e.faults();
    }
  }
}
