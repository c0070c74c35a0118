package org.majorant.ops.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.majorant.model.SpecException;
import org.majorant.model.SpecFile;
import org.majorant.ops.CommandFailed;
import org.majorant.ops.data.DataSummary;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a model is to be, where its labels and features are found in the data. */
final class ModelOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--transform",
      paramLabel = "T",
      split = ",",
      description = "Transforms of the features, in order: log1p, unit. Default for text: both.")
  private List<String> transforms;

  @Option(
      names = "--curvature",
      paramLabel = "C",
      defaultValue = "auto",
      description = "auto, full, low-rank or diagonal.")
  private String curvature;

  @Option(
      names = "--rank",
      paramLabel = "K",
      defaultValue = "16",
      description = "Rows a weight vector that low-rank curvature keeps.")
  private int rank;

  @Option(
      names = "--l2",
      paramLabel = "λ",
      defaultValue = "0.3",
      description = "Strength of the prior in units of each feature's mean square.")
  private double l2;

  @Option(
      names = "--l1",
      paramLabel = "TOTAL",
      defaultValue = "0",
      description =
          "Price of weights in the model that is scored, a total over the data: nats per unit.")
  private double l1;

  @Option(
      names = "--constraints",
      paramLabel = "C",
      defaultValue = "none",
      description = "none or nonnegative: on all weights of that model but the intercept's.")
  private String constraints;

  @Option(
      names = "--forgetting",
      paramLabel = "F",
      defaultValue = "none",
      description = "none, half-life:EXAMPLES, polynomial:EXPONENT or directional:TAU.")
  private String forgetting;

  /** The spec for the data seen, checked by the same rules as a spec file. */
  ModelSpec spec(final String model, final DataSummary data) {
    if (data.labels().size() < 2) {
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
    data.labels().forEach(tree.putArray("labels")::add);
    final ObjectNode features = tree.putObject("features");
    final Object space = data.features().getSpace();
    if (space instanceof Indexed indexed) {
      features.put("dimension", indexed.getDimension());
    } else if (space instanceof Hashed hashed) {
      features.put("hash-bits", hashed.getBits());
    } else {
      ((Named) space).getNames().forEach(features.putArray("names")::add);
    }
    if (transforms == null) {
      data.features()
          .getTransforms()
          .forEach(t -> features.withArray("transform").add(t.name().toLowerCase(Locale.ROOT)));
    } else {
      transforms.forEach(features.putArray("transform")::add);
    }
    tree.putObject("curvature").put("memory", curvature).put("rank", rank);
    tree.putObject("prior").put("l2", l2).put("l1", l1);
    tree.put("constraints", constraints);
    putForgetting(tree);
    try {
      return SpecFile.read(tree);
    } catch (final SpecException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  private void putForgetting(final ObjectNode tree) {
    final int colon = forgetting.indexOf(':');
    if (colon < 0) {
      tree.put("forgetting", forgetting);
      return;
    }
    final String kind = forgetting.substring(0, colon);
    final String value = forgetting.substring(colon + 1);
    final ObjectNode node = tree.putObject("forgetting");
    try {
      node.put(kind, Double.parseDouble(value));
    } catch (final NumberFormatException e) {
      node.put(kind, value);
    }
  }
}
