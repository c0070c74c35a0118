package org.majorant.ops.cli.spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.file.DataSummary;
import org.majorant.file.EventFile;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.LabelTwins;
import org.majorant.file.TableRows;
import org.majorant.file.spec.BalancedWeights;
import org.majorant.file.spec.EventProfile;
import org.majorant.file.spec.EventValues;
import org.majorant.file.spec.FoundJoin;
import org.majorant.file.spec.InferredSpec;
import org.majorant.file.spec.TableProfile;
import org.majorant.file.spec.TopicSample;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.ModelOptions;
import org.majorant.ops.options.SpecSettings;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Task;
import org.majorant.spec.SpecFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that writes a spec for a file. */
@Command(
    name = "infer",
    description = {
      "Write a spec for a file, or for the events of a topic, as YAML on standard output.",
      "Of a table, and of events in JSON or Avro, it finds which columns are numbers, categories,"
          + " dates, texts, identifiers and constants, and comments say why; of other formats labels"
          + " and features. Edit it, and give it to evaluate, train, produce and learn by --spec."
    },
    footer = {
      "  ops/majorant spec infer --data churn.csv --label-column churned > churn.yaml",
      "  ops/majorant spec infer --topic orders --label-column paid > orders.yaml",
      "  ops/majorant spec infer --topic orders --label-topic returns > returns.yaml",
    })
