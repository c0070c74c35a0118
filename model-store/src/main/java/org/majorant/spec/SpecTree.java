package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Locale;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.Polynomial;
import org.majorant.schema.Task;

/** A spec as the tree that its file has, with nothing left to defaults. */
final class SpecTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SpecTree() {}

  static ObjectNode of(final ModelSpec spec) {
    final ObjectNode tree = NODES.objectNode();
    tree.put("model", spec.getModel());
    tree.put("task", word(spec.getTask()));
    spec.getLabels().forEach(tree.putArray("labels")::add);
    tree.put("latent", spec.getLatent());
    if (spec.getTask() == Task.GRAPH) {
      tree.put("max-width", spec.getMaxWidth());
    }
    tree.put("input", spec.getInput());
    tree.set("features", features(spec.getTask(), spec.getFeatures()));
    final ObjectNode prior = tree.putObject("prior");
    prior.set("l2", number(spec.getL2()));
    prior.set("l1", number(spec.getL1()));
    tree.set("constraints", SpecConstraints.tree(spec.getConstraints()));
    final ObjectNode curvature = tree.putObject("curvature");
    curvature.put("memory", word(spec.getCurvature()));
    if (spec.getCurvature() == Curvature.LOW_RANK) {
      curvature.put("rank", spec.getRank());
      curvature.put("absorb", spec.getGuaranteed() ? "guaranteed" : "true-diagonal");
    }
    tree.set("forgetting", forgetting(spec.getForgetting()));
    tree.put("batch", spec.getBatch());
    tree.putObject("publish")
        .put("interval", Durations.text(spec.getPublishIntervalMillis()))
        .put("keep-versions", spec.getKeepVersions());
    return tree;
  }

  private static ObjectNode features(final Task task, final FeatureSpec spec) {
    final ObjectNode features = NODES.objectNode();
    final Object space = spec.getSpace();
    if (space instanceof Indexed indexed) {
      features.put("dimension", indexed.getDimension());
    } else if (space instanceof Hashed hashed) {
      features.put("hash-bits", hashed.getBits());
    } else {
      ((Named) space).getNames().forEach(features.putArray("names")::add);
    }
    features.put("intercept", spec.getIntercept());
    spec.getTransforms().forEach(t -> features.withArray("transform").add(word(t)));
    if (task == Task.SEQUENCE) {
      spec.getTemplates().forEach(features.putArray("templates")::add);
    }
    SpecExpansion.write(spec, features);
    return features;
  }

  private static JsonNode forgetting(final Object forgetting) {
    final ObjectNode tree = NODES.objectNode();
    if (forgetting instanceof HalfLifeTime time) {
      return tree.put("half-life", Durations.text(time.getMillis()));
    }
    if (forgetting instanceof HalfLifeExamples examples) {
      return tree.set("half-life", number(examples.getExamples()));
    }
    if (forgetting instanceof Directional directional) {
      return tree.set("directional", number(directional.getTau()));
    }
    if (forgetting instanceof Polynomial polynomial) {
      return tree.set("polynomial", number(polynomial.getExponent()));
    }
    return NODES.textNode("none");
  }

  /** 100000 rather than 100000.0. */
  static JsonNode number(final double number) {
    final BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
    return exact.scale() <= 0 && exact.precision() - exact.scale() <= 15
        ? NODES.numberNode(exact.longValueExact())
        : NODES.numberNode(number);
  }

  /** A constant as the file spells it. */
  static String word(final Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
