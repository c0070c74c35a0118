package org.majorant.ops.cli.spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.majorant.features.Dimensions;
import org.majorant.file.ExampleReader;
import org.majorant.file.LabelTwins;
import org.majorant.file.spec.SpecCheck;
import org.majorant.file.spec.TopicCheck;
import org.majorant.log.InputRecord;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.SpecFiles;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.Spelling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command that tries a spec without learning. */
@Command(
    name = "check",
    description = {
      "Try a spec: which fields are wrong, and which examples of a file would be rejected, or which"
          + " of the newest records of its topic.",
      "It also names features of the spec that no example has, as a mistyped one, features of the"
          + " examples that the spec does not list, and the most frequent features. Ends with 1"
          + " where anything of this is found."
    },
    footer = {
      "  ops/majorant spec check ops/data/adult/adult.yaml",
      "  ops/majorant spec check orders.yaml --bootstrap-server localhost:9092",
      "  ops/majorant spec check ops/data/adult/adult.yaml --format libsvm \\",
      "      --data ops/data/adult/a9a.gz",
    })
public final class SpecCheckCommand implements Callable<Integer> {
  private static final int MOST_NAMES = 50;

  @Spec private CommandSpec command;
  @Mixin private FileOptions files;
  @Mixin private ConnectionOptions connection;
  @Mixin private NewestOptions newest;

  @Parameters(paramLabel = "SPEC", description = "The spec (YAML).")
  private Path file;

  @Option(names = "--data", paramLabel = "FILE", description = "Examples; - is standard input.")
  private Path data;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private SpecCheckCommand() {}

  /**
   * What JSON says.
   *
   * @param data of a file; null: none was given
   * @param topic null: none was asked for
   */
  private record Checked(
      String model,
      String task,
      String curvature,
      int features,
      SpecCheck.Report data,
      TopicCheck.Report topic) {
    boolean isSound() {
      return (data == null || data.isSound()) && (topic == null || topic.isSound());
    }
  }

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ModelSpec spec = SpecFiles.read(file);
    if (data == null) {
      Usage.refuse(command, "is for --data: give that, too", "files");
    } else {
      Usage.refuse(command, "is for the spec's topic: leave out --data", "connection", "newest");
    }
    final Checked checked =
        new Checked(
            spec.getModel(),
            Spelling.of(spec.getTask()),
            Spelling.of(spec.getCurvature()),
            Dimensions.of(spec).features(),
            data == null ? null : report(spec),
            isForTopic() ? topic(spec) : null);
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(checked));
    } else {
      out.printf(
          "%s is a spec: model %s, %s, %s curvature, %,d features%n",
          file, checked.model(), checked.task(), checked.curvature(), checked.features());
      if (checked.data() != null) {
        print(checked.data());
      }
      if (checked.topic() != null) {
        print(checked.topic());
      }
    }
    return checked.isSound() ? 0 : 1;
  }

  /** Whether brokers are named, or how many records are to be looked at. */
  private boolean isForTopic() {
    final ParseResult typed = command.commandLine().getParseResult();
    return typed.hasMatchedOption("--bootstrap-server") || typed.hasMatchedOption("--records");
  }

  private TopicCheck.Report topic(final ModelSpec spec)
      throws ExecutionException, InterruptedException {
    final TopicCheck check = new TopicCheck(spec, SchemaRegistry.of(connection.clientProperties()));
    final List<ConsumerRecord<byte[], byte[]>> records = newest.read(connection, spec.getInput());
    if (records.isEmpty()) {
      throw new CommandFailed(
          "topic %s has no records: let some come first".formatted(spec.getInput()));
    }
    for (final ConsumerRecord<byte[], byte[]> record : records) {
      check.add(
          "partition %d, offset %d".formatted(record.partition(), record.offset()),
          record.key(),
          record.value(),
          InputRecord.of(record));
    }
    if (spec.getLateLabels() != null) {
      newest
          .read(connection, spec.getLateLabels().getTopic())
          .forEach(record -> check.addLabel(record.key(), record.value(), InputRecord.of(record)));
    }
    FileOptions.tell(command, check.shared());
    return check.report();
  }

  private void print(final TopicCheck.Report report) {
    final PrintWriter out = command.commandLine().getOut();
    out.printf(
        "%,d records, of which %,d are passed over%n", report.records(), report.passedOver());
    print(report.examples());
    if (report.late() != null) {
      out.printf(
          "%,d late labels: %,d have the key of one of these events, %,d have no label or key;"
              + " %,d events have no key%n",
          report.late().records(),
          report.late().joined(),
          report.late().unreadable(),
          report.late().keyless());
    }
    if (report.unknownLabels() > 0) {
      out.printf("%,d labels are not in the spec%n", report.unknownLabels());
    }
    print("in the spec, but in no record", report.absentPaths());
    print("in records, but not in the spec, so read as they are", report.unnamedPaths());
  }

  private SpecCheck.Report report(final ModelSpec spec) {
    try (ExampleReader reader = files.open(data.toString(), files.layout(spec))) {
      final SpecCheck.Report report = SpecCheck.of(spec, reader);
      FileOptions.tell(command, reader.fault());
      FileOptions.tell(command, reader.shared());
      final Set<String> labels = new LinkedHashSet<>(spec.getLabels());
      labels.addAll(report.labels().keySet());
      FileOptions.tell(command, LabelTwins.told(labels));
      return report;
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  private void print(final SpecCheck.Report report) {
    final PrintWriter out = command.commandLine().getOut();
    final long rejected = report.rejected().values().stream().mapToLong(Long::longValue).sum();
    out.printf(
        "%,d examples: %,d would be rejected, %,d have no label%n",
        report.examples(), rejected, report.unlabeled());
    report
        .rejected()
        .forEach(
            (kind, count) ->
                out.printf("  %,d by %s; first %s%n", count, kind, report.reasons().get(kind)));
    print("labels", report.labels());
    print("most frequent features", report.features());
    print("in the spec, but no feature of any example", report.absentFeatures());
    print(
        "features of examples that the spec does not list, and ignores", report.unknownFeatures());
    print("labels in the spec that no example has", report.absentLabels());
    print("numbers far beyond those of the first examples", report.clipped());
  }

  private void print(final String title, final Map<String, Long> counts) {
    print(
        title,
        counts.entrySet().stream()
            .map(each -> "%s (%,d)".formatted(each.getKey(), each.getValue()))
            .toList());
  }

  private void print(final String title, final List<String> names) {
    if (!names.isEmpty()) {
      final int more = names.size() - MOST_NAMES;
      command
          .commandLine()
          .getOut()
          .printf(
              "%s: %s%s%n",
              title,
              names.stream().limit(MOST_NAMES).collect(Collectors.joining(", ")),
              more > 0 ? " and %,d more".formatted(more) : "");
    }
  }
}
