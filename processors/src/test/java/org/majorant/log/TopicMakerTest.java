package org.majorant.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/**
 * A learner that asked a busy broker right after it had made its topic was told that there was no
 * such topic, and made a join of no partitions, which failed for ever.
 */
class TopicMakerTest {
  @Test
  void broker_thatHearsOfATopicLater_isAskedAgain() {
    final Queue<Integer> answers = new ArrayDeque<>(List.of(0, 0, 4, 7));
    assertThat(TopicMaker.await("joined", answers::remove, 4, Duration.ofDays(1))).isEqualTo(4);
    assertThat(answers).containsExactly(7);
  }

  @Test
  void broker_thatNeverHearsOfIt_isToldOf() {
    assertThatThrownBy(() -> TopicMaker.await("joined", () -> 2, 4, Duration.ZERO))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("joined was made with 4 partitions, and the brokers know of 2");
  }
}
