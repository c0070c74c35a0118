package org.majorant.store;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a command has committed. A broker answers a commit before it has marked the transaction's
 * end on the topics, and until then readers do not see what was written: a command that follows at
 * once would go on from what was there before.
 */
public final class CommittedWrites {
  private static final Logger LOG = LoggerFactory.getLogger(CommittedWrites.class);

  private CommittedWrites() {}

  /**
   * Returns when readers see what was committed last: whoever begins again under the same
   * transactional id has to wait for these marks.
   *
   * @param config of the producer that has committed
   */
  public static void awaitSeen(final Map<String, Object> config) {
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> next = new KafkaProducer<>(config, bytes, bytes)) {
      next.initTransactions();
    } catch (final KafkaException e) {
      LOG.warn("it is committed, but may not be seen at once: {}", e.getMessage());
    }
  }
}
