package org.majorant.ops.options;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.ops.client.CommandFailed;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.schema.LabeledExample;
import org.majorant.template.FeatureTemplates;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that say how a file writes its examples, and the reading of such a file. */
public final class FileOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "F",
      required = true,
      description = {
        "${COMPLETION-CANDIDATES}; plain or gzip.",
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
        "csv, tsv: name or 0-based number. Default: the column 'label', or the first one if there"
            + " is none.",
        "conll: 0-based number. Default: the last."
      })
  private String labelColumn;

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

  public Format format() {
    return format;
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

  /**
   * @throws CommandFailed where the file cannot be opened
   */
  public ExampleReader open(final String path) {
    return open(path, templates());
  }

  /**
   * @param templates that make features of a sentence
   * @throws CommandFailed where the file cannot be opened
   */
  public ExampleReader open(final String path, final List<String> templates) {
    Usage.require(
        command,
        labelColumn == null || format.hasColumns(),
        "--label-column is for csv, tsv and conll, not for " + format);
    Usage.require(
        command,
        featureColumns == null || format == Format.CONLL,
        "--feature-columns is for conll, not for " + format);
    Usage.require(
        command,
        given == null || format == Format.CONLL,
        "--templates is for conll, not for " + format);
    try {
      return ExampleReader.open(format, path, labelColumn, templates);
    } catch (final IOException | IllegalArgumentException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  /**
   * All examples of a file as they would stand on a topic.
   *
   * @param path of the file, - for standard input
   * @param seen receives each example as it is read
   * @throws CommandFailed where the file cannot be read, naming the line
   */
  public List<byte[]> readAll(final String path, final Consumer<LabeledExample> seen) {
    return readAll(path, templates(), seen);
  }

  private ProgressBar progress() {
    return command == null ? ProgressBar.none() : ProgressBar.of(command, "examples read");
  }

  /** The same with other templates. */
  public List<byte[]> readAll(
      final String path, final List<String> templates, final Consumer<LabeledExample> seen) {
    try (ExampleReader reader = open(path, templates);
        ProgressBar progress = progress()) {
      final AtomicLong count = new AtomicLong();
      return reader.readAll(
          example -> {
            progress.show(reader.share(), count.incrementAndGet());
            seen.accept(example);
          });
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }
}
