package org.majorant.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.ServingServer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelPublisher;

/** Servers of published models come and go, and so does their broker. */
class ServeIT {
  private static final String HASHED =
      "{model: %s, labels: [no, yes], features: {dimension: 20000}}";
  private static final String BODY = "{\"vector\":{\"indices\":[3]}}";

  private final HttpClient http = HttpClient.newHttpClient();
  private Map<String, Object> client;

  @Test
  @Timeout(240)
  void loadedModels_areAnsweredFor_whoeverGoes(@TempDir final Path dir) throws Exception {
    BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"));
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, 1);
      publish("mine", 1);
      publish("other", 1);
      publish("secret", 1);
      final ServingServer first = server();
      try (ServingServer second = server()) {
        awaitReady(first, 200);
        awaitReady(second, 200);
        assertThat(version(first)).isEqualTo(1);
        assertThat(version(second)).isEqualTo(1);
        assertThat(predict(second, "secret").statusCode()).isEqualTo(404);
        publish("mine", 2);
        awaitVersion(first, 2);
        awaitVersion(second, 2);
        first.close();
        assertThat(version(second)).isEqualTo(2);
        try (ServingServer third = server()) {
          awaitReady(third, 200);
          assertThat(version(third)).isEqualTo(2);
        }
        assertThat(admin.listGroups().all().get()).as("consumer groups").isEmpty();

        broker.kill();
        awaitReady(second, 503);
        assertThat(version(second)).as("it is loaded").isEqualTo(2);
        assertThat(predict(second, "other").statusCode()).as("it is not").isEqualTo(503);
        broker = ShortLivedBroker.start(dir.resolve("broker"));
        awaitReady(second, 200);
        assertThat(predict(second, "other").statusCode()).isEqualTo(200);
        publish("mine", 3);
        awaitVersion(second, 3);
      }
    } finally {
      broker.close();
    }
  }

  private ServingServer server() {
    return new ServingServer(
        HttpAddress.loopback(0),
        client,
        model -> !model.equals("secret"),
        4 << 20,
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
        null);
  }

  private void publish(final String name, final long version) {
    final Model model =
        Published.model(SpecFile.read(HASHED.formatted(name)), version, new double[20_001]);
    ModelPublisher.publish(client, Published.version(model).head(), model);
  }

  /** From the answer on in which the list has the version, predictions are by it. */
  private void awaitVersion(final ServingServer server, final long version) throws Exception {
    final String known = "\"model\":\"mine\",\"version\":%d,".formatted(version);
    while (!get(server, "/api/models").body().contains(known)) {
      Thread.sleep(1);
    }
    while (version(server) < version) {
      Thread.sleep(1); // the list is swapped first, and the parameters are put after it
    }
    assertThat(version(server)).isEqualTo(version);
  }

  private long version(final ServingServer server) throws Exception {
    final HttpResponse<String> answer = predict(server, "mine");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.headers().firstValueAsLong("X-Model-Version").orElseThrow();
  }

  private HttpResponse<String> predict(final ServingServer server, final String model)
      throws Exception {
    return http.send(
        request(server, "/api/models/%s/predict".formatted(model))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(BODY))
            .build(),
        BodyHandlers.ofString());
  }

  private void awaitReady(final ServingServer server, final int status) throws Exception {
    while (get(server, "/readyz").statusCode() != status) {
      Thread.sleep(10);
    }
  }

  private HttpResponse<String> get(final ServingServer server, final String path) throws Exception {
    return http.send(request(server, path).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(final ServingServer server, final String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path));
  }
}
