package org.majorant.ops.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.ops.data.Adult;

/**
 * No header, whatever it says, has the server fail: it is passed over, or the answer is an error of
 * the client in one line of JSON.
 */
class MalformedRequestsTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final String TOKEN = "s3cret:and more";
  private static final List<String> HEADERS =
      List.of(
          "Authorization",
          "Content-Type",
          "Content-Encoding",
          "Content-Length",
          "Transfer-Encoding",
          "Accept",
          "Accept-Encoding",
          "Accept-Charset",
          "Accept-Language",
          "Cookie",
          "Origin",
          "Range",
          "If-Modified-Since",
          "If-None-Match",
          "Expect",
          "X-Forwarded-For",
          "Forwarded",
          "Connection");
  private static final List<String> PIECES =
      List.of(
          "Basic ",
          "bearer ",
          "Zm9v",
          "=",
          "!",
          ";",
          ",",
          "/",
          ":",
          " ",
          "\t",
          "\"",
          "\u00e4",
          "gzip",
          "charset=nonsense",
          "charset=",
          "application/json",
          "text/csv",
          "*",
          "q=x",
          "bytes=9-1",
          "-1",
          "99999999999999999999",
          "\u007f",
          "%zz");

  private final StatusServer server =
      new StatusServer(
          new HttpAddress("127.0.0.1", 0, Optional.of(TOKEN), Optional.empty()),
          Map.of("bootstrap.servers", "127.0.0.1:1"),
          Adult.spec(),
          null,
          new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));

  MalformedRequestsTest() throws IOException {}

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Basic",
        "Basic ",
        "Basic Zm9v",
        "Basic !!!",
        "Basic Zm9v Zm9v",
        "Basic =",
        "Bearer",
        "Bearer ",
        "Bearer other",
        "Digest username=\"me\"",
        "s3cret:and more",
        "Token s3cret:and more",
      })
  void authorization_malformed_is401(final String header) throws IOException {
    final String answer = get("/metrics", "Authorization: " + header);
    assertThat(answer).startsWith("HTTP/1.1 401 ").contains("WWW-Authenticate: Bearer");
    assertError(answer);
  }

  /** The names of schemes are in letters of any size, with any number of spaces after them. */
  @ParameterizedTest
  @ValueSource(strings = {"Bearer", "bearer", "BEARER", "Bearer  ", "basic", "Basic", "BASIC   "})
  void authorization_inAnyLetters_isRead(final String scheme) throws IOException {
    final String sent =
        scheme.toLowerCase(Locale.ROOT).startsWith("basic")
            ? Base64.getEncoder().encodeToString(("me:" + TOKEN).getBytes(UTF_8))
            : TOKEN;
    assertThat(get("/metrics", "Authorization: " + scheme + " " + sent))
        .startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json; charset=nonsense",
        "application/json; charset=\"",
        ";",
        "application",
      })
  void contentType_malformed_isAnErrorOfTheClient(final String type) throws IOException {
    assertError(
        exchange(
            "POST /api/models/adult/predict HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Authorization: Bearer "
                + TOKEN
                + "\r\nContent-Type: "
                + type
                + "\r\nContent-Length: 2\r\n\r\n[]"));
  }

  @Test
  void requestLine_malformed_is400InJson() throws IOException {
    for (final String line :
        List.of("GET /%zz HTTP/1.1", "GET", "G\u00e4T / HTTP/1.1", "GET /../.. HTTP/1.1")) {
      assertError(exchange(line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
    }
  }

  @Test
  void headers_random_neverFailTheServer() throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      final Random random = new Random(seed);
      final StringBuilder header = new StringBuilder(HEADERS.get(random.nextInt(HEADERS.size())));
      header.append(": ");
      for (int i = random.nextInt(5); i >= 0; i--) {
        header.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      final boolean posted = random.nextBoolean();
      final String path = random.nextBoolean() ? "/metrics" : "/page.css";
      final String answer =
          exchange(
              "%s HTTP/1.1\r\nHost: localhost\r\n%s\r\nAuthorization: Bearer %s\r\n%sConnection: close\r\n\r\n%s"
                  .formatted(
                      posted ? "POST /api/models/adult/predict" : "GET " + path,
                      header,
                      TOKEN,
                      posted && !header.toString().startsWith("Content-L")
                          ? "Content-Length: 2\r\n"
                          : "",
                      posted ? "[]" : ""));
      assertThat(answer).as("seed %d, %s", seed, header).startsWith("HTTP/1.1 ");
      final int status = Integer.parseInt(answer.substring(9, 12));
      assertThat(status).as("seed %d, %s", seed, header).isNotEqualTo(500).isLessThan(504);
      if (status >= 400 && status < 500) {
        assertError(answer);
      }
    }
  }

  private static void assertError(final String answer) throws IOException {
    assertThat(answer)
        .startsWith("HTTP/1.1 4")
        .containsIgnoringCase("Content-Type: application/json");
    final JsonNode said = JSON.readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
    assertThat(said.fieldNames()).toIterable().containsExactly("error");
    assertThat(said.get("error").asText()).isNotBlank().hasLineCount(1);
  }

  private String get(final String path, final String header) throws IOException {
    return exchange(
        "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\nConnection: close\r\n\r\n"
            .formatted(path, header));
  }

  /** By hand, since a client would send no such thing. */
  private String exchange(final String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", URI.create(server.url()).getPort())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }
}
