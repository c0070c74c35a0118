package org.majorant.ops.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class TopicPlanTest {
  private static final TopicPartition ROUNDS = new TopicPartition("majorant-rounds", 0);

  /** What was created is known to the controller first, and to a busy broker much later. */
  @Test
  void topicThatItsBrokerDoesNotKnowYet_isWaitedFor() throws Exception {
    final Deque<KafkaFuture<ListOffsetsResult.ListOffsetsResultInfo>> answers =
        new ArrayDeque<>(
            Arrays.asList(
                refused(new UnknownTopicOrPartitionException("not yet")),
                refused(new UnknownTopicOrPartitionException("not yet")),
                KafkaFuture.completedFuture(null)));
    TopicPlan.awaitLeaders(admin(answers), Map.of(ROUNDS, OffsetSpec.latest()));
    assertThat(answers).isEmpty();
  }

  @Test
  void anotherRefusal_isToldAtOnce() {
    final Deque<KafkaFuture<ListOffsetsResult.ListOffsetsResultInfo>> answers =
        new ArrayDeque<>(Arrays.asList(refused(new TopicAuthorizationException("no"))));
    assertThatThrownBy(
            () -> TopicPlan.awaitLeaders(admin(answers), Map.of(ROUNDS, OffsetSpec.latest())))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TopicAuthorizationException.class);
  }

  /** It answers one call after the other, and knows no other call than for offsets. */
  private static Admin admin(
      final Deque<KafkaFuture<ListOffsetsResult.ListOffsetsResultInfo>> answers) {
    return (Admin)
        Proxy.newProxyInstance(
            TopicPlanTest.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("listOffsets");
              return new ListOffsetsResult(Map.of(ROUNDS, answers.remove()));
            });
  }

  private static KafkaFuture<ListOffsetsResult.ListOffsetsResultInfo> refused(
      final RuntimeException why) {
    final KafkaFutureImpl<ListOffsetsResult.ListOffsetsResultInfo> future = new KafkaFutureImpl<>();
    future.completeExceptionally(why);
    return future;
  }
}
