package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FleetTest {
  private final Fleet fleet =
      new Fleet("fleet", false, Duration.ofMillis(100), new RecordedLog(), () -> {});

  @Test
  void modelAlone_mayWriteAllThereIs() {
    final double weight = Fleet.weight(TopologyFixture.SPEC);
    assertThat(fleet.share(weight)).isEqualTo(1);
  }
}
