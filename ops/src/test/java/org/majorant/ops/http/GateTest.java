package org.majorant.ops.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.ops.data.Adult;

/** What pages of strangers in a browser on this machine can have, and how wrong requests fare. */
class GateTest {
  private static final String PREDICT = "/api/models/adult/predict";

  private final StatusServer server =
      new StatusServer(
          HttpAddress.loopback(0),
          Map.of("bootstrap.servers", "127.0.0.1:1"),
          Adult.spec(),
          null,
          new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));

  GateTest() throws IOException {}

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LocalHost:8080", "127.0.0.1", "127.0.0.1:9", "[::1]", "[::1]:80"})
  void host_ofLoopback_isAnswered(final String host) throws Exception {
    assertThat(send("GET", "/metrics", "Host: " + host)).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "localhost.evil.example:80",
        "xlocalhost",
        "[::2]:80",
        "169.254.1.1"
      })
  void host_ofAStranger_is421InOneLine(final String host) throws Exception {
    for (final String path : new String[] {"/", "/metrics", "/healthz", "/api/models"}) {
      final String answer = send("GET", path, "Host: " + host);
      assertThat(answer).as(path).startsWith("HTTP/1.1 421 ");
      assertThat(body(answer))
          .hasLineCount(1)
          .contains("ask for one of 127.0.0.1, [::1], localhost, or listen elsewhere by");
    }
  }

  /** An image or a script of a stranger's page is a GET without an origin. */
  @ParameterizedTest
  @CsvSource({
    "/api/models/adult/weights, cross-site, no-cors, image, 403",
    "/api/models, cross-site, navigate, document, 403",
    "/api/models, same-site, cors, empty, 403",
    "/metrics, cross-site, no-cors, script, 403",
    "/, cross-site, navigate, iframe, 403",
    "/, cross-site, navigate, document, 200",
    "/metrics, none, navigate, document, 200",
    "/metrics, same-origin, cors, empty, 200"
  })
  void get_fromAPageOfAStranger_is403_butALinkToThePageIsFollowed(
      final String path, final String site, final String mode, final String dest, final int status)
      throws Exception {
    final String answer =
        send(
            "GET",
            path,
            "Host: localhost",
            "Sec-Fetch-Site: " + site,
            "Sec-Fetch-Mode: " + mode,
            "Sec-Fetch-Dest: " + dest);
    assertThat(answer).startsWith("HTTP/1.1 %d ".formatted(status));
  }

  /** As Docker's health check asks, which is no browser. */
  @Test
  void host_notSent_isAnswered() throws Exception {
    assertThat(exchange("GET /healthz HTTP/1.0\r\n\r\n")).contains(" 200 OK");
  }

  /** Prometheus and browsers come by any name there; the token protects. */
  @Test
  void host_beyondLoopback_isAny() {
    final var address = new HttpAddress("0.0.0.0", 0, Optional.of("s3cret"), Optional.empty());
    assertThat(new Gate(address).answers("learner:8080")).isTrue();
    assertThat(new Gate(HttpAddress.loopback(0)).answers("learner:8080")).isFalse();
    final var other = new HttpAddress("127.0.0.7", 0, Optional.empty(), Optional.empty());
    assertThat(new Gate(other).answers("127.0.0.7:8080")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "http://evil.example, 403",
    "null, 403",
    "http://localhost:1, 403",
    "not an origin, 403",
    "http://localhost:8080, 503", // it passes; no model is known here
  })
  void origin_ofAnotherHost_is403(final String origin, final int status) throws Exception {
    final String answer =
        send(
            "POST",
            PREDICT,
            "Host: localhost:8080",
            "Origin: " + origin,
            "Content-Type: application/json");
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    assertThat(body(answer)).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PUT    | /api/models               | GET, HEAD",
        "POST   | /api/models/adult/weights | GET, HEAD",
        "DELETE | /                         | GET, HEAD",
        "POST   | /page.css                 | GET, HEAD",
        "PATCH  | /healthz                  | GET, HEAD",
        "OPTIONS | /metrics                 | GET, HEAD",
        "GET    | /api/models/adult/predict | POST",
        "PUT    | /api/models/adult/predict | POST",
      })
  void method_wrong_is405AndSaysWhichIsRight(
      final String method, final String path, final String allowed) throws Exception {
    final String answer = send(method, path, "Host: localhost");
    assertThat(answer).startsWith("HTTP/1.1 405 ").contains("\r\nAllow: " + allowed + "\r\n");
    assertThat(body(answer)).hasLineCount(1).contains(path + " is for " + allowed);
  }

  @Test
  void head_ofWhatCanBeRead_isAnswered() throws Exception {
    for (final String path : new String[] {"/", "/metrics", "/healthz"}) {
      assertThat(send("HEAD", path, "Host: localhost")).as(path).startsWith("HTTP/1.1 200 ");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /, localhost, 200",
    "GET, /page.css, localhost, 200",
    "GET, /metrics, localhost, 200",
    "GET, /readyz, localhost, 503",
    "GET, /none, localhost, 404",
    "GET, /, evil.example, 421",
    "PUT, /, localhost, 405",
    "POST, /api/models/adult/predict, localhost, 415",
    "GET, /%zz, localhost, 400",
  })
  void answer_any_tellsBrowsersWhatIsAllowed(
      final String method, final String path, final String host, final int status)
      throws Exception {
    final String answer = send(method, path, "Host: " + host);
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    Gate.HEADERS.forEach(
        (name, value) -> assertThat(answer).contains("\r\n" + name + ": " + value + "\r\n"));
    assertThat(answer)
        .contains("default-src 'none'; script-src 'self'")
        .contains("X-Frame-Options: DENY", "nosniff", "Referrer-Policy: no-referrer");
  }

  private String send(final String method, final String path, final String... headers)
      throws IOException {
    return exchange(
        "%s %s HTTP/1.1\r\n%s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            .formatted(method, path, String.join("\r\n", headers)));
  }

  /** By hand, since Java's client chooses the host itself. */
  private String exchange(final String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", URI.create(server.url()).getPort())) {
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static String body(final String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }
}
