package org.majorant.ops.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.file.JsonLines;
import org.majorant.file.Layout;
import org.majorant.file.MalformedLine;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.OutgoingFile;
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
        "Send the examples of a file to a topic. Lines that are no example, and examples that are"
            + " larger than the topic takes, are named and not sent.",
    footer = {
      "  ops/majorant produce --spec churn.yaml --data churn.csv --rate 1000",
      "  ops/majorant produce --lines --key order --topic orders --data orders.jsonl",
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

  @Option(
      names = "--lines",
      description =
          "Send each line of JSON as it stands, as a record of its own, and make no example of it:"
              + " events in a format of their own, or their labels.")
  private boolean lines;

  @Option(
      names = "--key",
      paramLabel = "PATH",
      description =
          "With --lines: where the record's key stands in each line. Default: records have no key.")
  private String key;

  @Option(names = "--json", description = "Print one JSON object at the end.")
  private boolean json;

  private ProduceCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    Usage.requireRate(command, rate);
    Usage.require(command, key == null || lines, "--key is the key of --lines: give both");
    if (lines) {
      Usage.refuse(command, "makes examples, and --lines makes none", "--pack", "--format");
    }
    final int packed = pack != null ? pack : rate > 0 || lines ? 1 : PACK;
    Usage.requirePack(command, packed);
    final Layout layout = layout();
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, topic);
    }
    final long start = System.nanoTime();
    final Sent result;
    try (OutgoingFile file =
            lines ? OutgoingFile.lines(JsonLines.open(data.toString(), key)) : examples(layout);
        ProgressBar progress = ProgressBar.of(command, lines ? "lines sent" : "examples sent");
        ExampleProducer producer =
            new ExampleProducer(connection.clientProperties(), topic, rate, packed)) {
      result = send(file, producer, progress);
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    report(result, (System.nanoTime() - start) / 1e9);
    return result.malformed() + result.tooLarge() == 0 ? 0 : 1;
  }

  /**
   * @param lines of the file, a header and blank ones, too
   * @param examples read, of which the others are counted
   */
  private record Sent(long lines, long examples, long sent, long malformed, long tooLarge) {}

  private OutgoingFile examples(final Layout layout) throws IOException {
    final AvroSerde<LabeledExample> serde =
        AvroSerde.of(LabeledExample.class, SchemaRegistry.of(connection.clientProperties()), topic);
    serde.register();
    return OutgoingFile.examples(files.open(data.toString(), layout), serde);
  }

  private Sent send(
      final OutgoingFile file, final ExampleProducer producer, final ProgressBar progress)
      throws IOException {
    final Consumer<String> told =
        line -> {
          progress.clear();
          command.commandLine().getErr().println("majorant: " + line);
        };
    long examples = 0;
    long malformed = 0;
    final AtomicLong tooLarge = new AtomicLong();
    for (boolean more = true; more; ) {
      try {
        final byte[] value = file.values().read();
        more = value != null;
        if (more) {
          examples++;
          final String place = file.place().get();
          producer.send(
              file.key().get(),
              value,
              () -> {
                tooLarge.incrementAndGet();
                told.accept(tooLarge(place, value.length));
              });
          progress.show(file.share().getAsDouble(), producer.sent());
        }
      } catch (final MalformedLine e) {
        malformed++;
        told.accept(e.getMessage());
      }
    }
    producer.flush();
    FileOptions.tell(command, file.fault().get());
    return new Sent(
        file.lines().getAsLong(), examples + malformed, producer.sent(), malformed, tooLarge.get());
  }

  private String tooLarge(final String place, final int bytes) {
    return "%s: a record of %,d bytes; %s takes no record as large: raise its max.message.bytes, and the client's max.request.size"
        .formatted(place, bytes, topic);
  }

  /** How the file is read; where the spec says it, and nobody else, the topic, too. */
  private Layout layout() {
    if (specFile != null) {
      Usage.refuse(
          command, "is not for --spec: say it in the spec", "--templates", "--feature-columns");
    }
    final ModelSpec spec = specFile == null ? null : SpecFiles.read(specFile);
    Usage.require(
        command,
        spec == null || spec.getEvents() == null || topic != null || lines,
        "the spec's input has events in a format of their own, and produce writes examples: name"
            + " another topic by --topic, or send the file's lines as they stand by --lines");
    if (topic == null) {
      topic = spec == null ? Topics.EXAMPLES : spec.getInput();
    }
    return files.layout(spec);
  }

  private void report(final Sent result, final double seconds) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      final Map<String, Object> object = new LinkedHashMap<>();
      object.put("lines", result.lines());
      object.put("examples", result.examples());
      object.put("sent", result.sent());
      object.put("malformed", result.malformed());
      object.put("tooLarge", result.tooLarge());
      object.put("seconds", seconds);
      out.println(Json.line(object));
    } else {
      out.printf(
          "Sent %,d of %,d %s in %,d lines to %s in %.1f s; %,d malformed, %,d too large%n",
          result.sent(),
          result.examples(),
          lines ? "events" : "examples",
          result.lines(),
          topic,
          seconds,
          result.malformed(),
          result.tooLarge());
    }
  }
}
