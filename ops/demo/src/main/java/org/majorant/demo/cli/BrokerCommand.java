package org.majorant.demo.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.Interruption;
import org.majorant.ops.terminal.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that runs a broker in the foreground until Ctrl-C. */
@Command(
    name = "broker",
    description = "Run a Kafka broker on this machine until Ctrl-C.",
    footer = {
      "  ops/majorant broker --data-dir /tmp/majorant-broker",
      "  ops/majorant broker --port 0 --json",
    })
public final class BrokerCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "The directory of the topics and the log. Default: a new temporary directory.")
  private Path dataDir;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Port on loopback. 0: the port that the directory had before, or any free one.")
  private int port;

  @Option(names = "--json", description = "Print the address and the directory as JSON.")
  private boolean json;

  /** What {@code --json} prints. */
  private record Place(String bootstrapServers, String dataDir) {}

  private BrokerCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException, IOException {
    Usage.requirePort(spec, "--port", port);
    final Path home =
        dataDir == null ? Files.createTempDirectory("majorant-broker-") : dataDir.toAbsolutePath();
    // It ends with this process: until it has started, Ctrl-C ends both at once.
    final BrokerProcess broker = BrokerProcess.start(home, port);
    try (Interruption interruption = new Interruption();
        broker) {
      final String servers = broker.bootstrapServers();
      spec.commandLine()
          .getOut()
          .println(
              json
                  ? Json.line(new Place(servers, home.toString()))
                  : "Broker at %s, data in %s, until Ctrl-C".formatted(servers, home));
      interruption.await(broker.ended());
    }
    return 0;
  }
}
