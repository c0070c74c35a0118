package org.majorant.ops.operate;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Which topics are not there. A list of topics leaves out those that a client may not see, and who
 * reads it would be told to create what is there. So each topic is asked for by its name.
 */
public final class MissingTopics {
  private MissingTopics() {}

  /**
   * @return those of the topics that are not there
   * @throws ExecutionException with a {@link TopicAuthorizationException} that names those that
   *     this client may not see
   */
  public static Set<String> of(final Admin admin, final Collection<String> topics)
      throws ExecutionException, InterruptedException {
    final Set<String> missing = new TreeSet<>();
    final Set<String> unseen = new TreeSet<>();
    final var answers = admin.describeTopics(topics).topicNameValues();
    for (final Map.Entry<String, KafkaFuture<TopicDescription>> answer : answers.entrySet()) {
      try {
        answer.getValue().get();
      } catch (final ExecutionException e) {
        if (e.getCause() instanceof UnknownTopicOrPartitionException) {
          missing.add(answer.getKey());
        } else if (e.getCause() instanceof TopicAuthorizationException) {
          unseen.add(answer.getKey());
        } else {
          throw e;
        }
      }
    }
    if (!unseen.isEmpty()) {
      throw new ExecutionException(new TopicAuthorizationException(unseen));
    }
    return missing;
  }
}
