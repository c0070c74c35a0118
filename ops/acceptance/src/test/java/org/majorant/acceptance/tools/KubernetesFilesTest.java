package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.ops.Majorant;

/**
 * The manifests, held to the schemas of Kubernetes' own client, to the command line, and to one
 * another. The operator's ServiceMonitor and PrometheusRule have no schema here.
 */
class KubernetesFilesTest {
  private static final Path DIR = Shipped.ROOT.resolve("ops/kubernetes");
  private static final String NAME = "/metadata/labels/app.kubernetes.io~1name";

  private static final String PART = "app.kubernetes.io/part-of";
  private static final List<String> BASE =
      List.of("topics.yaml", "learner.yaml", "serve.yaml", "network-policy.yaml");
  private static final List<String> OPERATORS =
      List.of("service-monitor.yaml", "prometheus-rule.yaml");

  /** Those whose pods run the image. */
  private static final List<String> WORKLOADS = List.of("Job", "StatefulSet", "Deployment");

  private final List<JsonNode> resources = new ArrayList<>();

  @FunctionalInterface
  private interface Schema {
    void validate(JsonElement resource) throws IOException;
  }

  /** By kind. */
  private static final Map<String, Schema> SCHEMAS =
      Map.of(
          "Deployment", V1Deployment::validateJsonElement,
          "Job", V1Job::validateJsonElement,
          "NetworkPolicy", V1NetworkPolicy::validateJsonElement,
          "PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement,
          "Service", V1Service::validateJsonElement,
          "PrometheusRule", resource -> {},
          "ServiceMonitor", resource -> {},
          "StatefulSet", V1StatefulSet::validateJsonElement);

  @BeforeEach
  void read() throws IOException {
    final YAMLMapper yaml = new YAMLMapper();
    for (final String file : Stream.concat(BASE.stream(), OPERATORS.stream()).toList()) {
      try (var documents =
          yaml.readerFor(JsonNode.class).<JsonNode>readValues(DIR.resolve(file).toFile())) {
        documents.forEachRemaining(resources::add);
      }
    }
  }

  @Test
  void resources_areWhatTheSchemasAllow() throws IOException {
    assertThat(resources)
        .extracting(r -> r.get("kind").asText() + " " + r.at("/metadata/name").asText())
        .hasSize(10)
        .doesNotHaveDuplicates();
    for (final JsonNode resource : resources) {
      validate(resource);
    }
  }

  @Test
  void kustomization_isOfTheFilesThatNeedNoOperator() throws IOException {
    final JsonNode base = Shipped.yaml(DIR.resolve("kustomization.yaml"));
    assertThat(Shipped.stream(base.get("resources")).map(JsonNode::asText))
        .containsExactlyElementsOf(BASE);
    assertThat(container("Deployment").get("image").asText())
        .isEqualTo(base.at("/images/0/name").asText() + ":" + base.at("/images/0/newTag").asText());
  }

  /** Only pods with a label are protected: those of learners and servers have it. */
  @Test
  void networkPolicy_selectsLearnersAndServers() {
    final JsonNode selected = resource("NetworkPolicy").at("/spec/podSelector/matchLabels");
    for (final String kind : List.of("StatefulSet", "Deployment")) {
      final JsonNode labels = resource(kind).at("/spec/template/metadata/labels");
      assertThat(labels.get(PART)).isEqualTo(selected.get(PART));
      assertThat(container(kind).at("/ports/0/name"))
          .isEqualTo(resource("NetworkPolicy").at("/spec/ingress/0/ports/0/port"));
    }
  }

  /** The schemas do refuse: a word that is none, at any depth. */
  @Test
  void resource_withAnUnknownField_isRefused() throws IOException {
    final String text = resource("StatefulSet").toString();
    final JsonNode mistyped = Shipped.yaml(text.replace("mountPath", "mountpath"));
    assertThatThrownBy(() -> validate(mistyped)).hasMessageContaining("mountpath");
  }

