package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/**
 * A learner whose broker stands still and goes on, then goes and comes back. Kafka Streams calls
 * itself running all the while; the learner must not.
 */
@Tag("long")
class BrokerAwayIT {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: away, labels: [a, b], features: {dimension: 4}}");

  @Test
  @Timeout(240)
  void broker_away_isSaidUntilItIsBack(@TempDir final Path dir) throws Exception {
    BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"));
    try {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      final MeterRegistry meters = new SimpleMeterRegistry();
      final var options = InstanceOptions.of(dir.resolve("state"), "away");
      try (LearnerApplication learner = LearnerApplication.start(client, SPEC, options, meters)) {
        final double lag = value(meters, "majorant.lag.records");
        if (value(meters, "majorant.ready") == 0) { // and so it was when the lag was asked for
          assertThat(lag).isNaN();
        }
        while (!learner.isRunning()) {
          Thread.sleep(10);
        }
        standStill(learner, meters);
        broker.kill();
        while (!learner.obstacle().orElse("").contains("no broker is connected")) {
          Thread.sleep(10);
        }
        broker = ShortLivedBroker.start(dir.resolve("broker"));
        assertThat(broker.bootstrapServers()).isEqualTo(client.get("bootstrap.servers"));
        while (!learner.isRunning()) {
          Thread.sleep(10);
        }
      }
    } finally {
      broker.close();
    }
  }

  /** The connections stay open, and nobody answers on them. */
  private static void standStill(final LearnerApplication learner, final MeterRegistry meters)
      throws Exception {
    awaitNoLag(meters);
    final ProcessHandle broker = ShortLivedBroker.process();
    LearnerProcess.signal(broker, "STOP");
    try {
      while (!learner.obstacle().orElse("").contains("no broker has answered since")) {
        Thread.sleep(10);
      }
      assertThat(value(meters, "majorant.ready")).isZero();
      assertThat(value(meters, "majorant.lag.records")).isNaN();
      assertThat(value(meters, "majorant.broker.answer.age.seconds")).isGreaterThan(10);
    } finally {
      LearnerProcess.signal(broker, "CONT");
    }
    awaitNoLag(meters);
    while (value(meters, "majorant.ready") != 1) {
      Thread.sleep(10);
    }
  }

  private static void awaitNoLag(final MeterRegistry meters) throws InterruptedException {
    while (value(meters, "majorant.lag.records") != 0) { // NaN at first
      Thread.sleep(10);
    }
  }

  private static double value(final MeterRegistry meters, final String gauge) {
    return meters.get(gauge).gauge().value();
  }
}
