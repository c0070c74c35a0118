package org.majorant.store;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactional ids of commands. A learner's begin with {@code majorant-} and its model's name,
 * whatever that is, and the rights to them are given by this prefix. Therefore a command's begin
 * otherwise: nobody gets rights to them by the name of a model.
 */
public final class TransactionalIds {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionalIds.class);

  private TransactionalIds() {}

  /** The id of what a command does to a model. */
  public static String of(final String command, final String model) {
    return of(command + "-" + model);
  }

  /** The id of what a command does to no model of its own. */
  public static String of(final String command) {
    return "majorant." + command;
  }

  /**
   * Returns when readers see what was committed last under an id. A broker answers a commit before
   * it has marked the transaction's end on the topics, and readers see nothing of it until then: a
   * command that follows at once would go on from what was there before. Whoever begins again under
   * the same id has to wait for these marks.
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
