package org.majorant.ops.operate;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
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
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, property) -> config.put(name.toString(), property));
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_BYTES);
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      final byte[] key = model.getBytes(StandardCharsets.UTF_8);
      producer.send(new ProducerRecord<>(Topics.SUMMARIES, key, value)).get();
    } catch (final ExecutionException e) {
      if (e.getCause() instanceof RecordTooLargeException) {
        throw new CommandFailed(
            "the state has %,d bytes, and %s takes %,d: keep less curvature in the spec"
                .formatted(value.length, Topics.SUMMARIES, MAX_BYTES),
            e);
      }
      throw e;
    }
  }
}
