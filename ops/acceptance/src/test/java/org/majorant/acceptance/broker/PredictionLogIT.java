package org.majorant.acceptance.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.served.PredictionLog;
import org.majorant.served.PredictionLog.Reason;

/** A service answers as fast, whether its broker takes what it logs or not. */
class PredictionLogIT {
  private static final int ANSWERS = 20_000;
  private static final PointPrediction ANSWER = new PointPrediction(7, "yes", Map.of("yes", 1.0));

  @Test
  @Timeout(120)
  void brokerThatStandsStill_holdsUpNoAnswer_andNoneIsLostUncounted(@TempDir final Path dir)
      throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir)) {
      final Map<String, Object> client = new HashMap<>();
      client.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
      client.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 200_000); // a part of the answers
      try (Admin admin = Admin.create(client)) {
        admin.createTopics(List.of(new NewTopic("served", 2, (short) 1))).all().get();
      }
      final PredictionLog log = PredictionLog.start(client, "served", Duration.ofSeconds(30));
      record(log, 0);
      LearnerProcess.signal(ShortLivedBroker.process(), "STOP");
      final long begin = System.nanoTime();
      for (int i = 1; i < ANSWERS; i++) {
        record(log, i);
      }
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(10));
      assertThat(log.dropped(Reason.SEND)).isBetween(ANSWERS / 10L, ANSWERS - 100L);
      LearnerProcess.signal(ShortLivedBroker.process(), "CONT");
      log.close();
      assertThat(log.logged()).isGreaterThan(100);
      assertThat(log.logged() + log.dropped(Reason.SEND)).isEqualTo(ANSWERS);
    }
  }

  @Test
  @Timeout(60)
  void topicThatIsNotThere_isToldAtTheStart(@TempDir final Path dir) {
    try (BrokerProcess broker = ShortLivedBroker.start(dir)) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      assertThatThrownBy(() -> PredictionLog.start(client, "none", Duration.ofMillis(500)))
          .isInstanceOf(TimeoutException.class);
    }
  }

  private static void record(final PredictionLog log, final int i) {
    final NamedFeatures features = new NamedFeatures(List.of("x"), List.of((float) i));
    log.record(
        "adult",
        new LabeledExample("id-" + i, null, 1.0, new Point(features, null, null, null)),
        ANSWER);
  }
}
