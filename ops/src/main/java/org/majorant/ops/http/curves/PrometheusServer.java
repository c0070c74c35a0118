package org.majorant.ops.http.curves;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A Prometheus, or what speaks its HTTP API, asked for values at equal distances in time ({@code
 * query_range}). What it does not answer is told in one line, without user and password. It is
 * asked when somebody wants to see something, and never by the learner. Thread-safe.
 *
 * @see <a href="https://prometheus.io/docs/prometheus/latest/querying/api/#range-queries">Range
 *     queries</a>
 */
public final class PrometheusServer {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final URI url; // without user and password
  private final String credentials; // null: none
  private final Duration patience;
  private final HttpClient http;

  /**
   * @param url with the path below which its API is, and with {@code user:password@} where it asks
   *     for them
   */
  public PrometheusServer(final URI url) {
    this(url, PATIENCE);
  }

  PrometheusServer(final URI url, final Duration patience) {
    final String user = url.getUserInfo();
    final String open = url.toString().replaceFirst("(?<=://)[^/]*@", "");
    this.url = URI.create(open.replaceFirst("/+$", ""));
    this.credentials =
        user == null ? null : Base64.getEncoder().encodeToString(user.getBytes(UTF_8));
    this.patience = patience;
    http = HttpClient.newBuilder().connectTimeout(patience).build();
  }

  /** It does not answer, or not what was asked; the message is one line that says what to do. */
  public static final class Unanswered extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unanswered(final String message, final Throwable cause) {
      super(message, cause);
    }
  }

  /** Times at equal distances, seconds since the epoch: {@code from, from + step, …}. */
  public record Times(long from, int step, int points) {
    long at(final int point) {
      return from + (long) point * step;
    }
  }

  /**
   * The values of queries at the same times, all asked for at once.
   *
   * @param queries in PromQL, each with one series at most, by names of the caller's
   * @return by the same names; NaN where there is no value
   * @throws Unanswered where one is not answered
   */
  Map<String, double[]> ask(final Map<String, String> queries, final Times times) {
    final Map<String, CompletableFuture<double[]>> asked = new HashMap<>();
    queries.forEach((name, query) -> asked.put(name, ask(query, times)));
    final Map<String, double[]> values = new HashMap<>();
    asked.forEach((name, answer) -> values.put(name, join(answer)));
    return values;
  }

  private double[] join(final CompletableFuture<double[]> answer) {
    try {
      return answer.join();
    } catch (final CompletionException e) {
      throw e.getCause() instanceof Unanswered told ? told : silent(e.getCause());
    }
  }

  private CompletableFuture<double[]> ask(final String query, final Times times) {
    final String path =
        "/api/v1/query_range?query=%s&start=%d&end=%d&step=%d"
            .formatted(
                URLEncoder.encode(query, UTF_8),
                times.from,
                times.at(times.points - 1),
                times.step);
    final HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path)).timeout(patience);
    if (credentials != null) {
      request.header("Authorization", "Basic " + credentials);
    }
    return http.sendAsync(request.build(), BodyHandlers.ofString())
        .thenApply(answer -> values(answer, times));
  }

  private double[] values(final HttpResponse<String> answer, final Times times) {
    final JsonNode said = json(answer.body());
    if (!said.path("status").asText().equals("success")) {
      throw refused(answer.statusCode(), said.path("error").asText());
    }
    final double[] values = new double[times.points];
    Arrays.fill(values, Double.NaN);
    for (final JsonNode sample : said.at("/data/result/0/values")) {
      final long point = Math.round((sample.path(0).asDouble() - times.from) / times.step);
      if (point >= 0 && point < values.length) {
        values[(int) point] = number(sample.path(1).asText());
      }
    }
    return values;
  }

  /** What is no JSON has none of the fields that are asked for. */
  private static JsonNode json(final String body) {
    try {
      return JSON.readTree(body);
    } catch (final JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  /** As it writes a number; what is infinite is no number to draw. */
  private static double number(final String text) {
    return text.endsWith("Inf") ? Double.NaN : Double.parseDouble(text);
  }

  private Unanswered refused(final int status, final String error) {
    if (status == 401 || status == 403) {
      return new Unanswered(
          "Prometheus at %s refuses to answer (%d): name a user whom it lets read, as --prometheus-url https://USER:PASSWORD@HOST"
              .formatted(url, status),
          null);
    }
    if (error.isEmpty()) {
      return new Unanswered(
          "what answers at %s is no Prometheus (%d): correct --prometheus-url"
              .formatted(url, status),
          null);
    }
    return new Unanswered(
        "Prometheus at %s does not answer a query (%d): %s"
            .formatted(url, status, error.lines().findFirst().orElse("")),
        null);
  }

  private Unanswered silent(final Throwable cause) {
    final String why =
        cause instanceof HttpTimeoutException
            ? "within %d s".formatted(patience.toSeconds())
            : "(%s)"
                .formatted(
                    cause.getMessage() == null
                        ? cause.getClass().getSimpleName()
                        : cause.getMessage());
    return new Unanswered(
        "Prometheus at %s does not answer %s: start it, or correct --prometheus-url"
            .formatted(url, why),
        cause);
  }
}
