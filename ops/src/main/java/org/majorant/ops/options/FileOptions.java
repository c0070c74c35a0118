package org.majorant.ops.options;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.schema.Columns;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.template.FeatureTemplates;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say how a file writes its examples, and the reading of such a file. */
public final class FileOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "F",
      description = {
        "${COMPLETION-CANDIDATES}; text is plain or gzip. Default: what the file's name ends with,"
            + " as .csv, .tsv, .jsonl, .libsvm, .conll, .avro or .parquet, and .gz after text.",
        "avro, parquet: each record is a row, whose fields are columns by path, as 'columns' of a"
            + " spec has them. So is a line of jsonl where the spec's input is events in JSON.",
        "jsonl: {\"features\": {\"age\": 39, ...}, \"label\": \"yes\"} a line, with an optional"
            + " \"logPrior\": [...] (log h of each label, in the spec's order); for a sequence"
            + " {\"tokens\": [\"in\", \"Oslo\"], \"labels\": [\"O\", null], \"logPrior\": [null,"
            + " [0, null, -1.2]]}, where logPrior, if there is one, has log h of a token's labels,"
            + " null for h = 0; for a choice {\"alternatives\": [{\"price\": 1.2, ...}, ...],"
            + " \"chosen\": 2, \"logPrior\": [...]}, where chosen counts from 0, and logPrior, if"
            + " there is one, has log h, null for h = 0; for a graph {\"cardinalities\": [2, 3],"
            + " \"factors\": [{\"variables\": [0, 1], \"configurations\": [{\"a\": 1, ...}, ...]},"
            + " ...], \"states\": [1, null]}, with the features of all joint states, where the last"
            + " variable's state varies fastest; for a matching {\"left\": 2, \"right\": 1,"
            + " \"edges\": [{\"nodes\": [0, 0], \"features\": {\"a\": 1, ...}}, ...],"
            + " \"unmatched\": [{\"left\": 0, \"features\": {...}}, ...], \"matches\": [[1, 0],"
            + " ...]}, or \"pairs\": [[{\"a\": 1}, ...], ...] in place of left, right and edges,"
            + " with a row for each left node, and null where there is no edge, or \"nodes\": 4 in"
            + " place of left and right where any two may be matched, with \"unmatched\":"
            + " [{\"node\": 3}, ...]."
      })
  private Format format;

  @Option(
      names = "--label-column",
      paramLabel = "C",
      description = {
        "csv, tsv: name or 0-based number; avro, parquet: path. Default: 'label'.",
        "conll: 0-based number. Default: the last."
      })
  private String labelColumn;

  @Option(
      names = "--ignore-columns",
      paramLabel = "C",
      split = ",",
      description =
          "csv, tsv, avro, parquet: names of columns that make no features, as identifiers. A spec says more of"
              + " columns: 'ops/majorant spec infer' writes one.")
  private List<String> ignoreColumns;

  @Option(
      names = "--feature-columns",
      paramLabel = "C",
      split = ",",
      description = "conll: 0-based numbers of columns that are features, too.")
  private List<String> featureColumns;

  /** As of files that a command brings along. */
  public static FileOptions of(final Format format) {
    final FileOptions options = new FileOptions();
    options.format = format;
    return options;
  }

  /**
   * The format of a file: the one that is asked for, else that of its name.
   *
   * @throws ParameterException where neither says it
   */
  public Format format(final String path) {
    final Optional<Format> found = Optional.ofNullable(format).or(() -> Format.of(path));
    Usage.require(
        command,
        found.isPresent(),
        "the name of %s does not say how it is written: give --format, one of %s"
            .formatted(
                path.equals(ExampleReader.STANDARD_INPUT) ? "standard input" : path,
                Arrays.stream(Format.values()).map(Format::toString).collect(joining(", "))));
    return found.orElseThrow();
  }

  @Option(
      names = "--templates",
      paramLabel = "T",
      split = ",",
      description =
          "conll: how features are made from the words, if no spec or model says so. Default:"
              + " word,lower,prefix:1-4,suffix:1-4,shape,window:2.")
  private List<String> given;

  /** What makes features of a sentence where no spec or model says so. */
  public List<String> templates() {
    final List<String> templates =
        new ArrayList<>(given == null ? FeatureTemplates.DEFAULT : given);
    if (featureColumns != null) {
      featureColumns.forEach(column -> templates.add("column:" + column));
    }
    return templates;
  }

  /** What the options say of a file, where no spec or model does. */
  public Layout layout() {
    return new Layout(columns(), null, templates(), true);
  }

  /**
   * What a spec says of a file. The options say what the columns are only where the spec does not.
   *
   * @param spec null: there is none
   */
  public Layout layout(final ModelSpec spec) {
    if (spec == null) {
      return layout();
    }
    if (spec.getColumns() == null) {
      return Layout.of(spec).with(columns());
    }
    Usage.refuse(
        command,
        "is not for a spec with 'columns', as %s has it: say it there".formatted(spec.getModel()),
        "--label-column",
        "--ignore-columns");
    return Layout.of(spec);
  }

  /** The column of the label; null where none is given. */
  public String labelColumn() {
    return labelColumn;
  }

  /** Columns that make no features. */
  public List<String> ignoreColumns() {
    return ignoreColumns == null ? List.of() : ignoreColumns;
  }

  /** Null where no option says anything of columns. */
  private Columns columns() {
    return labelColumn == null && ignoreColumns == null
        ? null
        : Columns.newBuilder().setLabel(labelColumn).setIgnore(ignoreColumns()).build();
  }

  /**
   * @throws CommandFailed where the file cannot be opened
   */
  public ExampleReader open(final String path, final Layout layout) {
    final Format found = format(path);
    requireUsage(found);
    try {
      return ExampleReader.open(found, path, layout);
    } catch (final IOException | IllegalArgumentException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  private void requireUsage(final Format found) {
    Usage.require(
        command,
        labelColumn == null || found.hasColumns(),
        "--label-column is for csv, tsv, avro, parquet and conll, not for " + found);
    Usage.require(
        command,
        ignoreColumns == null || found.isTable() || !found.isText(),
        "--ignore-columns is for csv, tsv, avro and parquet, not for " + found);
    Usage.require(
        command,
        featureColumns == null || found == Format.CONLL,
        "--feature-columns is for conll, not for " + found);
    Usage.require(
        command,
        given == null || found == Format.CONLL,
        "--templates is for conll, not for " + found);
  }

  /**
   * All examples of a file as they would stand on a topic.
   *
   * @param path of the file, - for standard input
   * @param seen receives each example as it is read
   * @throws CommandFailed where the file cannot be read, naming the line
   */
  public List<byte[]> readAll(
      final String path, final Layout layout, final Consumer<LabeledExample> seen) {
    try (ExampleReader reader = open(path, layout);
        ProgressBar progress = progress()) {
      final AtomicLong count = new AtomicLong();
      final List<byte[]> all =
          reader.readAll(
              example -> {
                progress.show(reader.share(), count.incrementAndGet());
                seen.accept(example);
              });
      tell(command, reader.fault());
      tell(command, reader.shared());
      return all;
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  /**
   * Says on standard error what was strange in a file that has been read.
   *
   * @param strange null: nothing
   */
  public static void tell(final CommandSpec command, final String strange) {
    if (command != null && strange != null) {
      command.commandLine().getErr().println("majorant: " + strange);
    }
  }

  private ProgressBar progress() {
    return command == null ? ProgressBar.none() : ProgressBar.of(command, "examples read");
  }
}
