package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.majorant.acceptance.learn.LearnerProcess;

/** A learner process as its operators see it: over HTTP, and by the JDK's tools. */
final class LearnerView {
  /** Seconds, where people wait; on a machine that has other work as well. */
  private static final Duration ANSWER = Duration.ofSeconds(20);

  private static final List<String> PAGES =
      List.of("/", "/healthz", "/readyz", "/metrics", "/api/models", "/api/history");

  private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");

  private final LearnerProcess learner;
  private final HttpClient http = HttpClient.newHttpClient();
  private Duration slowest = Duration.ZERO;

  LearnerView(final LearnerProcess learner) {
    this.learner = learner;
  }

  /** Whether it is ready; where it is started again, its log may still say where it was before. */
  boolean isReady() throws IOException, InterruptedException {
    try {
      return learner.url().isPresent() && get("/readyz").statusCode() == 200;
    } catch (final ConnectException e) {
      return false;
    }
  }

  /** Each page answers within seconds, and says that all is well. */
  void requireAnswers() throws IOException, InterruptedException {
    for (final String page : PAGES) {
      final long start = System.nanoTime();
      final HttpResponse<String> answer = get(page);
      final Duration took = Duration.ofNanos(System.nanoTime() - start);
      slowest = took.compareTo(slowest) > 0 ? took : slowest;
      assertThat(answer.statusCode()).as("%s: %s", page, answer.body()).isEqualTo(200);
    }
  }

  /** The longest that a page has taken. */
  Duration slowest() {
    return slowest;
  }

  /** A metric's sum over its labels. */
  double metric(final String name) throws IOException, InterruptedException {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** Megabytes that are left of its heap after a full collection. */
  double liveMegabytes() throws IOException {
    final String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    final Process process =
        new ProcessBuilder(jcmd, Long.toString(learner.pid()), "GC.class_histogram").start();
    final String histogram =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    final Matcher total = TOTAL.matcher(histogram);
    assertThat(total.find()).as("a histogram of %s: %s", learner.log(), histogram).isTrue();
    return Long.parseLong(total.group(1)) / 1e6;
  }

  private HttpResponse<String> get(final String page) throws IOException, InterruptedException {
    final URI uri = URI.create(learner.url().orElseThrow() + page);
    return http.send(HttpRequest.newBuilder(uri).timeout(ANSWER).build(), BodyHandlers.ofString());
  }
}
