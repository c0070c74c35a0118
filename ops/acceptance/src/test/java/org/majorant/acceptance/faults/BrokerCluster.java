package org.majorant.acceptance.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.majorant.acceptance.Jvm;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.doctor.LoopbackPort;

/**
 * Three brokers on loopback, each a process of its own and a controller as well. Every partition
 * has three replicas, and a record counts once two of them have it: so one broker may be away.
 */
final class BrokerCluster implements AutoCloseable {
  static final int NODES = 3;

  /** What differs from a single broker; one that is away is found out sooner than by default. */
  private static final String REPLICATED =
      """
      default.replication.factor=3
      min.insync.replicas=2
      offsets.topic.replication.factor=3
      transaction.state.log.replication.factor=3
      transaction.state.log.min.isr=2
      replica.lag.time.max.ms=10000
      broker.session.timeout.ms=6000
      """;

  private final Path dir;
  private final int[] ports;
  private final String id = Uuid.randomUuid().toString();
  private final Process[] processes = new Process[NODES];

  private BrokerCluster(final Path dir, final int[] ports) {
    this.dir = dir;
    this.ports = ports;
  }

  /**
   * Starts all three; it takes a while until they answer.
   *
   * @param dir for their data and logs
   */
  static BrokerCluster start(final Path dir) throws IOException {
    final int[] ports =
        ThreadLocalRandom.current()
            .ints(20_000, 32_000)
            .filter(LoopbackPort::isFree)
            .distinct()
            .limit(2 * NODES)
            .toArray();
    final BrokerCluster cluster = new BrokerCluster(dir, ports);
    for (int node = 1; node <= NODES; node++) {
      cluster.configure(node);
      cluster.start(node);
    }
    return cluster;
  }

  /** The addresses of all three. */
  String bootstrapServers() {
    return IntStream.range(0, NODES)
        .mapToObj(i -> "127.0.0.1:" + ports[i])
        .collect(Collectors.joining(","));
  }

  /** How to reach them, as commands do. */
  Map<String, Object> client() {
    return Map.of("bootstrap.servers", bootstrapServers(), "request.timeout.ms", "5000");
  }

  /**
   * Starts a broker, also again.
   *
   * @param node its number, from 1 on
   */
  void start(final int node) throws IOException {
    processes[node - 1] =
        Jvm.command(
                ShortLivedBroker.jvm(
                    "-Xmx256m",
                    "-Dlogback.configurationFile=org/majorant/demo/broker/logback.xml",
                    // One Kafka class logs by log4j, whose core is not on the class path.
                    "-Dlog4j.provider=org.apache.logging.log4j.simple.internal.SimpleProvider"),
                BrokerNode.class.getName(),
                settings(node).toString(),
                id)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log(node).toFile()))
            .start();
  }

  /** As {@code kill -9}. */
  void kill(final int node) throws InterruptedException {
    processes[node - 1].destroyForcibly().waitFor();
  }

  /** As {@code kill -STOP}: its connections stay open, and nobody answers on them. */
  void suspend(final int node) throws IOException, InterruptedException {
    LearnerProcess.signal(processes[node - 1].toHandle(), "STOP");
  }

  /** As {@code kill -CONT}. */
  void resume(final int node) throws IOException, InterruptedException {
    LearnerProcess.signal(processes[node - 1].toHandle(), "CONT");
  }

  @Override
  public void close() {
    for (final Process process : processes) {
      process.destroyForcibly().onExit().join();
    }
  }

  private void configure(final int node) throws IOException {
    final Properties properties = new Properties();
    try (InputStream single = BrokerProcess.class.getResourceAsStream("broker.properties")) {
      properties.load(single);
    }
    properties.load(new StringReader(REPLICATED));
    properties.setProperty("node.id", Integer.toString(node));
    properties.setProperty("listeners", listeners(node));
    properties.setProperty("controller.quorum.voters", voters());
    properties.setProperty("log.dirs", dir.resolve("broker-" + node).toString());
    try (OutputStream out = Files.newOutputStream(settings(node))) {
      properties.store(out, null);
    }
  }

  private String listeners(final int node) {
    return "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
        .formatted(ports[node - 1], ports[NODES + node - 1]);
  }

  private String voters() {
    final List<String> voters = new ArrayList<>();
    for (int node = 1; node <= NODES; node++) {
      voters.add("%d@127.0.0.1:%d".formatted(node, ports[NODES + node - 1]));
    }
    return String.join(",", voters);
  }

  private Path settings(final int node) {
    return dir.resolve("broker-%d.properties".formatted(node));
  }

  private Path log(final int node) {
    return dir.resolve("broker-%d.log".formatted(node));
  }
}
