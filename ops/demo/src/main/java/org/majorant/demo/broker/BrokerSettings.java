package org.majorant.demo.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.majorant.ops.doctor.LoopbackPort;
import org.majorant.ops.terminal.CommandFailed;

/**
 * The server.properties of a data directory: fixed settings from {@code broker.properties}, and two
 * loopback ports that stay the same from start to start while nobody else takes them.
 *
 * @param home the data directory, absolute
 * @param port of clients
 * @param controllerPort of the node's own controller
 */
record BrokerSettings(Path home, int port, int controllerPort) {
  private static final String LISTENERS = "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d";
  private static final Pattern PORTS = Pattern.compile(".*:(\\d+),.*:(\\d+)");

  /** Where Kafka reads the settings. */
  static Path file(final Path home) {
    return home.resolve("server.properties");
  }

  /** Kafka's log.dirs. */
  static Path topics(final Path home) {
    return home.resolve("topics");
  }

  /**
   * Chooses the ports.
   *
   * @param port of clients; 0: the recorded one if free, else any free one
   * @throws CommandFailed if that port is taken
   */
  static BrokerSettings choose(final Path home, final int port) throws IOException {
    if (port != 0 && !LoopbackPort.isFree(port)) {
      throw new CommandFailed(
          "port %d is taken: name another by --port, or 0 for any free one".formatted(port));
    }
    final Matcher recorded = PORTS.matcher(recordedListeners(home));
    final boolean known = recorded.matches();
    final int lastPort = known ? Integer.parseInt(recorded.group(1)) : 0;
    final int lastController = known ? Integer.parseInt(recorded.group(2)) : 0;
    final int client = port != 0 ? port : free(lastPort, p -> p != lastController);
    return new BrokerSettings(home, client, free(lastController, p -> p != client));
  }

  String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  void write() throws IOException {
    final Properties properties = new Properties();
    try (InputStream fixed = BrokerSettings.class.getResourceAsStream("broker.properties")) {
      properties.load(fixed);
    }
    properties.setProperty("listeners", LISTENERS.formatted(port, controllerPort));
    properties.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    properties.setProperty("log.dirs", topics(home).toString());
    try (OutputStream out = Files.newOutputStream(file(home))) {
      properties.store(out, "Written anew at every start");
    }
  }

  private static String recordedListeners(final Path home) throws IOException {
    final Properties recorded = new Properties();
    if (Files.exists(file(home))) {
      try (InputStream in = Files.newInputStream(file(home))) {
        recorded.load(in);
      }
    }
    return recorded.getProperty("listeners", "");
  }

  /** Not an ephemeral port: a client that reconnects to a dead broker there could meet itself. */
  private static int free(final int preferred, final IntPredicate allowed) {
    final IntPredicate fits = allowed.and(LoopbackPort::isFree);
    return preferred != 0 && fits.test(preferred)
        ? preferred
        : ThreadLocalRandom.current().ints(20_000, 32_000).filter(fits).findFirst().orElseThrow();
  }
}
