package org.majorant.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ActiveWorkersTest {
  private final ActiveWorkers workers = new ActiveWorkers();

  @Test
  void partition_isActiveForThreeSecondsAfterTheBaseThatHeardIt() {
    workers.hear(4, 10);
    assertThat(workers.demand(1000)).containsExactly(Map.entry(4, 10L));
    workers.hear(2, 20);
    assertThat(workers.demand(2000)).containsExactly(Map.entry(2, 20L), Map.entry(4, 10L));
    assertThat(workers.demand(4000)).containsExactly(Map.entry(2, 20L), Map.entry(4, 10L));
    assertThat(workers.demand(4001)).containsExactly(Map.entry(2, 20L));
    assertThat(workers.demand(5001)).isEmpty();
  }

  @Test
  void partition_heardAgain_staysActiveWithItsLastDemand() {
    workers.hear(4, 10);
    workers.demand(1000);
    workers.hear(4, 5);
    workers.hear(4, 0);
    workers.demand(3000);
    assertThat(workers.demand(6000)).containsExactly(Map.entry(4, 0L));
  }
}
