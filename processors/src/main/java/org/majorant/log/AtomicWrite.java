package org.majorant.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What is written in one transaction, all of it or nothing.
 *
 * @param begins where groups begin that have taken nothing yet ({@link FirstOffset}), by group
 */
public record AtomicWrite(
    List<ProducerRecord<byte[], byte[]>> records, Map<String, Map<TopicPartition, Long>> begins) {

  /** Records alone. */
  public static AtomicWrite of(final List<ProducerRecord<byte[], byte[]>> records) {
    return new AtomicWrite(records, Map.of());
  }

  /** Both at once. */
  public AtomicWrite and(final AtomicWrite other) {
    final List<ProducerRecord<byte[], byte[]>> allRecords = new ArrayList<>(records);
    allRecords.addAll(other.records);
    final Map<String, Map<TopicPartition, Long>> allBegins = new HashMap<>(begins);
    allBegins.putAll(other.begins);
    return new AtomicWrite(allRecords, allBegins);
  }

  public boolean isEmpty() {
    return records.isEmpty() && begins.isEmpty();
  }

  /**
   * Begins a transaction, and commits it.
   *
   * @param producer which has a transactional id, and is ready
   * @param client how to reach the brokers
   */
  public void commit(final KafkaProducer<byte[], byte[]> producer, final Map<?, ?> client) {
    producer.beginTransaction();
    records.forEach(producer::send);
    begins.forEach(
        (group, offsets) ->
            producer.sendOffsetsToTransaction(firstOf(offsets), metadata(client, group)));
    producer.commitTransaction();
  }

  private static Map<TopicPartition, OffsetAndMetadata> firstOf(
      final Map<TopicPartition, Long> offsets) {
    return offsets.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> FirstOffset.of(each.getValue())));
  }

  /** The group as one sees it who is none of its members. */
  private static ConsumerGroupMetadata metadata(final Map<?, ?> client, final String group) {
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    final ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(config, bytes, bytes)) {
      return consumer.groupMetadata();
    }
  }
}
