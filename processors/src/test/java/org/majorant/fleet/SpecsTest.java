package org.majorant.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SpecsTest {
  static List<KafkaException> ends() {
    return List.of(
        new ProducerFencedException("by another command"),
        new InvalidProducerEpochException("likewise"),
        new InvalidTxnStateException("the broker does not know it"),
        new KafkaException("in some calls", new InvalidTxnStateException("likewise")));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void transaction_thatCameToNothing_beginsAgain(final KafkaException end) {
    final Queue<KafkaException> refusals = new ArrayDeque<>(List.of(end, end));
    assertThat(Specs.again(refusedBy(refusals))).isTrue();
    assertThat(refusals).isEmpty();
  }

  @Test
  void refusal_isNotAskedForTwice() {
    final KafkaException refusal = new TopicAuthorizationException("no rights");
    final Queue<KafkaException> refusals = new ArrayDeque<>(List.of(refusal, refusal));
    assertThatThrownBy(() -> Specs.again(refusedBy(refusals))).isSameAs(refusal);
    assertThat(refusals).hasSize(1);
  }

  private static BooleanSupplier refusedBy(final Queue<KafkaException> refusals) {
    return () -> {
      if (!refusals.isEmpty()) {
        throw refusals.remove();
      }
      return true;
    };
  }
}
