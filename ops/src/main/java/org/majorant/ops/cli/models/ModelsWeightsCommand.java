package org.majorant.ops.cli.models;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureNames;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.options.Usage;
import org.majorant.ops.read.FeatureWeight;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.Terminal;
import org.majorant.ops.terminal.TextTable;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.store.ModelVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that shows the largest weights of a version with the names of their features. */
@Command(
    name = "weights",
    description = {
      "Show the features of each label with the largest weights.",
      "Each weight has one standard deviation of the posterior. With diagonal curvature it is the"
          + " conditional one, as if all other weights were known. Hashed features have a name if"
          + " the version has it: versions have up to 2,048 names, of the features that have the"
          + " largest weights or are the most frequent."
    },
    footer = {
      "  ops/majorant models weights wikigold",
      "  ops/majorant models weights wikigold --label I-PER --top 20",
    })
final class ModelsWeightsCommand implements Callable<Integer> {
  private static final int NAME = 28;

  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(
      names = "--label",
      paramLabel = "L",
      description = "Only those of this label. Default: all labels; of two, only the second.")
  private String label;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "5",
      description = "How many features of each label, up to " + FeatureWeight.MOST + ".")
  private int top;

  @Option(names = "--version", paramLabel = "V", description = "Default: the newest.")
  private Long version;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsWeightsCommand() {}

  /**
   * What is printed of a label.
   *
   * @param label null of choices
   * @param conditional whether the deviations are, see {@link org.majorant.model.Model#conditional}
   */
  private record Heaviest(String label, boolean conditional, List<FeatureWeight> weights) {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    Usage.require(
        command, top > 0 && top <= FeatureWeight.MOST, "--top must be 1 to " + FeatureWeight.MOST);
    final ModelVersion found = models.require(model, version);
    final List<String> labels = found.head().getSpec().getLabels();
    if (label != null && !labels.contains(label)) {
      throw new CommandFailed(
          labels.isEmpty()
              ? "a model of choices or graphs has no labels: leave --label out"
              : "no label '%s': there are %s".formatted(label, String.join(", ", labels)));
    }
    final FeatureNames names = new FeatureNames(found.head().getSpec(), found.head().getNames());
    final List<Heaviest> heaviest = new ArrayList<>();
    for (final int y : asked(found)) {
      final List<FeatureWeight> weights = FeatureWeight.heaviest(found.model(), names, y);
      heaviest.add(
          new Heaviest(
              labels.isEmpty() ? null : labels.get(y),
              found.model().conditional(),
              weights.subList(0, Math.min(top, weights.size()))));
    }
    if (json) {
      command.commandLine().getOut().println(Json.line(heaviest));
    } else {
      print(heaviest, found.model().conditional());
    }
    return 0;
  }

  private int[] asked(final ModelVersion found) {
    final List<String> labels = found.head().getSpec().getLabels();
    if (label != null) {
      return new int[] {labels.indexOf(label)};
    }
    final boolean second = labels.size() == 2 && Dimensions.of(found.model().spec()).vectors() == 1;
    return IntStream.range(second ? 1 : 0, Math.max(1, labels.size())).toArray();
  }

  private void print(final List<Heaviest> heaviest, final boolean conditional) {
    final String deviation = conditional ? "conditional deviation" : "deviation";
    final int longest =
        heaviest.stream()
            .map(Heaviest::label)
            .mapToInt(l -> l == null ? 0 : l.length())
            .max()
            .orElse(0);
    final TextTable table =
        new TextTable(
            command.commandLine().getOut(),
            Terminal.width(command),
            List.of(
                Column.text("label", longest),
                Column.text("feature", NAME),
                Column.number("weight", 9),
                Column.number(deviation, deviation.length())));
    table.header();
    for (final Heaviest of : heaviest) {
      for (final FeatureWeight w : of.weights) {
        table.row(
            List.of(
                of.label == null ? "" : of.label,
                w.name() == null ? "feature " + w.feature() : w.name(),
                "%.4f".formatted(w.weight()),
                w.deviation() == null ? "" : "%.4f".formatted(w.deviation())));
      }
    }
  }
}
