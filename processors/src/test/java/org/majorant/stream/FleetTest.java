package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;

class FleetTest {
  private final Fleet fleet =
      new Fleet("fleet", false, Duration.ofMillis(100), new RecordedLog(), () -> {});

  /** A majorizer was once looked for by the key of a base, which ended the thread of all models. */
  @Test
  void majorizer_isWhereProducersWriteTheModelsSummaries() {
    for (int number = 0; number < 100; number++) {
      final String model = "m" + number;
      assertThat(Fleet.home(model, 5))
          .isEqualTo(BuiltInPartitioner.partitionForKey(model.getBytes(StandardCharsets.UTF_8), 5));
    }
  }

  @Test
  void modelAlone_mayWriteAllThereIs() {
    final double weight = Fleet.weight(TopologyFixture.SPEC);
    assertThat(fleet.share(weight)).isEqualTo(1);
  }
}
