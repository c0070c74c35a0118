package org.majorant.file.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.majorant.file.DataSummary;
import org.majorant.file.kind.ValueKind;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.View;
import org.majorant.spec.SpecFile;
import org.majorant.spec.Spelling;

/**
 * A spec for a table or for events, written as YAML that people edit: each choice has a comment
 * that says why.
 */
public final class InferredSpec {
  private static final int SHOWN = 6;

  /** What takes less needs no warning. */
  private static final long TOLD_MICROS = 50;

  private final String model;
  private final Origin origin;
  private final TableProfile table;
  private final EventProfile events; // null: the rows are of a table
  private final FoundJoin join; // null: the rows have their labels
  private final Wishes wishes;
  private final InferredFeatures features;
  private CommentedYaml lines; // of the spec that is being written

  /**
   * What was looked at.
   *
   * @param name what comments call it
   * @param trial the options with which the spec is tried on it
   * @param topic where its events are, or will be; null: it is a table
   * @param schema of the topic's values, in JSON; null: they name theirs
   */
  public record Origin(String name, String trial, String topic, String schema) {
    /** A file of a table. */
    public static Origin table(final String file) {
      return events(file, null);
    }

    /** A file of events, as they will be on a topic. */
    public static Origin events(final String file, final String topic) {
      return new Origin(file, "--data " + file, topic, null);
    }
  }

  /**
   * What the data cannot say.
   *
   * @param balanced whether each label is to count as much as any other
   * @param micros that an example may take to be learned; views are left out that take more
   */
  public record Wishes(boolean balanced, double micros) {
    public static final Wishes NONE = new Wishes(false, Double.MAX_VALUE);
  }

  private InferredSpec(
      final String model,
      final Origin origin,
      final TableProfile table,
      final EventProfile events,
      final FoundJoin join,
      final Wishes wishes) {
    this.model = model;
    this.origin = origin;
    this.table = table;
    this.events = events;
    this.join = join;
    this.wishes = wishes;
    features = new InferredFeatures(table, events != null);
  }

  /**
   * @param model its name
   * @param wishes of those who asked for it
   */
  public static String of(
      final String model, final Origin origin, final TableProfile table, final Wishes wishes) {
    return new InferredSpec(model, origin, table, null, null, wishes).write();
  }

  /** The same of events. */
  public static String of(
      final String model, final Origin origin, final EventProfile events, final Wishes wishes) {
    return new InferredSpec(model, origin, events.table(), events, null, wishes).write();
  }

  /** The same of events whose labels come late. */
  public static String of(
      final String model, final Origin origin, final FoundJoin join, final Wishes wishes) {
    final EventProfile events = join.events();
    return new InferredSpec(model, origin, events.table(), events, join, wishes).write();
  }

  /** Its views depend on all that it says besides. */
  private String write() {
    final ModelSpec plain = SpecFile.read(write(new InferredViews(List.of(), false)));
    final String yaml =
        write(InferredViews.of(plain, features.kind(), table.rows(), wishes.micros));
    SpecFile.read(yaml);
    return yaml;
  }

  private String write(final InferredViews views) {
    lines = new CommentedYaml();
    lines.add(
        "# Inferred from %s, %,d rows. Every line may be edited; try the result by"
            .formatted(CommentedYaml.oneLine(origin.name()), table.rows()));
    lines.add(
        "#   ops/majorant spec check " + model + ".yaml " + CommentedYaml.oneLine(origin.trial()));
    lines.add("model: " + CommentedYaml.quoted(model));
    if (events != null) {
      writeInput();
    }
    if (join != null) {
      join.write(lines);
    }
    writeLabels();
    new InferredColumns(table, features.isClosed(), lines).write(join == null);
    writeMore();
    features.write(lines, !views.views().contains(View.COUNTS));
    features.writePrior(lines);
    writeViews(views);
    if (InferredForgetting.suits(SpecFile.read(lines.toString()), table.rows())) {
      lines.add("");
      lines.add(
          "# If the world changes, memories that forget predict beside the one that does not:");
      lines.add("forgetting: auto");
    }
    return lines.toString();
  }

