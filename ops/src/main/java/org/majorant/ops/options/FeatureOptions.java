package org.majorant.ops.options;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.majorant.file.DataSummary;
import org.majorant.file.kind.ValueKind;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.Columns;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.View;
import org.majorant.spec.SpecException;
import org.majorant.spec.SpecFields;
import org.majorant.spec.SpecFile;
import org.majorant.spec.Spelling;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The tree of a spec, from the labels and features that are found in the data. The options here are
 * older spellings of {@link SpecSettings}, which this release still reads.
 */
public final class FeatureOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--transform",
      hidden = true,
      paramLabel = "T",
      split = ",",
      description =
          "Transforms of the features, in order: log1p, unit. Default for texts and other counts:"
              + " both.")
  private List<String> transforms;

  @Option(
      names = "--hash-bits",
      hidden = true,
      paramLabel = "B",
      description = "Words and many names are hashed to 2^B indices; default 18.")
  private Integer hashBits;

  @Option(
      names = "--standardize",
      hidden = true,
      paramLabel = "N",
      arity = "0..1",
      fallbackValue = "1000",
      description =
          "Standardize dense features: subtract the mean and divide by the standard deviation of"
              + " the first N examples; N is 1000 if not given, and 0 leaves them as they are. This"
              + " is the default for numbers without --transform.")
  private Integer standardize;

  @Option(names = "--quadratic", hidden = true, description = "Add the squares of dense features.")
  private boolean quadratic;

  @Option(
      names = "--rff",
      hidden = true,
      paramLabel = "D",
      description =
          "Replace dense features by D random Fourier features of a Gaussian kernel; needs a"
              + " --bandwidth.")
  private Integer rff;

  @Option(
      names = "--bandwidth",
      hidden = true,
      paramLabel = "S",
      description = "The kernel is exp(-|x - y|²/2S²); for --rff.")
  private Double bandwidth;

  /** Those of features as they are, for those who do not take their moments first. */
  public static FeatureOptions asTheyAre() {
    final FeatureOptions options = new FeatureOptions();
    options.standardize = 0;
    return options;
  }

  /**
   * A spec's tree with model, labels and features; all else is left to the defaults.
   *
   * @param settings which the caller puts in; where they or the options say what is done to the
   *     values, the {@link ValueKind} of these does not
   * @throws CommandFailed where the data has too few labels, or no features
   */
  public ObjectNode tree(final String model, final DataSummary data, final SpecSettings settings) {
    if (SpecFields.takes(data.task(), "labels") && data.labels().size() < 2) {
      throw new CommandFailed(
          "the data has the labels %s, but two at least are needed: is it another --format or"
                  .formatted(data.labels())
              + " --label-column?");
    }
    if (data.features().getSpace() instanceof Named named && named.getNames().isEmpty()) {
      throw new CommandFailed("the data has no features: is it another --format?");
    }
    final ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("model", model);
    tree.put("task", Spelling.of(data.task()));
    data.labels().forEach(tree.putArray("labels")::add);
    if (data.columns() != null && SpecFields.takes(data.task(), "columns")) {
      putColumns(tree, data.columns());
    }
    final ObjectNode features = tree.putObject("features");
    putSpace(features, data.features().getSpace());
    putTransforms(features, kind(data, settings), data.numbers());
    expand(features);
    if (SpecFields.takes(data.task(), "features.templates")) {
      data.features().getTemplates().forEach(features.putArray("templates")::add);
    }
    return tree;
  }

  /** What the options say of columns. */
  private static void putColumns(final ObjectNode tree, final Columns columns) {
    final ObjectNode node = tree.putObject("columns");
    if (columns.getLabel() != null) {
      node.put("label", columns.getLabel());
    }
    columns.getIgnore().forEach(node.withArray("ignore")::add);
  }

  private void putSpace(final ObjectNode features, final Object space) {
    if (hashBits != null && !(space instanceof Hashed)) {
      Usage.refuse(
          command, "is for hashed features, which this data has not: leave it out", "--hash-bits");
    }
    if (space instanceof Indexed indexed) {
      features.put("dimension", indexed.getDimension());
    } else if (space instanceof Hashed hashed) {
      features.put("hash-bits", hashBits == null ? hashed.getBits() : hashBits);
    } else {
      ((Named) space).getNames().forEach(features.putArray("names")::add);
    }
  }

  /** What the values are, as far as nobody has said what is done to them. */
  ValueKind kind(final DataSummary data, final SpecSettings settings) {
    return isScaledByView(settings) || saysHow(settings) ? ValueKind.OTHERS : data.kind();
  }

  private static boolean isScaledByView(final SpecSettings settings) {
    final JsonNode views = settings.in(JsonNodeFactory.instance.objectNode()).path("views");
    return views.toString().contains(Spelling.of(View.COUNTS));
  }

  private boolean saysHow(final SpecSettings settings) {
    return transforms != null
        || standardize != null && standardize > 0
        || settings.set("features.transform")
        || settings.set("features.standardize");
  }

  /**
   * @param kind of the values
   * @param numbers names of those that are not always 0 or 1
   */
  private void putTransforms(
      final ObjectNode features, final ValueKind kind, final List<String> numbers) {
    kind.transforms().forEach(t -> features.withArray("transform").add(Spelling.of(t)));
    if (transforms != null) {
      transforms.forEach(features.putArray("transform")::add);
    }
    if (kind == ValueKind.NUMBERS) {
      features.put("standardize", true);
      if (features.has("hash-bits")
          || features.has("names")
              && rff == null
              && numbers.size() < features.get("names").size()) {
        numbers.forEach(features.putArray("numbers")::add);
      }
    }
  }

  /**
   * A spec's tree of these options for any data: what is wrong with it is wrong with the options,
   * and can be said before a file is read.
   */
  public ObjectNode trial(final SpecSettings settings) {
    final ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("model", "trial");
    tree.putArray("labels").add("a").add("b");
    final ObjectNode features = tree.putObject("features");
    if (hashBits == null) {
      features.put("dimension", 1);
    } else {
      features.put("hash-bits", hashBits);
    }
    if (transforms != null) {
      transforms.forEach(features.putArray("transform")::add);
    }
    if (settings.set("views") && !saysHow(settings) && !isScaledByView(settings)) {
      features.put("standardize", true); // as those of the data may be
    }
    expand(features);
    settings.in(tree);
    if (features.has("hash-bits")) {
      features.remove("dimension"); // the trial's own
      if (settings.set("views") && features.has("standardize")) {
        features.putArray("numbers").add("x");
      }
    }
    return tree;
  }

  private void expand(final ObjectNode features) {
    if (standardize != null && standardize == 0) {
      features.remove(List.of("standardize", "numbers"));
    } else if (standardize != null) {
      features.put("standardize", standardize);
    }
    if (quadratic) {
      features.put("quadratic", true);
    }
    if (rff != null) {
      features.put("rff", rff);
    }
    if (bandwidth != null) {
      features.put("bandwidth", bandwidth);
    }
  }

  /**
   * The spec of a tree, checked by the same rules as a spec file.
   *
   * @throws ParameterException naming each wrong field: they came from options
   */
  public ModelSpec read(final ObjectNode tree) {
    try {
      return SpecFile.read(tree);
    } catch (final SpecException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }
}
