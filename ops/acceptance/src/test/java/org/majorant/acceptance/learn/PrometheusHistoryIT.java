package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.http.curves.FakePrometheus;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.store.Topics;

/**
 * A learner with {@code --prometheus-url} answers for a week, and tells nobody the password in it.
 */
class PrometheusHistoryIT {
  private static final Duration START = Duration.ofSeconds(60);

  @Test
  void learner_answersForAWeek_andKeepsThePassword(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"));
        FakePrometheus prometheus =
            new FakePrometheus(
                (query, from) -> FakePrometheus.series("[%d,\"0.5\"]".formatted(from)))) {
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
        TopicPlan.create(admin, 1);
      }
      final String[] options = {"--prometheus-url", prometheus.url("me:s3cret@").toString()};
      try (LearnerProcess learner =
          FruitLearner.start(dir, broker, "fruit", "apple", Topics.EXAMPLES, options)) {
        final String week = get(url(learner) + "/api/history?days=7");
        assertThat(week)
            .contains("\"longer\":true", "--prometheus-url http://USER:PASSWORD@127.0.0.1:")
            .containsPattern("\"seconds\":\\{\"columns\":\\[[^]]+],\"rows\":\\[\\[\\d+,0.5,")
            .doesNotContain("s3cret");
        assertThat(learner.log()).doesNotContain("s3cret");
      }
    }
  }

  private static String url(final LearnerProcess learner) throws Exception {
    final long end = System.nanoTime() + START.toNanos();
    Optional<String> url = learner.url();
    while (url.isEmpty()) {
      assertThat(System.nanoTime()).as(learner.log()).isLessThan(end);
      Thread.sleep(100);
      url = learner.url();
    }
    return url.get();
  }

  private static String get(final String url) throws IOException, InterruptedException {
    final HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
