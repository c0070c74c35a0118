package org.majorant.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.majorant.schema.ModelHead;

/** The model topic as Kafka's mock consumers see it: one partition, any number of readers. */
final class MockTopic {
  private static final TopicPartition PARTITION = new TopicPartition(Topics.MODELS, 0);

  private final List<SnapshotRecord> log = new ArrayList<>();
  private final List<MockConsumer<byte[], byte[]>> consumers = new ArrayList<>();
  private long sought;

  /** Appends to the log; running consumers find it at their next poll. */
  synchronized MockTopic append(final List<SnapshotRecord> records) {
    for (final SnapshotRecord record : records) {
      final long offset = log.size();
      log.add(record);
      consumers.forEach(consumer -> deliver(consumer, offset));
    }
    consumers.forEach(consumer -> consumer.updateEndOffsets(Map.of(PARTITION, (long) log.size())));
    return this;
  }

  /** A consumer of what is there and of what will come. */
  MockConsumer<byte[], byte[]> consumer() {
    return consumer(Map.of());
  }

  /** The same with metrics. */
  synchronized MockConsumer<byte[], byte[]> consumer(final Map<MetricName, Metric> metrics) {
    final MockConsumer<byte[], byte[]> consumer =
        new MockConsumer<>("earliest") {
          @Override
          public Map<MetricName, Metric> metrics() {
            return metrics;
          }
        };
    consumer.updatePartitions(
        Topics.MODELS, List.of(new PartitionInfo(Topics.MODELS, 0, null, null, null)));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, (long) log.size()));
    for (long offset = 0; offset < log.size(); offset++) {
      deliver(consumer, offset);
    }
    consumers.add(consumer);
    return consumer;
  }

  /** A consumer that gives what lies behind the offset it is set to, each time. */
  MockConsumer<byte[], byte[]> soughtConsumer() {
    final MockConsumer<byte[], byte[]> consumer =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized void seek(final TopicPartition partition, final long offset) {
            super.seek(partition, offset);
            sought = log.size() - offset;
            for (long each = offset; each < log.size(); each++) {
              final SnapshotRecord record = log.get((int) each);
              addRecord(new ConsumerRecord<>(Topics.MODELS, 0, each, record.key(), record.value()));
            }
          }
        };
    consumer.updatePartitions(
        Topics.MODELS, List.of(new PartitionInfo(Topics.MODELS, 0, null, null, null)));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, (long) log.size()));
    return consumer;
  }

  /** How far before the end such a consumer was set last. */
  long sought() {
    return sought;
  }

  /** How many records it has. */
  int size() {
    return log.size();
  }

  SnapshotReader<ModelHead> reader() {
    return reader(consumer());
  }

  static SnapshotReader<ModelHead> reader(final MockConsumer<byte[], byte[]> consumer) {
    return new SnapshotReader<>(
        SnapshotFormat.MODELS, consumer, model -> true, Duration.ofMillis(200));
  }

  /** One whose polls are late after that long. */
  static SnapshotReader<ModelHead> reader(
      final MockConsumer<byte[], byte[]> consumer, final Duration late) {
    return new SnapshotReader<>(
        SnapshotFormat.MODELS, consumer, model -> true, Duration.ofMillis(200), late);
  }

  /** Lets the consumer pass an offset without a record: a transaction marker. */
  static void mark(final MockConsumer<byte[], byte[]> consumer, final long offset) {
    consumer.updateEndOffsets(Map.of(PARTITION, offset + 1));
    consumer.schedulePollTask(() -> consumer.seek(PARTITION, offset + 1));
  }

  private void deliver(final MockConsumer<byte[], byte[]> consumer, final long offset) {
    final SnapshotRecord record = log.get((int) offset);
    consumer.schedulePollTask(
        () ->
            consumer.addRecord(
                new ConsumerRecord<>(Topics.MODELS, 0, offset, record.key(), record.value())));
  }
}
