package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What can be said of the files for Prometheus and Grafana without these programs. */
class MonitoringFilesTest {
  @Test
  void alerts_haveAFiringAndASilentCaseEach_andAreExplained() throws IOException {
    final Map<String, Set<Boolean>> cases = new HashMap<>();
    Shipped.stream(Shipped.yaml(Shipped.PROMETHEUS.resolve("alerts_test.yml")).get("tests"))
        .flatMap(test -> Shipped.stream(test.get("alert_rule_test")))
        .forEach(
            test ->
                cases
                    .computeIfAbsent(test.get("alertname").asText(), name -> new HashSet<>())
                    .add(test.get("exp_alerts").isEmpty()));
    final String readme = Files.readString(Shipped.ROOT.resolve("ops/OPERATIONS.md"));
    final List<JsonNode> alerts = Shipped.rules("alerts.yml");
    assertThat(alerts).hasSizeGreaterThanOrEqualTo(9);
    for (final JsonNode alert : alerts) {
      final String name = alert.get("alert").asText();
      assertThat(cases.get(name)).as(name).containsExactlyInAnyOrder(true, false);
      assertThat(readme).contains("`" + name + "`");
      assertThat(alert.get("labels").get("severity").asText()).isIn("warning", "critical");
      assertThat(alert.get("annotations").get("summary").asText()).isNotBlank();
      assertThat(alert.get("annotations").get("description").asText()).isNotBlank();
    }
  }

  @Test
  void metrics_areFoundInExpressions() throws IOException {
    assertThat(Shipped.metrics())
        .contains("majorant_objective", "majorant_lag_records", "jvm_memory_used_bytes")
        .noneMatch(name -> name.contains(":"));
  }

  @Test
  void panels_haveTitleDescriptionUnitAndQueries() throws IOException {
    final Set<String> recorded = new TreeSet<>();
    Shipped.rules("rules.yml").forEach(rule -> recorded.add(rule.get("record").asText()));
    final Set<Integer> ids = new TreeSet<>();
    for (final JsonNode panel : Shipped.panels()) {
      final String title = panel.get("title").asText();
      assertThat(title).isNotBlank();
      assertThat(ids.add(panel.get("id").asInt())).as("id of its own: %s", title).isTrue();
      assertThat(panel.path("description").asText()).as(title).isNotBlank();
      assertThat(panel.at("/fieldConfig/defaults/unit").asText()).as(title).isNotBlank();
      assertThat(panel.at("/datasource/uid").asText()).as(title).isEqualTo("${datasource}");
      assertThat(Shipped.queries(panel)).as(title).isNotEmpty().doesNotContain("");
      for (final JsonNode target : panel.get("targets")) {
        assertThat(target.get("legendFormat").asText()).as(title).isNotBlank();
      }
      Shipped.queries(panel).stream()
          .flatMap(query -> List.of(query.split("[^:\\w]+")).stream())
          .filter(word -> word.contains(":") && !word.startsWith(":"))
          .forEach(word -> assertThat(recorded).as(title).contains(word));
    }
    assertThat(ids).hasSizeGreaterThanOrEqualTo(25);
  }

  @Test
  void panels_fillRowsWithoutOverlap() throws IOException {
    final Set<String> cells = new HashSet<>();
    for (final JsonNode panel : Shipped.dashboard().get("panels")) {
      final JsonNode at = panel.get("gridPos");
      assertThat(at.get("x").asInt() + at.get("w").asInt()).isLessThanOrEqualTo(24);
      for (int x = 0; x < at.get("w").asInt(); x++) {
        for (int y = 0; y < at.get("h").asInt(); y++) {
          final String cell = (at.get("x").asInt() + x) + "," + (at.get("y").asInt() + y);
          assertThat(cells.add(cell)).as("%s at %s", panel.get("title"), cell).isTrue();
        }
      }
    }
  }

  @Test
  void provisioning_namesTheDataSourceAndTheDashboardsOfCompose() throws IOException {
    final JsonNode source =
        Shipped.yaml(Shipped.GRAFANA.resolve("provisioning/datasources/prometheus.yml"))
            .get("datasources")
            .get(0);
    final JsonNode variable = Shipped.dashboard().at("/templating/list/0");
    assertThat(variable.get("name").asText()).isEqualTo("datasource");
    assertThat(variable.get("type").asText()).isEqualTo("datasource");
    assertThat(variable.get("query").asText()).isEqualTo(source.get("type").asText());
    assertThat(source.get("isDefault").asBoolean()).isTrue();
    final JsonNode config = Shipped.yaml(Shipped.PROMETHEUS.resolve("prometheus.yml"));
    assertThat(source.at("/jsonData/timeInterval").asText())
        .isEqualTo(config.at("/global/scrape_interval").asText());

    final JsonNode compose = Shipped.yaml(Shipped.ROOT.resolve("docker-compose.yml"));
    assertThat(source.get("url").asText()).isEqualTo("http://prometheus:9090");
    assertThat(compose.at("/services/prometheus/ports/0").asText()).endsWith(":9090");
    final JsonNode provider =
        Shipped.yaml(Shipped.GRAFANA.resolve("provisioning/dashboards/majorant.yml"));
    final String folder = provider.at("/providers/0/options/path").asText();
    assertThat(Shipped.stream(compose.at("/services/grafana/volumes")).map(JsonNode::asText))
        .contains(
            "./ops/grafana/dashboards:" + folder + ":ro",
            "./ops/grafana/provisioning:/etc/grafana/provisioning:ro");
    assertThat(compose.at("/services/grafana/environment").toString())
        .contains(folder + "/majorant.json");
  }
}
