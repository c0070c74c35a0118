package org.majorant.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SharedLogTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);

  private final List<Long> asked = new ArrayList<>();
  private boolean readable;
  private final SharedLog log =
      new SharedLog(
          (GapLog)
              Proxy.newProxyInstance(
                  GapLog.class.getClassLoader(),
                  new Class<?>[] {GapLog.class},
                  (proxy, method, args) -> {
                    assertThat(method.getName()).isEqualTo("isReadable");
                    asked.add((Long) args[1]);
                    return readable;
                  }));

  /** Each model of a fleet jumps over the same markers of two transactions that end together. */
  @Test
  void rangeOfMarkers_isLookedAtOnce_forAllModels() {
    for (int model = 0; model < 300; model++) {
      for (long offset = 0; offset < 100; offset += 10) {
        assertThat(log.isReadable(PARTITION, offset, offset + 2)).isFalse();
      }
    }
    assertThat(asked).hasSize(10);
    assertThat(log.isReadable(PARTITION, 0, 3)).isFalse();
    assertThat(asked).as("another range").hasSize(11);
  }

  /** Retention may have deleted them meanwhile. */
  @Test
  void rangeOfRecords_isLookedAtAgain() {
    readable = true;
    assertThat(log.isReadable(PARTITION, 0, 2)).isTrue();
    readable = false;
    assertThat(log.isReadable(PARTITION, 0, 2)).isFalse();
    assertThat(asked).hasSize(2);
  }
}
