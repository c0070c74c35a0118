package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A learner that is started before its broker, as after a power cut. It gave up after 8 seconds,
 * and whoever started it again saw it end again.
 */
@Tag("long")
class BrokerLateIT {
  private static final int SIGTERM = 128 + 15;

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  @Test
  @Timeout(240)
  void learner_beforeItsBroker_waitsForItAndLearns() throws Exception {
    final String servers = usedBefore();
    try (LearnerProcess learner = new LearnerProcess(dir, spec(), servers, "1")) {
      awaitWaiting(learner);
      final Map<String, Object> client = Map.of("bootstrap.servers", servers);
      try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"));
          ModelSubscriber subscriber = ModelSubscriber.start(client, "late")) {
        assertThat(broker.bootstrapServers()).isEqualTo(servers);
        try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
          producer.send(example());
          producer.flush();
        }
        assertThat(subscriber.awaitVersion(1, Duration.ofSeconds(120)).head().getTally())
            .as(learner.log())
            .extracting(tally -> tally.getExamples())
            .isEqualTo(1L);
      }
      assertThat(learner.log().lines().filter(line -> line.contains("no broker answers")))
          .hasSize(1);
    }
  }

  @Test
  @Timeout(120)
  void learner_terminatedWhileItWaits_endsAtOnce() throws Exception {
    try (LearnerProcess learner = new LearnerProcess(dir, spec(), "127.0.0.1:1", "1")) {
      awaitWaiting(learner);
      learner.stop();
      assertThat(learner.exitCode()).as(learner.log()).isEqualTo(SIGTERM);
    }
  }

  /** A learner that started while its broker was busy ended, since its first look took 10 s. */
  @Test
  @Timeout(240)
  void brokerThatAnswersAndIsSilentThen_isWaitedFor() throws Exception {
    final Asking asking = new Asking();
    final StringWriter said = new StringWriter();
    final CommandLine command = new CommandLine(asking).setErr(new PrintWriter(said, true));
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      command.parseArgs("--bootstrap-server", broker.bootstrapServers());
      final Iterator<Optional<String>> answers =
          List.of(Optional.<String>empty(), Optional.<String>empty(), Optional.of("it")).iterator();
      final String answer =
          asking.connection.awaitAnswer(
              admin -> answers.next().orElseThrow(() -> silent(new TimeoutException("late"))));
      assertThat(answer).isEqualTo("it");
    }
    assertThat(said.toString()).containsOnlyOnce("waits until one does");
  }

  private static StoreException silent(final TimeoutException e) {
    return new StoreException("the topic is not followed", new StoreException("no answer", e));
  }

  /** A command that has to do with brokers. */
  @Command(name = "asking")
  private static final class Asking {
    @Mixin private ConnectionOptions connection;
  }

  /** The address of a broker that is not there now, with its topics. */
  private String usedBefore() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"));
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      TopicPlan.create(admin, 1);
      return broker.bootstrapServers();
    }
  }

  private static void awaitWaiting(final LearnerProcess learner) throws Exception {
    while (!learner.log().contains("no broker answers at")) {
      assertThat(learner.isAlive()).as(learner.log()).isTrue();
      Thread.sleep(50);
    }
    assertThat(learner.log()).contains("yet: waits until one does, or Ctrl-C");
  }

  private Path spec() throws IOException {
    return Files.writeString(
        dir.resolve("spec.yaml"), "{model: late, labels: [a, b], features: {dimension: 4}}");
  }

  private static byte[] example() {
    final Point point = new Point(new SparseVector(List.of(1), List.of(1f)), "a", null, null);
    return AvroSerde.of(LabeledExample.class).encode(new LabeledExample(null, null, 1.0, point));
  }
}
