package org.majorant.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;

class TopicsTest {
  /** A majorizer was once looked for by the key of a base, which ended the thread of all models. */
  @Test
  void home_isWhereProducersWriteTheModelsSummaries() {
    for (int number = 0; number < 100; number++) {
      final String model = "m" + number;
      assertThat(Topics.home(model, 5))
          .isEqualTo(BuiltInPartitioner.partitionForKey(model.getBytes(UTF_8), 5));
    }
  }
}
