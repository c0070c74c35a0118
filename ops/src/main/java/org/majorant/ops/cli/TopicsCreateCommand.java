package org.majorant.ops.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.Terminal;
import org.majorant.ops.terminal.TextTable;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.store.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Creates the topics of {@link TopicPlan}. */
@Command(
    name = "create",
    description = "Create the topics that are missing, and do not change those that exist.",
    footer = {
      "  ops/majorant topics create",
      "  ops/majorant topics create --topic orders --partitions 16",
      "  ops/majorant topics create --replication-factor 3 --reconfigure",
    })
public final class TopicsCreateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions connection;

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      defaultValue = Topics.EXAMPLES,
      description = "The topic of the examples, as a spec's input names it.")
  private String examples;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "4",
      description = "Partitions of the examples' topic: at most this many workers can share it.")
  private int partitions;

  @Option(
      names = "--replication-factor",
      paramLabel = "N",
      description =
          "Brokers that have each of the topics that are created. Default: what the brokers say"
              + " (default.replication.factor).")
  private Integer replicas;

  @Option(
      names = "--reconfigure",
      description =
          "Also change the settings of topics that exist to the planned ones; their partitions"
              + " stay.")
  private boolean reconfigure;

  @Option(names = "--json", description = "Print the topics as JSON.")
  private boolean json;

  private TopicsCreateCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    Usage.requirePartitions(spec, partitions);
    Usage.require(
        spec,
        replicas == null || replicas >= 1 && replicas <= Short.MAX_VALUE,
        "--replication-factor must be 1 to " + Short.MAX_VALUE);
    if (TopicPlan.isOwn(examples)) {
      throw new ParameterException(
          spec.commandLine(),
          "--topic %s is for Majorant alone: name another for the examples".formatted(examples));
    }
    Usage.refuse(spec, "is not for topics, which need no registry: leave it out", "--registry-url");
    try (Admin admin = connection.connect()) {
      final List<TopicPlan.Outcome> topics =
          TopicPlan.create(
              admin, examples, partitions, Optional.ofNullable(replicas).map(Integer::shortValue));
      if (reconfigure) {
        TopicPlan.reconfigure(admin);
      }
      final PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(Json.line(topics));
      } else {
        final TextTable table =
            new TextTable(
                out,
                Terminal.width(spec),
                List.of(
                    Column.text("topic", 22),
                    Column.number("partitions", 0),
                    Column.text("state", 0)));
        table.header();
        topics.forEach(topic -> table.row(cells(topic)));
      }
    }
    return 0;
  }

  private List<String> cells(final TopicPlan.Outcome topic) {
    final boolean other = topic.topic().equals(examples) && topic.partitions() != partitions;
    final String left = other ? ", not %d: left as it is".formatted(partitions) : "";
    return List.of(
        topic.topic(),
        "%d".formatted(topic.partitions()),
        topic.created() ? "created" : "exists" + left);
  }
}
