package org.majorant.ops.broker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;

/**
 * What the controller still knows of a broker that has ended: it is the leader of all its
 * partitions. A new broker on that log would lead them at once, before it is registered, and lose
 * them for a moment when it is. In that moment Kafka 4.3 takes them for deleted (KAFKA-20734): a
 * transaction that was committed as the broker was killed is then forgotten, but stays open on its
 * partitions, whose readers wait for ever. So the registration goes before the broker comes.
 */
final class StaleRegistration {
  private StaleRegistration() {}

  /** Removes it, by the node's controller alone. The storage must be formatted. */
  static void remove(final Path home) throws IOException, ExecutionException, InterruptedException {
    final Properties settings = Utils.loadProps(BrokerSettings.file(home).toString());
    final String listener = settings.getProperty("listeners").split(",")[1];
    settings.setProperty("process.roles", "controller");
    settings.setProperty("listeners", listener);
    final KafkaRaftServer controller =
        new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
    controller.startup();
    final String address = listener.substring(listener.indexOf("//") + 2);
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_CONTROLLERS_CONFIG, address))) {
      admin.unregisterBroker(Integer.parseInt(settings.getProperty("node.id"))).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof BrokerIdNotRegisteredException)) {
        throw e;
      }
    } finally {
      controller.shutdown();
      controller.awaitShutdown();
    }
  }
}
