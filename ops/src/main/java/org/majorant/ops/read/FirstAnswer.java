package org.majorant.ops.read;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;

/**
 * Finds the broker that answers first. One that stands still takes connections all the same, and
 * Kafka's Admin may ask that one for ever: its first question is given up in the moment in which
 * its connection would be, and the next goes to the same broker, since a connection that is being
 * made is preferred to a new one. So each address is asked by a client of its own, all at once.
 */
public final class FirstAnswer {
  /** An address that is mistyped answers as little as a loaded broker: people see it by then. */
  private static final Duration PROMPT = Duration.ofSeconds(2);

  private FirstAnswer() {}

  /**
   * A client that a broker has answered.
   *
   * @param client how to reach the brokers
   * @param timeout how long they may take
   * @param late is run once where they take longer than people wait without a word
   * @throws ExecutionException with the first refusal; with Kafka's TimeoutException if none
   *     answers
   * @throws KafkaException where the properties make no client
   */
  public static Admin admin(final Properties client, final Duration timeout, final Runnable late)
      throws ExecutionException, InterruptedException {
    final CompletableFuture<Admin> first = new CompletableFuture<>();
    final List<Admin> asked = ask(client, (int) timeout.toMillis(), first);
    try {
      final Admin answered = first(first, late);
      asked.remove(answered);
      return answered;
    } finally {
      asked.forEach(admin -> admin.close(Duration.ZERO));
    }
  }

  private static Admin first(final CompletableFuture<Admin> first, final Runnable late)
      throws ExecutionException, InterruptedException {
    try {
      return first.get(PROMPT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (final TimeoutException e) {
      late.run();
      return first.get();
    }
  }

  private static List<Admin> ask(
      final Properties client, final int timeoutMs, final CompletableFuture<Admin> first) {
    final List<Admin> asked = new ArrayList<>();
    KafkaException fault = null;
    for (final String address :
        client.getProperty(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG).split(",")) {
      final Properties one = new Properties();
      one.putAll(client);
      one.setProperty(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address);
      try {
        asked.add(ask(Admin.create(one), timeoutMs, first));
      } catch (final KafkaException e) {
        fault = e; // the others may do: a name without an address does not matter then
      }
    }
    if (asked.isEmpty()) {
      throw fault;
    }
    return asked;
  }

  private static Admin ask(
      final Admin admin, final int timeoutMs, final CompletableFuture<Admin> first) {
    admin
        .describeCluster(new DescribeClusterOptions().timeoutMs(timeoutMs))
        .clusterId()
        .whenComplete(
            (id, e) -> {
              if (e == null) {
                first.complete(admin);
              } else {
                first.completeExceptionally(e);
              }
            });
    return admin;
  }
}
