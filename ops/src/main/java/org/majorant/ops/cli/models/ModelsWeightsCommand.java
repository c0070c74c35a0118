package org.majorant.ops.cli.models;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureNames;
import org.majorant.model.LabelWeights;
import org.majorant.model.Model;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.options.Usage;
import org.majorant.ops.read.FeatureWeight;
import org.majorant.ops.read.NumberCurve;
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
          + " largest weights or are the most frequent.",
      "In a model with views the weight of a feature is what the stack makes of all views that have"
          + " it, and a number has many features. Its curve is what it adds to the score by"
          + " which the stack predicts, while all other numbers are at their means. A score is told"
          + " at the quantiles of the first values, and is zero at the mean. Its deviation takes"
          + " the number's weights as independent."
    },
    footer = {
      "  ops/majorant models weights wikigold",
      "  ops/majorant models weights wikigold --label I-PER --top 20",
      "  ops/majorant models weights digits --curves --label 7",
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

  @Option(
      names = "--curves",
      description = "Show the curves of the numbers of a model with views, the strongest first.")
  private boolean curves;

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
    if (curves) {
      showCurves(found);
      return 0;
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
      print(heaviest, found.model());
    }
    return 0;
  }

  private void showCurves(final ModelVersion found) {
    final List<NumberCurve> strongest =
        Arrays.stream(asked(found))
            .mapToObj(y -> NumberCurve.strongest(found.model(), y, top))
            .flatMap(List::stream)
            .toList();
    if (strongest.isEmpty()) {
      throw new CommandFailed(
          "'%s' has no views of numbers, and so no curves: leave --curves out".formatted(model));
    }
    if (json) {
      command.commandLine().getOut().println(Json.line(strongest));
      return;
    }
    final TextTable table =
        table(
            strongest.stream().map(NumberCurve::label),
            List.of(
                Column.text("number", NAME),
                Column.number("value", 12),
                Column.number("score", 9),
                Column.number("deviation", 9)));
    for (final NumberCurve curve : strongest) {
      for (int i = 0; i < curve.values().size(); i++) {
        table.row(
            List.of(
                curve.label(),
                curve.number(),
                "%.4f".formatted(curve.values().get(i)),
                "%.4f".formatted(curve.scores().get(i)),
                "%.4f".formatted(curve.deviations().get(i))));
      }
    }
  }

  private int[] asked(final ModelVersion found) {
    final List<String> labels = found.head().getSpec().getLabels();
    if (label != null) {
      return new int[] {labels.indexOf(label)};
    }
    final boolean second = labels.size() == 2 && Dimensions.of(found.model().spec()).vectors() == 1;
    return IntStream.range(second ? 1 : 0, Math.max(1, labels.size())).toArray();
  }

  private void print(final List<Heaviest> heaviest, final Model of) {
    final String weight = LabelWeights.areStacked(of) ? "weight by the stack" : "weight";
    final String deviation = of.conditional() ? "conditional deviation" : "deviation";
    final TextTable table =
        table(
            heaviest.stream().map(Heaviest::label),
            List.of(
                Column.text("feature", NAME),
                Column.number(weight, Math.max(9, weight.length())),
                Column.number(deviation, deviation.length())));
    for (final Heaviest each : heaviest) {
      for (final FeatureWeight w : each.weights) {
        table.row(
            List.of(
                each.label == null ? "" : each.label,
                w.name() == null ? "feature " + w.feature() : w.name(),
                "%.4f".formatted(w.weight()),
                w.deviation() == null ? "" : "%.4f".formatted(w.deviation())));
      }
    }
  }

  /** With its header; the label comes first. */
  private TextTable table(final Stream<String> labels, final List<Column> others) {
    final int longest = labels.mapToInt(l -> l == null ? 0 : l.length()).max().orElse(0);
    final List<Column> columns = new ArrayList<>(List.of(Column.text("label", longest)));
    columns.addAll(others);
    final TextTable table =
        new TextTable(command.commandLine().getOut(), Terminal.width(command), columns);
    table.header();
    return table;
  }
}
