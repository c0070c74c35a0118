package org.majorant.ops.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.majorant.ops.CommandFailed;

/**
 * The server.properties of a data directory: fixed settings from {@code broker.properties}, and two
 * loopback ports that stay the same from start to start while nobody else takes them.
 *
 * @param file where it is written
 * @param port of clients
 * @param controllerPort of the node's own controller
 */
record BrokerSettings(Path file, int port, int controllerPort) {
  private static final String LISTENERS = "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d";
  private static final Pattern PORTS = Pattern.compile(".*:(\\d+),.*:(\\d+)");

  /**
   * Chooses the ports.
   *
   * @param port of clients; 0: the recorded one if free, else any free one
   * @throws CommandFailed if that port is taken
   */
  static BrokerSettings choose(final Path dataDir, final int port) throws IOException {
    final Path file = file(dataDir);
    final Properties recorded = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        recorded.load(reader);
      }
    }
    final Matcher ports = PORTS.matcher(recorded.getProperty("listeners", ""));
    final boolean known = ports.matches();
    if (port != 0 && !isFree(port)) {
      throw new CommandFailed(
          "port %d is taken: name another, or 0 for a free one".formatted(port));
    }
    final int client =
        port != 0 ? port : free(known ? Integer.parseInt(ports.group(1)) : 0, p -> true);
    final int controller = free(known ? Integer.parseInt(ports.group(2)) : 0, p -> p != client);
    return new BrokerSettings(file, client, controller);
  }

  private static Path file(final Path dataDir) {
    return dataDir.resolve("server.properties");
  }

  /** Kafka's log.dirs, beside its server.properties. */
  static Path topics(final Path file) {
    return file.resolveSibling("topics");
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
    properties.setProperty("log.dirs", topics(file).toString());
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, "Written anew at every start");
    }
  }

  /** Not an ephemeral port: a client that reconnects to a dead broker there could meet itself. */
  private static int free(final int preferred, final IntPredicate allowed) {
    final IntPredicate fits = allowed.and(BrokerSettings::isFree);
    return preferred != 0 && fits.test(preferred)
        ? preferred
        : ThreadLocalRandom.current().ints(20_000, 32_000).filter(fits).findFirst().orElseThrow();
  }

  private static boolean isFree(final int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress("127.0.0.1", port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
