package org.majorant.ops.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.majorant.file.DataSummary;
import org.majorant.file.spec.InferredForgetting;
import org.majorant.file.spec.InferredViews;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.Spelling;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The spec of a model whose labels and features are found in the data. The options here are older
 * spellings of {@link SpecSettings}, which this release still reads.
 */
public final class ModelOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private FeatureOptions features;

  @Option(
      names = "--latent",
      hidden = true,
      paramLabel = "M",
      defaultValue = "1",
      description = "Hidden states of each label, each with weights of its own; 1: none.")
  private int latent;

  @Option(
      names = "--curvature",
      hidden = true,
      paramLabel = "C",
      defaultValue = "auto",
      description = "auto, full, low-rank or diagonal.")
  private String curvature;

  @Option(
      names = "--rank",
      hidden = true,
      paramLabel = "K",
      defaultValue = "16",
      description = "Rows that low-rank curvature keeps for each weight vector.")
  private int rank;

  @Option(
      names = "--absorb",
      hidden = true,
      paramLabel = "A",
      defaultValue = "true-diagonal",
      description =
          "What low-rank curvature keeps of the rows that it drops: true-diagonal keeps their"
              + " diagonal, guaranteed a diagonal that dominates them.")
  private String absorb;

  @Option(
      names = "--l2",
      hidden = true,
      paramLabel = "λ",
      description =
          "Strength of the prior in units of each feature's mean square; default 0.3, with --rff"
              + " 0.03 D. For sequences the precision itself; default 2.")
  private Double l2;

  @Option(
      names = "--l1",
      hidden = true,
      paramLabel = "TOTAL",
      defaultValue = "0",
      description =
          "Price of the weights in the model that is scored, in nats for each unit, as a total over"
              + " the data.")
  private double l1;

  @Option(
      names = "--constraints",
      hidden = true,
      paramLabel = "C",
      defaultValue = "none",
      description = "none or nonnegative, for all weights of that model but the intercept's.")
  private String constraints;

  @Option(
      names = "--forgetting",
      hidden = true,
      paramLabel = "F",
      description =
          "none, auto, half-life:EXAMPLES, half-lives:EXAMPLES,EXAMPLES, polynomial:EXPONENT or"
              + " directional:TAU. Default: auto where it costs little, else none.")
  private String forgetting;

  @Option(
      names = "--members",
      hidden = true,
      paramLabel = "M",
      description =
          "auto: a mixture predicts points, sequences and choices. Its members read the same memory with weaker and"
              + " stronger priors and with more and less confidence. none: the weights alone"
              + " predict. Default: auto")
  private String members;

  /** The spec for the data seen, checked by the same rules as a spec file. */
  public ModelSpec spec(final String model, final DataSummary data, final SpecSettings settings) {
    final ObjectNode tree = tree(features.tree(model, data, settings));
    final ModelSpec spec = features.read(settings.in(tree));
    refuseUnused(spec);
    if (!tree.has("views") || tree.get("views").asText().equals("auto")) {
      tree.remove("views");
      InferredViews.put(tree, features.kind(data, settings), data.rows());
    }
    if (!tree.has("forgetting") && InferredForgetting.suits(spec, data.rows())) {
      tree.put("forgetting", "auto");
    }
    return features.read(tree);
  }

  /** A spec for any data, checked likewise, so that usage is right before a file is read. */
  public ModelSpec trial(final SpecSettings settings) {
    final ModelSpec spec = features.read(settings.in(tree(features.trial(settings))));
    if (!curvature.equals("auto")) {
      refuseUnused(spec);
    }
    return spec;
  }

  private void refuseUnused(final ModelSpec spec) {
    if (spec.getRank() == 0) {
      Usage.refuse(
          command,
          "is for low-rank curvature, and this is %s: give --curvature low-rank, or leave it out"
              .formatted(Spelling.of(spec.getCurvature())),
          "--rank",
          "--absorb");
    }
  }

  private ObjectNode tree(final ObjectNode tree) {
    tree.put("latent", latent);
    final ObjectNode memory = tree.putObject("curvature").put("memory", curvature);
    if (curvature.equals("low-rank")) { // else they are refused below, by their names here
      memory.put("rank", rank).put("absorb", absorb);
    }
    final ObjectNode prior = tree.putObject("prior").put("l1", l1);
    if (l2 != null) {
      prior.put("l2", l2);
    }
    tree.put("constraints", constraints);
    if (members != null) {
      tree.put("members", members);
    }
    if (forgetting != null) {
      putForgetting(tree);
    }
    return tree;
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
    if (kind.equals("half-lives")) {
      List.of(value.split(",")).forEach(node.putArray(kind)::add);
      return;
    }
    try {
      node.put(kind, Double.parseDouble(value));
    } catch (final NumberFormatException e) {
      node.put(kind, value);
    }
  }
}
