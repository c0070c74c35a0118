package org.majorant.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.model.Model;
import org.majorant.schema.ModelHead;
import org.majorant.schema.SchemaRegistry;

/** Puts one version on the model topic, all of it in one transaction, from outside a learner. */
public final class ModelPublisher {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private ModelPublisher() {}

  /**
   * Writes a version, and returns when readers see it.
   *
   * @param client a Kafka client's properties: {@code bootstrap.servers}, security, {@code
   *     schema.registry.url} to write in Confluent's format
   * @param head anything in its blocks, checksum and state
   * @throws StoreException where it cannot be written, or readers would refuse it; nothing of it is
   *     visible then
   * @throws org.majorant.schema.RegistryException where the registry does not take the schemas
   */
  public static void publish(final Map<?, ?> client, final ModelHead head, final Model model) {
    final SnapshotFormat<ModelHead> format = SnapshotFormat.models(SchemaRegistry.of(client));
    final byte[] data = ModelCodec.encode(model);
    final ModelHead whole =
        ModelHead.newBuilder(head).setState(ModelState.hash(model.spec(), data)).build();
    ModelCodec.require(whole, data);
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    config.put(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG, TransactionalIds.of("publish", head.getModel()));
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TIMEOUT.toMillis());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      final int partitions = producer.partitionsFor(format.topic()).size();
      producer.initTransactions();
      producer.beginTransaction();
      for (final SnapshotRecord record :
          format.split(whole, data, head.getSpec().getKeepVersions())) {
        final int partition = SnapshotFormat.partition(record.key(), partitions);
        producer.send(
            new ProducerRecord<>(format.topic(), partition, record.key(), record.value()));
      }
      producer.commitTransaction();
    } catch (final KafkaException e) {
      throw new StoreException(
          "version " + head.getVersion() + " cannot be published: " + e.getMessage(), e);
    }
    TransactionalIds.awaitSeen(config);
  }
}
