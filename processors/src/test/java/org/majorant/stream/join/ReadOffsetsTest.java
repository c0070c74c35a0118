package org.majorant.stream.join;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.majorant.join.JoinCounts;
import org.majorant.join.Origin;
import org.majorant.log.GapLog;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.SpecFile;

class ReadOffsetsTest {
  private final KeyValueStore<byte[], byte[]> store =
      Stores.keyValueStoreBuilder(
              Stores.inMemoryKeyValueStore("read"), Serdes.ByteArray(), Serdes.ByteArray())
          .withLoggingDisabled()
          .build();

  @BeforeEach
  void init() {
    store.init(new MockProcessorContext<byte[], byte[]>().getStateStoreContext(), store);
  }

  private ReadOffsets open(final String events, final String labels) {
    return new ReadOffsets(
        store,
        new JoinSettings(
            SpecFile.read(
                "{model: m, labels: [a, b], input: e, label: {topic: l, path: is, wait: 1m}}"),
            "a",
            SchemaRegistry.NONE,
            null,
            new JoinMemory(1 << 20),
            new GapLog.Topic(events, 2),
            new GapLog.Topic(labels, 2),
            false,
            2,
            new JoinCounts(),
            new Waiting(),
            Runnable::run));
  }

  private static Origin at(final int partition, final long offset) {
    return new Origin(partition, offset, 0);
  }

  @Test
  void records_thatComeAgain_areNotNew() {
    final ReadOffsets read = open("e1", "l1");
    assertThat(read.isNew(false, at(0, 0))).isTrue();
    assertThat(read.isNew(false, at(0, 7))).isTrue();
    assertThat(read.isNew(false, at(0, 7))).isFalse();
    assertThat(read.isNew(true, at(0, 7))).isTrue();
    final ReadOffsets again = open("e1", "l1");
    assertThat(again.isNew(false, at(0, 0))).isFalse();
    assertThat(again.isNew(false, at(1, 0))).isTrue();
    assertThat(again.isNew(false, at(0, 8))).isTrue();
  }

  @Test
  void topic_madeAgain_isReadFromItsBeginning() {
    open("e1", "l1").isNew(false, at(0, 7));
    open("e1", "l1").isNew(true, at(0, 7));
    final ReadOffsets again = open("e2", "l1");
    assertThat(again.isNew(false, at(0, 0))).isTrue();
    assertThat(again.isNew(true, at(0, 0))).isFalse();
    assertThat(open("e2", "l1").isNew(false, at(0, 0))).isFalse();
  }
}
