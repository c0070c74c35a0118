package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusServerTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @Test
  void readyz_learnerNotRunning_is503WithTheReason() throws Exception {
    try (StatusServer server = new StatusServer(0, registry)) {
      assertThat(get(server, "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(server, "/readyz").statusCode()).isEqualTo(503);

      server.watch(() -> Optional.of("Kafka Streams is REBALANCING"));
      final HttpResponse<String> response = get(server, "/readyz");
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(response.headers().firstValue("content-type")).contains("application/json");
      assertThat(response.body())
          .contains("\"ready\":false", "\"reason\":\"Kafka Streams is REBALANCING\"")
          .hasLineCount(1);

      server.watch(Optional::empty);
      assertThat(get(server, "/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void port_taken_saysWhichAndWhatToDo() {
    try (StatusServer server = new StatusServer(0, registry)) {
      final int port = URI.create(server.url()).getPort();
      assertThatThrownBy(() -> new StatusServer(port, registry).close())
          .isInstanceOf(CommandFailed.class)
          .hasMessage(
              "port " + port + " is taken: name another by --http-port, or 0 for any free one");
    }
  }

  private static HttpResponse<String> get(final StatusServer server, final String path)
      throws Exception {
    final HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path)).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
