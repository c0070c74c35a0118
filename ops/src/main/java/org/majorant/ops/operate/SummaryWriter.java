package org.majorant.ops.operate;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.store.Topics;

/**
 * Writes among a model's summaries what an operator does to its state. The model is the fold of
 * that topic, so it counts at its place there, once, whether a learner runs now or later.
 */
public final class SummaryWriter {
  /** What the topic takes. */
  private static final int MAX_BYTES = 20 << 20;

  private SummaryWriter() {}

  /**
   * Writes a record, and returns when the brokers have it.
   *
   * @param client how to reach the brokers
   * @throws CommandFailed where it is too long
   */
  public static void write(final Map<?, ?> client, final String model, final byte[] value)
      throws ExecutionException, InterruptedException {
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config(client), bytes, bytes)) {
      producer.send(record(model, value)).get();
    } catch (final ExecutionException e) {
      final Optional<CommandFailed> told = failed(e, value.length);
      if (told.isPresent()) {
        throw told.get();
      }
      throw e;
    }
  }

  /** Properties of a producer that writes such records. */
  static Map<String, Object> config(final Map<?, ?> client) {
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, property) -> config.put(name.toString(), property));
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_BYTES);
    return config;
  }

  static ProducerRecord<byte[], byte[]> record(final String model, final byte[] value) {
    return new ProducerRecord<>(Topics.SUMMARIES, model.getBytes(StandardCharsets.UTF_8), value);
  }

  /** What is said where a record of so many bytes is too long; empty where that is no reason. */
  static Optional<CommandFailed> failed(final Exception e, final int length) {
    return e.getCause() instanceof RecordTooLargeException
        ? Optional.of(
            new CommandFailed(
                "the state has %,d bytes, and %s takes %,d: keep less curvature in the spec"
                    .formatted(length, Topics.SUMMARIES, MAX_BYTES),
                e))
        : Optional.empty();
  }
}
