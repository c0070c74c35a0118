package org.majorant.demo.broker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;

/**
 * What the controller still knows of a broker that has ended: it is the leader of all its
 * partitions. A new broker on that log would lead them at once, before it is registered, and lose
 * them for a moment when it is. In that moment Kafka 4.3 takes them for deleted (KAFKA-20734): a
 * transaction that was committed as the broker was killed is then forgotten, but stays open on its
 * partitions, whose readers wait for ever. So the registration goes before the broker comes. It
 * would not end by itself, either, for a session of this node has no end.
 */
final class StaleRegistration {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private StaleRegistration() {}

  /**
   * Removes it, by the node's controller alone. The storage must be formatted.
   *
   * @throws IOException if the controller cannot be asked, for minutes
   */
  static void remove(final Path home) throws IOException, ExecutionException, InterruptedException {
    final Properties settings = Utils.loadProps(BrokerSettings.file(home).toString());
    final String listener = settings.getProperty("listeners").split(",")[1];
    settings.setProperty("process.roles", "controller");
    settings.setProperty("listeners", listener);
    final KafkaRaftServer controller =
        new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
    controller.startup();
    try {
      final String address = listener.substring(listener.indexOf("//") + 2);
      final int node = Integer.parseInt(settings.getProperty("node.id"));
      final long end = System.nanoTime() + PATIENCE.toNanos();
      while (!remove(node, address)) {
        if (System.nanoTime() > end) {
          throw new IOException("the controller does not load its log: start the broker again");
        }
        Thread.sleep(PAUSE.toMillis());
      }
    } finally {
      controller.shutdown();
      controller.awaitShutdown();
    }
  }

  /**
   * Asks the controller once. Before it has loaded its log it is of no version that it knows of,
   * and says that it does not support the question; a client that has heard that does not ask
   * again.
   *
   * @return whether there is no registration any more
   */
  private static boolean remove(final int node, final String address)
      throws ExecutionException, InterruptedException {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_CONTROLLERS_CONFIG, address))) {
      admin.unregisterBroker(node).all().get();
      return true;
    } catch (final ExecutionException e) {
      if (e.getCause() instanceof BrokerIdNotRegisteredException) {
        return true;
      }
      if (e.getCause() instanceof UnsupportedVersionException
          || e.getCause() instanceof RetriableException) {
        return false;
      }
      throw e;
    }
  }
}
