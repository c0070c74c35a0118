package org.majorant.log;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes topics, and gives them more partitions, and then waits until the brokers know. One that is
 * busy hears later of what its controller has made, and until then says that it is not there.
 */
public final class TopicMaker {
  private static final Logger LOG = LoggerFactory.getLogger(TopicMaker.class);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long PAUSE_MILLIS = 20;

  private final KafkaGapLog log;

  /**
   * @param log which asks the brokers; it stays the caller's to close
   */
  public TopicMaker(final KafkaGapLog log) {
    this.log = log;
  }

  /**
   * Makes a topic that is not there.
   *
   * @return how many partitions it has
   */
  public int create(final String name, final int partitions, final Map<String, String> settings) {
    final int there = log.topic(name).partitions();
    if (there > 0) {
      return there;
    }
    final NewTopic made = new NewTopic(name, Optional.of(partitions), Optional.empty());
    try {
      log.admin().ask(all -> all.createTopics(List.of(made.configs(settings))).values().get(name));
      LOG.info("{} was made, with {} partitions", name, partitions);
    } catch (final TopicExistsException e) {
      LOG.debug("another instance was faster", e);
    }
    return await(name, () -> log.topic(name).partitions(), 1, PATIENCE);
  }

  /**
   * Gives a topic that is there at least so many partitions.
   *
   * @return how many it has; 0: it is not there
   */
  public int expand(final String name, final int partitions) {
    final int now = log.topic(name).partitions();
    if (now == 0 || now >= partitions) {
      return now;
    }
    try {
      final var wanted = Map.of(name, NewPartitions.increaseTo(partitions));
      log.admin().ask(all -> all.createPartitions(wanted).values().get(name));
      LOG.info("{} has {} partitions now, and had {}", name, partitions, now);
    } catch (final InvalidPartitionsException e) {
      LOG.debug("another instance was faster", e);
    }
    return await(name, () -> log.topic(name).partitions(), partitions, PATIENCE);
  }

  /**
   * @param known how many partitions a broker knows of; 0: it knows of no such topic
   * @param least so many were made
   * @return how many there are
   * @throws TimeoutException where no broker has heard of them meanwhile
   */
  static int await(
      final String topic, final IntSupplier known, final int least, final Duration patience) {
    final long begin = System.nanoTime();
    int now = known.getAsInt();
    while (now < least) {
      if (System.nanoTime() - begin > patience.toNanos()) {
        throw new TimeoutException(
            "%s was made with %d partitions, and the brokers know of %d"
                .formatted(topic, least, now));
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (final InterruptedException e) {
        throw new InterruptException(e);
      }
      now = known.getAsInt();
    }
    return now;
  }
}
