package org.majorant.demo.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka's server for as long as somebody holds the other end of its standard input. A pipe closes
 * with its owner however that one dies, so a broker never outlives it.
 */
final class BrokerMain {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerMain.class);
  private static final int SHUTDOWN_SECONDS = 10;

  private BrokerMain() {}

  /**
   * Runs the server, on storage that is formatted at the first start.
   *
   * @param args the data directory
   */
  public static void main(final String[] args) {
    daemon("owner", BrokerMain::exitWithOwner);
    final Path home = Path.of(args[0]);
    final String settings = BrokerSettings.file(home).toString();
    try {
      if (Files.exists(BrokerSettings.topics(home).resolve("meta.properties"))) {
        StaleRegistration.remove(home);
      } else if (format(settings) != 0) {
        System.exit(1);
      }
    } catch (Exception e) {
      LOG.error("the server cannot start", e);
      System.exit(1); // threads of the controller may still run
    }
    Kafka.main(new String[] {settings});
  }

  private static int format(final String settings) {
    final String id = Uuid.randomUuid().toString();
    final String[] args = {"format", "--config", settings, "--cluster-id", id};
    return StorageTool.execute(args, System.out);
  }

  private static void exitWithOwner() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is said on the pipe; only its end matters.
      }
    } catch (IOException e) {
      // As good as the end.
    }
    daemon("halt", BrokerMain::haltLater);
    System.exit(0);
  }

  /** In case the server's shutdown hook hangs. */
  private static void haltLater() {
    try {
      TimeUnit.SECONDS.sleep(SHUTDOWN_SECONDS);
    } catch (InterruptedException e) {
      // Halt now, then.
    }
    Runtime.getRuntime().halt(1);
  }

  private static void daemon(final String name, final Runnable task) {
    final Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }
}
