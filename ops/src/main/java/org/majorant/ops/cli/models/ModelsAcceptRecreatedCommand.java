package org.majorant.ops.cli.models;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.operate.NewEpoch;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.InputLog;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.store.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command by which an operator has a model go on with a topic that was made again. */
@Command(
    name = "accept-recreated",
    description = {
      "Have a model go on with a topic that was deleted and made again, or was truncated.",
      "The learners of the model have stopped, because the same offsets are other records now. This"
          + " command says what the model has learned from and what the topic is now. With --yes the"
          + " model keeps what it has learned and begins a new epoch of its lineage: a topic that was"
          + " made again is learned from its begin, and one that was truncated from its end on. Learners"
          + " that wait go on by themselves; stop those that still learn."
    },
    footer = {
      "  ops/majorant models accept-recreated adult",
      "  ops/majorant models accept-recreated adult --yes",
    })
final class ModelsAcceptRecreatedCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(names = "--yes", description = "Begin the new epoch.")
  private boolean yes;

  @Option(names = "--json", description = "Print the new epoch as JSON.")
  private boolean json;

  private ModelsAcceptRecreatedCommand() {}

  /**
   * @param why the topic is not the one that was learned from; null where it is
   * @param topic the id of the topic as it is now
   */
  private record Epoch(String model, String why, String topic, int epoch) {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ModelHead newest = models.requireHead(model, null);
    if (newest.getSpec().getLateLabels() != null) {
      throw new CommandFailed(
          "'%s' joins its events with labels itself, and would join and learn all of them again: 'models delete %s' begins anew"
              .formatted(newest.getModel(), newest.getModel()));
    }
    try (Admin admin = models.connection().connect();
        KafkaGapLog log = new KafkaGapLog(models.connection().clientProperties(), "none")) {
      models.connection().requireTopics(admin, Topics.SURROGATES, Topics.SUMMARIES);
      final NewEpoch epoch =
          new NewEpoch(
              models.connection().clientProperties(), log, newest, models.connection().timeout());
      final Optional<String> difference = epoch.difference();
      print(newest, difference, epoch.next());
      if (difference.isPresent()) {
        if (!yes) {
          throw new CommandFailed(
              "nothing was changed: add --yes to go on with the topic as it is");
        }
        epoch.begin(admin);
      }
    }
    return 0;
  }

  private void print(
      final ModelHead newest, final Optional<String> difference, final InputLog next) {
    final PrintWriter out = command.commandLine().getOut();
    final String input = Topics.learned(newest.getSpec());
    if (json) {
      out.println(
          Json.line(new Epoch(model, difference.orElse(null), next.getTopic(), next.getEpoch())));
    } else if (difference.isEmpty()) {
      out.printf("%s is the topic that %s has learned from.%n", input, model);
    } else {
      out.println(difference.get());
      for (final PartitionOffset begin : next.getBegins()) {
        out.printf(
            "%s-%d: epoch %d begins at offset %,d%n",
            input, begin.getPartition(), next.getEpoch(), begin.getNext());
      }
      if (next.getBegins().isEmpty()) {
        out.printf("%s: epoch %d begins where the topic does%n", input, next.getEpoch());
      }
    }
    out.flush();
  }
}
