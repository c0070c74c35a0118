package org.majorant.ops.http;

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
    try (StatusServer server = new StatusServer(HttpAddress.loopback(0), registry)) {
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
    try (StatusServer server = new StatusServer(HttpAddress.loopback(0), registry)) {
      final int port = URI.create(server.url()).getPort();
      assertThatThrownBy(() -> new StatusServer(HttpAddress.loopback(port), registry).close())
          .isInstanceOf(CommandFailed.class)
          .hasMessage(
              "port " + port + " is taken: name another by --http-port, or 0 for any free one");
    }
  }

  @Test
  void token_asksForItEverywhereButForHealth() throws Exception {
    final HttpAddress address = new HttpAddress("127.0.0.1", 0, Optional.of("s3cret"));
    try (StatusServer server = new StatusServer(address, registry)) {
      assertThat(get(server, "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(server, "/readyz").statusCode()).isEqualTo(503);

      final HttpResponse<String> refused = get(server, "/metrics");
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(refused.headers().firstValue("www-authenticate")).contains("Bearer");
      assertThat(refused.body()).doesNotContain("jvm_");
      assertThat(get(server, "/none").statusCode()).isEqualTo(401);
      assertThat(get(server, "/metrics", "Authorization", "Bearer other").statusCode())
          .isEqualTo(401);
      assertThat(get(server, "/metrics", "Authorization", "Bearer s3cret").body()).contains("jvm_");
    }
  }

  @Test
  void address_beyondLoopback_needsAToken() {
    assertThat(new HttpAddress("localhost", 0, Optional.empty()).token()).isEmpty();
    assertThat(new HttpAddress("0.0.0.0", 0, Optional.of("s3cret")).host()).isEqualTo("0.0.0.0");
    assertThatThrownBy(() -> new HttpAddress("0.0.0.0", 0, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--http-host 0.0.0.0 is beyond loopback: name a file with a token by"
                + " --http-token-file");
  }

  private static HttpResponse<String> get(
      final StatusServer server, final String path, final String... headers) throws Exception {
    final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
