package org.majorant.ops.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.file.ExampleReader;
import org.majorant.file.Layout;
import org.majorant.file.MalformedLine;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.SpecFiles;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that sends the examples of a file to a topic. */
@Command(
    name = "produce",
    description =
        "Send the examples of a file to a topic. Malformed lines are reported and not sent.",
    footer = {
      "  ops/majorant produce --format libsvm --data ops/data/adult/a9a.gz",
      "  ops/majorant produce --spec churn.yaml --data churn.csv --rate 1000",
      "  zcat ops/data/adult/a9a.t.gz | ops/majorant produce --format libsvm --data -",
    })
public final class ProduceCommand implements Callable<Integer> {
  private static final int PACK = 100;

  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;
  @Mixin private FileOptions files;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      description = "Examples to send; - is standard input.")
  private Path data;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description =
          "Model spec (YAML) that is to learn them: it says what the columns of a table are, and the"
              + " topic.")
  private Path specFile;

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "The topic to which they are sent. Default: the spec's input, or examples.")
  private String topic;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "Examples a second; 0 means as fast as possible.")
  private double rate;

  @Option(
      names = "--pack",
      paramLabel = "N",
      description =
          "Examples in each record, 1 to 1000. The more a record has, the less each costs. Default:"
              + " 100, or 1 with a --rate.")
  private Integer pack;

  @Option(names = "--json", description = "Print one JSON object at the end.")
  private boolean json;

  private ProduceCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    Usage.requireRate(command, rate);
    final int packed = pack != null ? pack : rate > 0 ? 1 : PACK;
    Usage.requirePack(command, packed);
    final Layout layout = layout();
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, topic);
    }
    final AvroSerde<LabeledExample> serde =
        AvroSerde.of(LabeledExample.class, SchemaRegistry.of(connection.clientProperties()), topic);
    serde.register();
    final long start = System.nanoTime();
    long malformed = 0;
    final long sent;
    try (ExampleReader reader = files.open(data.toString(), layout);
        ProgressBar progress = ProgressBar.of(command, "examples sent");
        ExampleProducer producer =
            new ExampleProducer(connection.clientProperties(), topic, rate, packed)) {
      for (boolean more = true; more; ) {
        try {
          final LabeledExample example = reader.read();
          more = example != null;
          if (more) {
            producer.send(serde.encode(example));
            progress.show(reader.share(), producer.sent());
          }
        } catch (final MalformedLine e) {
          malformed++;
          progress.clear();
          command.commandLine().getErr().println("majorant: " + e.getMessage());
        }
      }
      producer.flush();
      sent = producer.sent();
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    report(sent, malformed, (System.nanoTime() - start) / 1e9);
    return malformed == 0 ? 0 : 1;
  }

  /** How the file is read; where the spec says it, and nobody else, the topic, too. */
  private Layout layout() {
    if (specFile != null) {
      Usage.refuse(
          command, "is not for --spec: say it in the spec", "--templates", "--feature-columns");
    }
    final ModelSpec spec = specFile == null ? null : SpecFiles.read(specFile);
    if (topic == null) {
      topic = spec == null ? Topics.EXAMPLES : spec.getInput();
    }
    return files.layout(spec);
  }

  private void report(final long sent, final long malformed, final double seconds) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      final Map<String, Object> object = new LinkedHashMap<>();
      object.put("sent", sent);
      object.put("malformed", malformed);
      object.put("seconds", seconds);
      out.println(Json.line(object));
    } else {
      out.printf(
          "Sent %,d examples to %s in %.1f s; %d malformed%n", sent, topic, seconds, malformed);
    }
  }
}
