package org.majorant.ops.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.AuthorizationException;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.doctor.BrokerChecks;
import org.majorant.ops.doctor.Finding;
import org.majorant.ops.doctor.Finding.Status;
import org.majorant.ops.doctor.MachineChecks;
import org.majorant.ops.doctor.ModelChecks;
import org.majorant.ops.doctor.PortChecks;
import org.majorant.ops.doctor.TopicChecks;
import org.majorant.ops.doctor.TransactionChecks;
import org.majorant.ops.operate.MissingTopics;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.TypedCommand;
import org.majorant.ops.options.Usage;
import org.majorant.ops.read.PublishedModels;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelHead;
import org.majorant.store.Topics;
import org.majorant.store.VersionStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that checks whether this machine and its brokers have what a learner needs. */
@Command(
    name = "doctor",
    description = {
      "Check this machine, the brokers and their topics, and say what to correct.",
      "It changes nothing. It ends with exit code 1 if a check fails."
    },
    footer = {
      "  ops/majorant doctor",
      "  ops/majorant doctor --bootstrap-server localhost:9092 --json",
    })
public final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Port on this machine on which a broker would listen.")
  private int port;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port on this machine on which a learner's page would listen.")
  private int httpPort;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "The directory in which broker and learner would keep their data.")
  private Path dataDir;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private DoctorCommand() {}

  private record Report(Status status, List<Finding> findings) {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    Usage.requirePort(command, "--port", port);
    Usage.requirePort(command, "--http-port", httpPort);
    Usage.refuse(
        command, "is not for doctor, which asks no registry: leave it out", "--registry-url");
    final List<Finding> findings = new ArrayList<>();
    examine(
        finding -> {
          findings.add(finding);
          if (!json) {
            print(finding);
          }
        });
    final Status worst =
        findings.stream().map(Finding::status).max(Status::compareTo).orElse(Status.OK);
    if (json) {
      command.commandLine().getOut().println(Json.line(new Report(worst, findings)));
    }
    return worst == Status.FAIL ? 1 : 0;
  }

  private void examine(final Consumer<Finding> found)
      throws ExecutionException, InterruptedException {
    for (final Settings.Setting setting : Settings.inForce(command)) {
      final String shown = TypedCommand.withoutUsers(setting.value());
      found.accept(MachineChecks.setting(setting.option(), shown, setting.origin()));
    }
    found.accept(MachineChecks.java(Runtime.version()));
    found.accept(MachineChecks.memory());
    found.accept(MachineChecks.disk(dataDir));
    found.accept(PortChecks.broker(port, connection.timeout()));
    found.accept(PortChecks.http(httpPort, connection.timeout()));
    final Admin admin;
    try {
      admin = connection.firstToAnswer();
    } catch (final ExecutionException e) {
      found.accept(BrokerChecks.unreachable(e, connection.servers(), connection.timeout()));
      return;
    }
    try {
      final BrokerChecks broker =
          new BrokerChecks(admin, connection.servers(), connection.timeout());
      final Finding reachable = broker.reachable();
      found.accept(reachable);
      if (reachable.status() == Status.OK) {
        found.accept(broker.versions());
        found.accept(broker.transactionVersion());
        found.accept(broker.clock());
        new TopicChecks(admin, connection.typed()).all().forEach(found);
        new TransactionChecks(admin, connection.typedInFull(), connection.timeout())
            .all()
            .forEach(found);
        examineModels(admin, found);
      }
    } finally {
      admin.close(Duration.ZERO);
    }
  }

  private void examineModels(final Admin admin, final Consumer<Finding> found)
      throws ExecutionException, InterruptedException {
    try {
      if (!MissingTopics.of(admin, List.of(Topics.MODELS)).isEmpty()) {
        return;
      }
    } catch (final ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException refusal) {
        found.accept(ModelChecks.unknown(refusal.getMessage()));
        return;
      }
      throw e;
    }
    final Properties client = connection.clientProperties();
    try (KafkaGapLog log = new KafkaGapLog(client, "none")) {
      final VersionStore store =
          PublishedModels.read(client, model -> true, head -> false, connection.timeout());
      final List<ModelHead> newest =
          store.models().stream()
              .map(store::versions)
              .map(versions -> versions.get(versions.size() - 1))
              .toList();
      new ModelChecks(log, connection.typed()).all(newest).forEach(found);
    } catch (final CommandFailed | AuthorizationException e) {
      found.accept(ModelChecks.unknown(e.getMessage()));
    }
  }

  private void print(final Finding finding) {
    final PrintWriter out = command.commandLine().getOut();
    final Ansi ansi = command.commandLine().getColorScheme().ansi();
    final String colour =
        Map.of(Status.OK, "green", Status.WARN, "yellow", Status.FAIL, "red").get(finding.status());
    final String status = ansi.string("@|%s %-4s|@".formatted(colour, finding.status()));
    out.println("%s  %-21s  %s".formatted(status, finding.check(), finding.finding()));
    if (finding.mend() != null) {
      out.println("%27s-> %s".formatted("", finding.mend()));
    }
    out.flush();
  }
}