public final class SpecInferCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private FileOptions files;
  @Mixin private SpecSettings settings;
  @Mixin private ModelOptions options;

  @Mixin private ConnectionOptions connection;
  @Mixin private NewestOptions newest;
  @Mixin private LateLabelOptions late;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "Examples with labels; - is standard input.")
  private Path data;

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "Events with labels on a topic; their format is found.")
  private String topic;

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description = "Avro schema of a topic's values that do not name theirs.")
  private Path schema;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "The model's name; default: the file's without its endings, or the topic's.")
  private String model;

  @Option(
      names = "--class-weights",
      paramLabel = "W",
      description =
          "balanced: write weights with which all labels count the same, as rare as some are in the"
              + " file. Probabilities are then those of data in which they are as frequent.")
  private Balance weights;

  @Option(
      names = "--example-micros",
      paramLabel = "MICROS",
      description =
          "The time that an example of a table or of events may take to be learned, about, on one"
              + " core. The model gets diagonal curvature, or fewer views, until it takes no more."
              + " Default: no limit; the spec says where it is above 50.")
  private Double micros;

  private SpecInferCommand() {}

  /** How much labels are to count. */
  enum Balance {
    BALANCED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    Usage.require(
        command, (data == null) != (topic == null), "give a file by --data, or else a --topic");
    final String yaml;
    try {
      yaml = topic == null ? ofFile(data.toString()) : ofTopic();
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    final PrintWriter out = command.commandLine().getOut();
    out.print(yaml);
    out.flush();
    return 0;
  }

  private String ofFile(final String path) throws IOException {
    Usage.refuse(
        command, "is for --topic: leave it out", "--schema", "connection", "newest", "late");
    final Format format = files.format(path);
    final String name = model == null ? name(data) : model;
    if (!format.isText() || format == Format.JSONL && EventFile.hasEvents(path)) {
      return events(
          EventValues.of(format, path),
          EventFile.writer(format, path),
          SchemaRegistry.NONE,
          name,
          InferredSpec.Origin.events(data.getFileName().toString(), name));
    }
    return format.isTable() ? table(format, path, name) : others(format, path, name);
  }

  private String ofTopic() throws IOException, ExecutionException, InterruptedException {
    Usage.refuse(command, "is for files: leave it out", "--format");
    final String writer = schema == null ? null : Files.readString(schema).strip();
    final TopicSample sample = newest.sample(connection, topic);
    final SchemaRegistry registry = SchemaRegistry.of(connection.clientProperties());
    final String name = model == null ? name(Path.of(topic)) : model;
    final InferredSpec.Origin origin =
        new InferredSpec.Origin(
            "topic " + topic, "--bootstrap-server " + connection.servers(), topic, writer);
    if (late.areWanted()) {
      return late(sample, registry, name, origin);
    }
    return events(sample.values(), writer, registry, name, origin);
  }

  private String late(
      final TopicSample events,
      final SchemaRegistry registry,
      final String name,
      final InferredSpec.Origin origin)
      throws IOException, ExecutionException, InterruptedException {
    refuseOthers();
    final FoundJoin join =
        FoundJoin.of(
            events,
            newest.sample(connection, late.topic(topic)),
            late.known(files.labelColumn()),
            origin.schema(),
            files.ignoreColumns(),
            registry);
    FileOptions.tell(command, join.events().fault());
    FileOptions.tell(command, join.fault());
    FileOptions.tell(command, join.events().table().shared());
    FileOptions.tell(command, LabelTwins.told(join.events().labels()));
    return InferredSpec.of(name, origin, join, wishes());
  }

  private String events(
      final EventValues values,
      final String writer,
      final SchemaRegistry registry,
      final String name,
      final InferredSpec.Origin origin)
      throws IOException {
    refuseOthers();
    final EventProfile profile =
        EventProfile.of(
            values, origin.name(), writer, files.labelColumn(), files.ignoreColumns(), registry);
    FileOptions.tell(command, profile.fault());
    FileOptions.tell(command, profile.table().shared());
    FileOptions.tell(command, LabelTwins.told(profile.labels()));
    return InferredSpec.of(name, origin, profile, wishes());
  }

  private void refuseOthers() {
    Usage.refuse(
        command,
        "is for other formats: say it by hand in the spec that is written",
        "options",
        "--set",
        "--templates",
        "--feature-columns");
  }

  private String table(final Format format, final String path, final String name)
      throws IOException {
    refuseOthers();
    try (TableRows rows = TableRows.open(format, path)) {
      final TableProfile profile = profile(rows);
      FileOptions.tell(command, rows.fault());
      FileOptions.tell(command, profile.shared());
      FileOptions.tell(command, LabelTwins.told(profile.labels()));
      return InferredSpec.of(
          name, InferredSpec.Origin.table(data.getFileName().toString()), profile, wishes());
    }
  }

  private TableProfile profile(final TableRows rows) throws IOException {
    return TableProfile.of(rows, files.labelColumn(), files.ignoreColumns());
  }

  private String others(final Format format, final String path, final String name) {
    Usage.refuse(command, "is for tables and events: leave it out", "--example-micros");
    final DataSummary summary = new DataSummary(format, files.layout());
    files.readAll(path, files.layout(), summary::add);
    FileOptions.tell(command, LabelTwins.told(summary.labels()));
    final ModelSpec spec = options.spec(name, summary, settings);
    if (isBalanced()) {
      Usage.require(
          command,
          spec.getTask() == Task.MULTICLASS,
          "--class-weights is for models of points: leave it out");
      spec.setWeights(List.copyOf(BalancedWeights.of(summary.labelCounts()).values()));
    }
    final String yaml = SpecFile.write(spec);
    return summary.task() == Task.MULTICLASS ? "# " + summary.kind().why() + ".\n" + yaml : yaml;
  }

  private boolean isBalanced() {
    return weights == Balance.BALANCED;
  }

  private InferredSpec.Wishes wishes() {
    Usage.require(
        command,
        micros == null || micros > 0,
        "--example-micros is a time: give a number above 0, as 50");
    return new InferredSpec.Wishes(isBalanced(), micros == null ? Double.MAX_VALUE : micros);
  }

  /** The name of a file as a model's name may be. */
  private static String name(final Path file) {
    if (file.toString().equals(ExampleReader.STANDARD_INPUT)) {
      return "model";
    }
    final String name =
        List.of(file.getFileName().toString().toLowerCase(Locale.ROOT).split("\\.", 2)).get(0);
    final String clean = name.replaceAll("[^a-z0-9_-]", "-").replaceAll("^[^a-z0-9]+", "");
    return clean.isEmpty() ? "model" : clean.substring(0, Math.min(clean.length(), 100));
  }
}
