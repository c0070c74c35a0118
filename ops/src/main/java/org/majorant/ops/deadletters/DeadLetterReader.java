package org.majorant.ops.deadletters;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.SnapshotReader;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;

/**
 * Reads the dead letters, and which of them were replayed ({@link ReplayMark}).
 *
 * <p>Each reading goes up to the last record that was written when it began, committed or not, and
 * waits until that is decided. A reader that stopped before the first open transaction, as
 * consumers do, would stop before a learner's, and miss the marks behind it: what they name would
 * be replayed twice.
 */
public final class DeadLetterReader implements AutoCloseable {
  private static final TopicPartition PARTITION = new TopicPartition(Topics.DEAD_LETTERS, 0);
  private static final Duration STEP = Duration.ofMillis(100);

  private final Admin admin;
  private final Duration timeout;
  private final AvroSerde<DeadLetter> serde;
  private final Consumer<byte[], byte[]> consumer;
  private long unreadable;
  private String firstFault;

  /**
   * @param admin of brokers that answer and have the topic; closed with this reader
   * @param client how to reach the brokers
   * @param timeout how long a transaction may stay open, or a broker be silent
   * @throws CommandFailed if the properties make no consumer
   */
  public DeadLetterReader(final Admin admin, final Map<?, ?> client, final Duration timeout) {
    this.admin = admin;
    this.timeout = timeout;
    serde = AvroSerde.of(DeadLetter.class, SchemaRegistry.of(client), Topics.DEAD_LETTERS);
    try {
      consumer = SnapshotReader.consumer(client);
    } catch (final StoreException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    consumer.assign(List.of(PARTITION));
  }

  /** The offsets of the dead letters that were replayed, each with the topic it last went to. */
  public Map<Long, String> replayed() throws ExecutionException, InterruptedException {
    final Map<Long, String> replayed = new HashMap<>();
    read(
        record -> {
          if (record.value() == null) {
            ReplayMark.read(record.key())
                .ifPresent(mark -> replayed.put(mark.letter(), mark.topic()));
          }
        });
    return replayed;
  }

  /**
   * Gives all dead letters, in order.
   *
   * @throws CommandFailed where a transaction on the topic does not end in time
   */
  public void letters(final java.util.function.Consumer<StoredDeadLetter> sink)
      throws ExecutionException, InterruptedException {
    unreadable = 0;
    firstFault = null;
    read(
        record -> {
          if (record.value() != null) {
            decode(record).ifPresent(sink);
          }
        });
  }

  /**
   * What the last reading passed over, in one line: records that are no dead letters; empty where
   * there were none.
   */
  public Optional<String> passedOver() {
    return unreadable == 0
        ? Optional.empty()
        : Optional.of(
            "records passed over: %,d on %s that are no dead letters, the first %s"
                .formatted(unreadable, Topics.DEAD_LETTERS, firstFault));
  }

  private Optional<StoredDeadLetter> decode(final ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.of(
          new StoredDeadLetter(record.offset(), record.timestamp(), serde.decode(record.value())));
    } catch (final SerializationException e) {
      if (unreadable++ == 0) {
        firstFault = "at offset %d: %s".formatted(record.offset(), e.getMessage());
      }
      return Optional.empty();
    }
  }

  private void read(final java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> sink)
      throws ExecutionException, InterruptedException {
    final var ends = admin.listOffsets(Map.of(PARTITION, OffsetSpec.latest()));
    final long end = ends.partitionResult(PARTITION).get().offset();
    consumer.seekToBeginning(List.of(PARTITION));
    long before = consumer.position(PARTITION, timeout);
    long heard = System.nanoTime();
    while (before < end) {
      for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(STEP)) {
        if (record.offset() < end) {
          sink.accept(record);
        }
      }
      final long position = consumer.position(PARTITION, timeout);
      if (position > before) {
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > timeout.toNanos()) {
        throw new CommandFailed(
            "what is on %s from offset %d on is not committed: wait longer by --timeout, or look"
                    .formatted(Topics.DEAD_LETTERS, before)
                + " for a transaction that hangs with 'ops/majorant doctor'");
      }
      before = position;
    }
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
    admin.close(Duration.ZERO);
  }
}
