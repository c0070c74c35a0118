package org.majorant.acceptance.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The files of this repository that other programs read. */
final class Shipped {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  static final Path PROMETHEUS = ROOT.resolve("ops/prometheus");
  static final Path GRAFANA = ROOT.resolve("ops/grafana");

  /** Not what rules record: a colon is before and after those. */
  private static final Pattern METRIC =
      Pattern.compile("(?<![:\\w])(?:majorant|jvm|process)_\\w+(?![:\\w])");

  private static final YAMLMapper YAML = new YAMLMapper();

  private Shipped() {}

  static JsonNode yaml(final Path file) throws IOException {
    return YAML.readTree(file.toFile());
  }

  static JsonNode yaml(final String text) throws IOException {
    return YAML.readTree(text);
  }

  /** JSON is YAML. */
  static JsonNode dashboard() throws IOException {
    return yaml(GRAFANA.resolve("dashboards/majorant.json"));
  }

  /** Without the rows' titles. */
  static List<JsonNode> panels() throws IOException {
    return stream(dashboard().get("panels"))
        .filter(panel -> !panel.get("type").asText().equals("row"))
        .toList();
  }

  static List<String> queries(final JsonNode panel) {
    return stream(panel.path("targets")).map(target -> target.get("expr").asText()).toList();
  }

  /** Of a file of rules. */
  static List<JsonNode> rules(final String file) throws IOException {
    return stream(yaml(PROMETHEUS.resolve(file)).get("groups"))
        .flatMap(group -> stream(group.get("rules")))
        .toList();
  }

  /** Every metric of a learner that a rule, an alert or a panel names. */
  static Set<String> metrics() throws IOException {
    final Set<String> names = new TreeSet<>();
    Stream.of(
            rules("rules.yml").stream().map(rule -> rule.get("expr").asText()),
            rules("alerts.yml").stream().map(rule -> rule.get("expr").asText()),
            panels().stream().flatMap(panel -> queries(panel).stream()))
        .flatMap(expressions -> expressions)
        .flatMap(expression -> METRIC.matcher(expression).results())
        .forEach(match -> names.add(match.group()));
    return names;
  }

  static Stream<JsonNode> stream(final JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
