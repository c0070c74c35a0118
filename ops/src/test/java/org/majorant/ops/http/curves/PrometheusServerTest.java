package org.majorant.ops.http.curves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.ops.http.curves.FakePrometheus.Answer;
import org.majorant.ops.http.curves.PrometheusServer.Times;
import org.majorant.ops.http.curves.PrometheusServer.Unanswered;

class PrometheusServerTest {
  private static final Times TIMES = new Times(1000, 60, 4);
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final String USER = "me:s3cret@";

  @Test
  void values_areAtTheirTimes_andMissingOnesNaN() throws IOException {
    final Answer answer =
        (query, from) ->
            query.equals("none")
                ? FakePrometheus.nothing()
                : FakePrometheus.series("[1000,\"0.5\"],[1060.000,\"NaN\"],[1180,\"+Inf\"]");
    try (FakePrometheus fake = new FakePrometheus(answer)) {
      final Map<String, double[]> values =
          new PrometheusServer(fake.url(""))
              .ask(Map.of("a", "sum(x{y=\"+ &\"})", "b", "none"), TIMES);
      assertThat(values.get("a")).containsExactly(0.5, Double.NaN, Double.NaN, Double.NaN);
      assertThat(values.get("b")).hasSize(4).containsOnly(Double.NaN);
      assertThat(fake.asked())
          .hasSize(2)
          .contains(
              Map.of("query", "sum(x{y=\"+ &\"})", "start", "1000", "end", "1180", "step", "60"));
      assertThat(fake.users()).containsOnly("null");
    }
  }

  @Test
  void user_isSent_andNotTold() throws IOException {
    try (FakePrometheus fake = new FakePrometheus((query, from) -> "401 Unauthorized")) {
      assertThatExceptionOfType(Unanswered.class)
          .isThrownBy(() -> ask(fake.url("me:s3%40cret@"), SOON))
          .withMessageMatching(
              "Prometheus at http://127.0.0.1:\\d+/below refuses to answer \\(401\\): name a user"
                  + " whom it lets read, as --prometheus-url https://USER:PASSWORD@HOST");
      assertThat(fake.users())
          .containsOnly("Basic " + Base64.getEncoder().encodeToString("me:s3@cret".getBytes()));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          200 <html>         | what answers at URL is no Prometheus (200): correct --prometheus-url
          404 not found      | what answers at URL is no Prometheus (404): correct --prometheus-url
          422 {"status":"error","error":"too many\\npoints"} | Prometheus at URL does not answer a query (422): too many
          """)
  void refusal_isOneLine(final String said, final String told) throws IOException {
    try (FakePrometheus fake = new FakePrometheus((query, from) -> said)) {
      final String url = fake.url("").toString().replaceFirst("/$", "");
      assertThatExceptionOfType(Unanswered.class)
          .isThrownBy(() -> ask(fake.url(USER), SOON))
          .withMessage(told.replace("URL", url));
    }
  }

  @Test
  void silence_endsSoon_inOneLine() throws IOException {
    final Answer never =
        (query, from) -> {
          Thread.sleep(60_000);
          return FakePrometheus.nothing();
        };
    try (FakePrometheus fake = new FakePrometheus(never)) {
      assertThatExceptionOfType(Unanswered.class)
          .isThrownBy(() -> ask(fake.url(USER), SOON))
          .withMessageMatching(
              "Prometheus at http://127.0.0.1:\\d+/below does not answer within 1 s: start it, or"
                  + " correct --prometheus-url");
    }
  }

  @Test
  void nobody_isOneLine() throws IOException {
    final URI gone;
    try (FakePrometheus fake = new FakePrometheus((query, from) -> FakePrometheus.nothing())) {
      gone = fake.url(USER);
    }
    assertThatExceptionOfType(Unanswered.class)
        .isThrownBy(() -> ask(gone, SOON))
        .withMessageMatching(
            "Prometheus at http://127.0.0.1:\\d+/below does not answer \\(.+\\): start it, or"
                + " correct --prometheus-url");
  }

  private static void ask(final URI url, final Duration patience) {
    new PrometheusServer(url, patience).ask(Map.of("a", "x"), TIMES);
  }
}
