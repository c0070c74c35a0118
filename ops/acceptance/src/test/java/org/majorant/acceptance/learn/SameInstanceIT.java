package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;
import org.majorant.stream.CannotLearn;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/**
 * Two processes that are started as the same instance, since somebody has forgotten {@code
 * --instance-id}. They once took the tasks from each other for ever, with a stack trace each time.
 */
@Tag("long")
class SameInstanceIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final String SPEC =
      "{model: same, labels: [\"-1\", \"+1\"], features: {dimension: 124},"
          + " publish: {interval: 100ms}}";

  @Test
  @Timeout(360)
  void process_startedAsTheSameInstance_endsTheOlderOne(@TempDir final Path dir) throws Exception {
    final Path spec = Files.writeString(dir.resolve("same.yaml"), SPEC);
    final Path older = Files.createDirectory(dir.resolve("older"));
    final Path newer = Files.createDirectory(dir.resolve("newer"));
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final String servers = broker.bootstrapServers();
      final Map<String, Object> client = Map.of("bootstrap.servers", servers);
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 2);
      }
      try (ModelSubscriber subscriber = ModelSubscriber.start(client, "same");
          LearnerProcess first = new LearnerProcess(older, spec, servers, "1")) {
        send(client);
        subscriber.awaitVersion(1, PATIENCE);

        final var options = InstanceOptions.of(older.resolve("state-1"), "other");
        assertThatThrownBy(
                () ->
                    LearnerApplication.start(
                        client, SpecFile.read(SPEC), options, new SimpleMeterRegistry()))
            .isInstanceOf(CannotLearn.class)
            .hasMessage(
                "another learner keeps its state in %s: name another by --state-dir"
                    .formatted(older.resolve("state-1")));

        try (LearnerProcess second = new LearnerProcess(newer, spec, servers, "1")) {
          awaitEnd(first);
          assertThat(first.exitCode()).isEqualTo(1);
          assertThat(first.log())
              .contains(
                  "majorant: another learner has started as instance majorant-same-1:"
                      + " give each its own --instance-id");
          final long before = subscriber.current().orElseThrow().version();
          send(client);
          subscriber.awaitVersion(before + 1, PATIENCE);
          assertThat(second.isAlive()).isTrue();
        }
      }
    }
  }

  private static void send(final Map<String, Object> client) throws Exception {
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
      for (final byte[] example : Adult.train().subList(0, 200)) {
        producer.send(example);
      }
      producer.flush();
    }
  }

  private static void awaitEnd(final LearnerProcess learner) throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (learner.isAlive()) {
      assertThat(System.nanoTime()).as(learner.log()).isLessThan(end);
      Thread.sleep(100);
    }
  }
}
