package org.majorant.ops.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.ops.CommandFailed;
import org.majorant.ops.ModelLine;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A line for each version as it is published. */
@Command(name = "watch", description = "Print a line for each new version until Ctrl-C.")
public final class WatchCommand implements Callable<Integer> {
  private static final Duration FIRST = Duration.ofSeconds(10);

  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;

  @Option(names = "--model", paramLabel = "NAME", required = true, description = "Which model.")
  private String model;

  @Option(names = "--once", description = "Print the newest version and end.")
  private boolean once;

  @Option(names = "--json", description = "Print a JSON object a line.")
  private boolean json;

  private WatchCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, Topics.MODELS);
    }
    final PrintWriter out = command.commandLine().getOut();
    try (Interruption interruption = new Interruption();
        ModelSubscriber subscriber = ModelSubscriber.start(connection.clientProperties(), model)) {
      if (once) {
        final ModelVersion newest = subscriber.awaitVersion(1, FIRST);
        printHeader(out);
        print(out, newest.head());
        return 0;
      }
      printHeader(out);
      subscriber.onVersion(version -> print(out, version.head()));
      interruption.await();
    } catch (final TimeoutException e) {
      throw new CommandFailed(
          "no version of model '%s' within %d s: is 'ops/majorant learn' running?"
              .formatted(model, FIRST.toSeconds()),
          e);
    }
    return 0;
  }

  private void printHeader(final PrintWriter out) {
    if (!json) {
      out.println(ModelLine.HEADER);
      out.flush();
    }
  }

  private void print(final PrintWriter out, final ModelHead head) {
    final ModelLine line = ModelLine.of(head);
    out.println(json ? Json.line(line) : line.row());
    out.flush();
  }
}