  @Test
  void commands_areOnesOfTheCommandLine() {
    for (final String kind : WORKLOADS) {
      final String[] args =
          Shipped.stream(container(kind).get("args")).map(JsonNode::asText).toArray(String[]::new);
      assertThatCode(() -> Majorant.commandLine().parseArgs(args))
          .as(kind)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void variables_inArguments_areSet() {
    final JsonNode learner = container("StatefulSet");
    assertThat(learner.get("args").toString()).contains("--instance-id=$(POD_NAME)");
    assertThat(learner.at("/env/0/name").asText()).isEqualTo("POD_NAME");
    assertThat(learner.at("/env/0/valueFrom/fieldRef/fieldPath").asText())
        .isEqualTo("metadata.name");
  }

  /** Each file that an argument names lies under a mount, each mount is of a volume. */
  @Test
  void files_areMounted() {
    for (final String kind : WORKLOADS) {
      final JsonNode container = container(kind);
      final Set<String> volumes = new HashSet<>();
      pod(kind).at("/volumes").forEach(volume -> volumes.add(volume.get("name").asText()));
      resource(kind)
          .at("/spec/volumeClaimTemplates")
          .forEach(claim -> volumes.add(claim.at("/metadata/name").asText()));
      final List<String> mounts = new ArrayList<>();
      for (final JsonNode mount : container.get("volumeMounts")) {
        assertThat(volumes).contains(mount.get("name").asText());
        mounts.add(mount.get("mountPath").asText());
      }
      assertThat(Shipped.stream(container.get("args")).map(JsonNode::asText))
          .filteredOn(argument -> argument.contains("=/"))
          .isNotEmpty()
          .allMatch(
              argument -> mounts.stream().anyMatch(argument.replaceAll(".*=", "")::startsWith));
    }
  }

  @Test
  void pods_runAsTheUserOfTheImageAndAreItsVersion() throws IOException {
    final String version =
        Files.readString(Shipped.ROOT.resolve("pom.xml"))
            .replaceAll("(?s).*?<version>(.*?)</version>.*", "$1");
    for (final String kind : WORKLOADS) {
      assertThat(container(kind).get("image").asText()).isEqualTo("majorant:" + version);
      assertThat(pod(kind).at("/securityContext/runAsUser").asInt()).isEqualTo(10001);
    }
    assertThat(Files.readString(Shipped.ROOT.resolve("ops/docker/Dockerfile")))
        .contains("USER 10001:10001");
  }

  @ParameterizedTest
  @CsvSource({"StatefulSet, majorant-learner", "Deployment, majorant-serve"})
  void selectors_findThePods(final String kind, final String name) {
    assertThat(resource(kind).at("/spec/template" + NAME).asText()).isEqualTo(name);
    assertThat(resource("Service", name).at(NAME).asText()).isEqualTo(name);
    for (final JsonNode selector :
        List.of(
            resource("Service", name).at("/spec/selector"),
            resource(kind).at("/spec/selector/matchLabels"),
            resource("PodDisruptionBudget", name).at("/spec/selector/matchLabels"),
            pod(kind)
                .at("/affinity/podAntiAffinity")
                .at("/preferredDuringSchedulingIgnoredDuringExecution/0/podAffinityTerm")
                .at("/labelSelector/matchLabels"))) {
      assertThat(selector.get("app.kubernetes.io/name").asText()).isEqualTo(name);
    }
    assertThat(resource("StatefulSet").at("/spec/serviceName").asText())
        .isEqualTo("majorant-learner");
  }

  /** By a label that all learners have, which is also the job that the alerts look for. */
  @Test
  void monitor_findsTheLearnersOfAllModels() throws IOException {
    final JsonNode monitor = resource("ServiceMonitor").get("spec");
    assertThat(monitor.at("/selector/matchLabels").properties()).hasSize(1);
    final JsonNode selected = monitor.at("/selector/matchLabels").get(PART);
    assertThat(resource("Service").at("/metadata/labels").get(PART)).isEqualTo(selected);
    assertThat(monitor.get("jobLabel").asText()).isEqualTo(PART);
    final JsonNode down =
        Shipped.rules("alerts.yml").stream()
            .filter(rule -> rule.path("alert").asText().equals("MajorantDown"))
            .findFirst()
            .orElseThrow();
    assertThat(down.get("expr").asText()).contains("up{job=\"" + selected.asText() + "\"}");
  }

  @Test
  void prometheusRule_hasTheRulesAndAlertsOfPrometheus() throws IOException {
    final List<JsonNode> groups = new ArrayList<>();
    for (final String file : List.of("rules.yml", "alerts.yml")) {
      Shipped.yaml(Shipped.PROMETHEUS.resolve(file)).get("groups").forEach(groups::add);
    }
    assertThat(resource("PrometheusRule").at("/spec/groups"))
        .as("the groups of ops/prometheus, copied to ops/kubernetes/prometheus-rule.yaml")
        .containsExactlyElementsOf(groups);
  }

  @Test
  void probesAndMonitor_askWhereTheLearnerAnswers() {
    final JsonNode learner = container("StatefulSet");
    final JsonNode port = learner.at("/ports/0/name");
    assertThat(learner.at("/ports/0/containerPort").asInt()).isEqualTo(8080); // --http-port's
    for (final String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertThat(learner.get(probe).at("/httpGet/port")).isEqualTo(port);
      assertThat(learner.get(probe).at("/httpGet/path").asText()).isIn("/healthz", "/readyz");
    }
    final JsonNode endpoint = resource("ServiceMonitor").at("/spec/endpoints/0");
    assertThat(endpoint.get("port")).isEqualTo(resource("Service").at("/spec/ports/0/name"));
    assertThat(endpoint.get("path").asText()).isEqualTo("/metrics");
    final JsonNode token = endpoint.at("/authorization/credentials");
    assertThat(learner.get("args").toString())
        .contains("--http-token-file=/etc/majorant/http/" + token.get("key").asText());
    assertThat(pod("StatefulSet").get("volumes").findValuesAsText("secretName"))
        .contains(token.get("name").asText());
  }

  private static void validate(final JsonNode resource) throws IOException {
    SCHEMAS
        .get(resource.get("kind").asText())
        .validate(JsonParser.parseString(resource.toString()));
  }

  private JsonNode container(final String kind) {
    assertThat(pod(kind).get("containers")).hasSize(1);
    return pod(kind).at("/containers/0");
  }

  private JsonNode pod(final String kind) {
    return resource(kind).at("/spec/template/spec");
  }

  private JsonNode resource(final String kind) {
    return resources.stream()
        .filter(resource -> resource.get("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private JsonNode resource(final String kind, final String name) {
    return resources.stream()
        .filter(resource -> resource.get("kind").asText().equals(kind))
        .filter(resource -> resource.at("/metadata/name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
