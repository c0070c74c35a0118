package org.majorant.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where no broker answers. */
class KafkaGapLogTest {
  private static final Map<String, Object> NOBODY = Map.of("bootstrap.servers", "127.0.0.1:1");
  private static final TopicPartition PARTITION = new TopicPartition("examples", 0);
  private static final int SOON_SECONDS = 20; // an answer is waited for at least three times longer

  static List<Consumer<GapLog>> questions() {
    return List.of(
        log -> log.end(PARTITION),
        log -> log.endOfAll(PARTITION),
        log -> log.start(PARTITION),
        log -> log.topic("examples"),
        log -> log.committed(PARTITION));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void question_endsWhenTheLogIsClosed(final Consumer<GapLog> question) throws Exception {
    final KafkaGapLog log = new KafkaGapLog(NOBODY, "group");
    final CompletableFuture<Void> asked = CompletableFuture.runAsync(() -> question.accept(log));
    TimeUnit.SECONDS.sleep(1);
    assertThat(asked).isNotDone();
    CompletableFuture.runAsync(log::close).get(SOON_SECONDS, TimeUnit.SECONDS);
    assertThatThrownBy(() -> asked.get(SOON_SECONDS, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(KafkaException.class);
    assertThatThrownBy(() -> question.accept(log)).hasMessage("asked after it was closed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "", "5s", "3000000000"})
  void timeOfARequest_thatIsNone_isRefused(final String millis) {
    assertThatThrownBy(() -> KeptAdmin.millis(Map.of("request.timeout.ms", millis)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("request.timeout.ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483647", " 1500000000 "})
  void timeOfARequest_thatIsLong_isNotDoubled(final String millis) {
    assertThat(KeptAdmin.millis(Map.of("request.timeout.ms", millis))).isEqualTo(Integer.MAX_VALUE);
  }
}
