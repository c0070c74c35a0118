package org.majorant.ops.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.log.KafkaGapLog;
import org.majorant.log.TopicMaker;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelSpec;
import org.majorant.store.Topics;
import org.majorant.stream.LearnerTopology;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes room for the progress of the workers of partitions that were added to a model's input. */
@Command(
    name = "expand",
    description = {
      "Give the topic of a model's progress as many partitions as its input has.",
      "A learner does this by itself when partitions are added to its input. It needs the right to"
          + " ALTER that topic; without it, it stops, names this command, and then goes on."
    },
    footer = "  ops/majorant topics expand adult")
public final class TopicsExpandCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(names = "--json", description = "Print the topic as JSON.")
  private boolean json;

  private TopicsExpandCommand() {}

  private record Expanded(String topic, int before, int partitions) {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ModelSpec spec = models.requireHead(model, null).getSpec();
    final String topic = LearnerTopology.workersTopic(spec);
    final Expanded expanded;
    try (KafkaGapLog log = new KafkaGapLog(models.connection().clientProperties(), "none")) {
      final int before = log.topic(topic).partitions();
      final int partitions = log.topic(Topics.learned(spec)).partitions();
      final int now = new TopicMaker(log).expand(topic, partitions);
      expanded = new Expanded(topic, before, now);
    }
    command
        .commandLine()
        .getOut()
        .println(
            json
                ? Json.line(expanded)
                : "%s has %d partitions, and had %d"
                    .formatted(topic, expanded.partitions(), expanded.before()));
    return 0;
  }
}
