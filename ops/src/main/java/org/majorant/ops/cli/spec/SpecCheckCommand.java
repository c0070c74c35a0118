package org.majorant.ops.cli.spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.majorant.features.Dimensions;
import org.majorant.file.ExampleReader;
import org.majorant.file.LabelTwins;
import org.majorant.file.spec.SpecCheck;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.SpecFiles;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.Spelling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that tries a spec without learning. */
@Command(
    name = "check",
    description = {
      "Try a spec: which fields are wrong, and with --data which examples would be rejected.",
      "It also names features of the spec that no example has, as a mistyped one, features of the"
          + " examples that the spec does not list, and the most frequent features. Ends with 1"
          + " where anything of this is found."
    },
    footer = {
      "  ops/majorant spec check ops/data/adult/adult.yaml",
      "  ops/majorant spec check ops/data/adult/adult.yaml --format libsvm \\",
      "      --data ops/data/adult/a9a.gz",
    })
public final class SpecCheckCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private FileOptions files;

  @Parameters(paramLabel = "SPEC", description = "The spec (YAML).")
  private Path file;

  @Option(names = "--data", paramLabel = "FILE", description = "Examples; - is standard input.")
  private Path data;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private SpecCheckCommand() {}

  /** What JSON says. */
  private record Checked(
      String model, String task, String curvature, int features, SpecCheck.Report data) {}

  @Override
  public Integer call() {
    final ModelSpec spec = SpecFiles.read(file);
    if (data == null) {
      Usage.refuse(command, "is for --data: give that, too", "files");
    }
    final SpecCheck.Report report = data == null ? null : report(spec);
    final Checked checked =
        new Checked(
            spec.getModel(),
            Spelling.of(spec.getTask()),
            Spelling.of(spec.getCurvature()),
            Dimensions.of(spec).features(),
            report);
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(checked));
    } else {
      out.printf(
          "%s is a spec: model %s, %s, %s curvature, %,d features%n",
          file, checked.model(), checked.task(), checked.curvature(), checked.features());
      if (report != null) {
        print(report);
      }
    }
    return report == null || report.isSound() ? 0 : 1;
  }

  private SpecCheck.Report report(final ModelSpec spec) {
    try (ExampleReader reader = files.open(data.toString(), files.layout(spec))) {
      final SpecCheck.Report report = SpecCheck.of(spec, reader);
      FileOptions.tell(command, reader.fault());
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
      command.commandLine().getOut().printf("%s: %s%n", title, String.join(", ", names));
    }
  }
}
