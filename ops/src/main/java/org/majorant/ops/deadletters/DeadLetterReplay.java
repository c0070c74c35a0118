package org.majorant.ops.deadletters;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.DeadLetter;
import org.majorant.store.Topics;
import org.majorant.store.TransactionalIds;

/**
 * Sends the records of dead letters to a topic, each with its {@link ReplayMark} in one
 * transaction, so that a crash leaves both or none.
 *
 * <p>There is one transactional id for all: a replay that begins aborts what another has left open,
 * and the other can commit nothing from then on. Marks that are read after the beginning are
 * therefore all that there will be, and no letter is replayed twice because two people replay.
 */
public final class DeadLetterReplay implements AutoCloseable {
  private static final String ID = TransactionalIds.of("dead-letters-replay");

  /** Letters a transaction: few markers, and well below its time limit. */
  private static final int MOST = 100;

  /** A letter's key and value, of up to 8 MB each. */
  private static final int MAX_BYTES = 20 << 20;

  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<String> fault = new AtomicReference<>();
  private int open;

  /**
   * Begins, and ends any other replay.
   *
   * @param client how to reach the brokers
   * @throws CommandFailed where the brokers refuse
   */
  public DeadLetterReplay(final Map<?, ?> client) {
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, ID);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_BYTES);
    // what came in a compressed batch may be too large for its topic without one
    config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
    final ByteArraySerializer bytes = new ByteArraySerializer();
    producer = new KafkaProducer<>(config, bytes, bytes);
    try {
      producer.initTransactions();
    } catch (final KafkaException e) {
      producer.close(Duration.ZERO);
      throw new CommandFailed(
          "cannot begin a transaction (%s): find the cause with 'ops/majorant doctor'"
              .formatted(e.getMessage()),
          e);
    }
  }

  /**
   * Sends one: to the partition that it came from, where the topic is that one; with its own time.
   *
   * @throws CommandFailed where an earlier one could not be sent
   */
  public void send(final StoredDeadLetter stored, final String to) {
    try {
      if (open == 0) {
        producer.beginTransaction();
      }
      producer.send(
          record(stored, to),
          (metadata, e) -> {
            if (e != null) {
              final String which = "dead letter %d to %s: %s";
              fault.compareAndSet(null, which.formatted(stored.offset(), to, e.getMessage()));
            }
          });
      final byte[] mark = new ReplayMark(stored.offset(), to).key();
      producer.send(new ProducerRecord<>(Topics.DEAD_LETTERS, 0, mark, null));
      if (++open == MOST) {
        commit();
      }
    } catch (final KafkaException e) {
      throw failed(e);
    }
  }

  /**
   * Waits until all is on its topic.
   *
   * @throws CommandFailed where something could not be sent
   */
  public void finish() {
    try {
      if (open > 0) {
        commit();
      }
    } catch (final KafkaException e) {
      throw failed(e);
    }
  }

  private void commit() {
    producer.commitTransaction();
    open = 0;
  }

  private ProducerRecord<byte[], byte[]> record(final StoredDeadLetter stored, final String to) {
    final DeadLetter letter = stored.letter();
    final int partition = letter.getPartition();
    final boolean back =
        to.equals(letter.getTopic())
            && partition >= 0
            && partition < producer.partitionsFor(to).size();
    return new ProducerRecord<>(
        to,
        back ? partition : null,
        letter.getTimestamp() < 0 ? null : letter.getTimestamp(),
        stored.key(),
        stored.value());
  }

  private CommandFailed failed(final KafkaException e) {
    final String why = fault.get() == null ? e.getMessage() : fault.get();
    return new CommandFailed(
        "the replay has ended before all was sent (%s): what was sent is marked; mend that, or leave"
                .formatted(why)
            + " the letter out, and repeat",
        e);
  }

  /** Aborts what is not finished. */
  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
  }
}