  private void writeViews(final InferredViews found) {
    final List<View> views = found.views();
    if (views.isEmpty()) {
      return;
    }
    lines.add("");
    if (views.contains(View.COUNTS)) {
      lines.add("# " + ValueKind.COUNTS.why() + ", by a view beside raw values.");
    } else if (!views.contains(View.HATS)) {
      lines.add("# Two columns may have an effect only together. A view of all pairs learns it.");
    } else {
      lines.add(
          "# Numbers may have effects that rise and fall, or have one together. Views learn these.");
      lines.add("# Without views a table is learned as a linear model.");
      writeTime(SpecFile.read(lines.toString()), found);
    }
    if (found.diagonal()) {
      lines.add("curvature: {memory: diagonal}");
    }
    lines.addList("views: [", views.stream().map(Spelling::of).toList(), "]");
  }

  private void writeTime(final ModelSpec spec, final InferredViews found) {
    final long micros = found.micros(spec);
    if (micros < TOLD_MICROS) {
      return;
    }
    lines.add("# An example takes about %,d µs with them.".formatted(micros));
    final long least = new InferredViews(found.views(), true).micros(spec);
    if (2 * least < micros) {
      lines.add(
          "# 'curvature: {memory: diagonal}' takes %,d, and predicts a little worse."
              .formatted(least));
    }
  }

  private void writeInput() {
    lines.add("");
    lines.add("# Each record of this topic is a row, whose columns are the paths of its fields:");
    lines.add("input:");
    lines.add("  topic: " + CommentedYaml.quoted(origin.topic()));
    lines.add("  format: " + Spelling.of(events.events().getFormat()));
    if (origin.schema() != null) {
      lines.add("  schema: " + CommentedYaml.quoted(origin.schema()));
    }
    if (join != null) {
      join.writeInput(lines);
    }
    events.conditions().forEach(line -> lines.add("  # " + CommentedYaml.oneLine(line)));
  }

  private void writeMore() {
    if (events != null && events.hasMore()) {
      lines.add(
          "  # There are more than %,d paths. 'ignore' a map whose keys have no end, by its path."
              .formatted(EventProfile.MOST_COLUMNS));
    }
  }

  private void writeLabels() {
    final ColumnProfile label = table.label();
    final List<String> labels = DataSummary.sorted(label.values());
    final double labeled = labels.stream().mapToLong(label::count).sum();
    lines.add("");
    lines.add(
        labels.stream()
            .limit(SHOWN)
            .map(
                each ->
                    "%s %,d (%.1f %%)"
                        .formatted(
                            CommentedYaml.oneLine(each),
                            label.count(each),
                            100 * label.count(each) / labeled))
            .collect(
                Collectors.joining(
                    ", ", "# Rows of each label: ", labels.size() > SHOWN ? ", ..." : "")));
    lines.addList("labels: [", labels.stream().map(CommentedYaml::quoted).toList(), "]");
    lines.add(
        "# With the weights below each label counts as much as any other. Probabilities are then");
    lines.add(
        "# no longer those of the data. If only the decision is to be another one, leave them out,");
    lines.add("# and give 'ops/majorant predict --cost' what each label costs where it is missed.");
    final Map<String, Long> counts = new LinkedHashMap<>();
    labels.forEach(each -> counts.put(each, (long) label.count(each)));
    final List<String> weights = new ArrayList<>();
    BalancedWeights.of(counts)
        .forEach((each, w) -> weights.add(CommentedYaml.quoted(each) + ": " + rounded(w)));
    lines.addList(wishes.balanced ? "weights: {" : "# weights: {", weights, "}");
  }

  /** Three digits are enough to balance by, and to know a range. */
  static String rounded(final double number) {
    return Double.isFinite(number)
        ? new BigDecimal(number).round(new MathContext(3)).stripTrailingZeros().toPlainString()
        : Double.toString(number);
  }
}
