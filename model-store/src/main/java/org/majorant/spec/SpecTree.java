package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import org.majorant.schema.ModelSpec;

/** A spec as the tree that its file has, with nothing left to defaults but what is empty. */
final class SpecTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SpecTree() {}

  static ObjectNode of(final ModelSpec spec) {
    final ObjectNode tree = NODES.objectNode();
    tree.put("model", spec.getModel());
    tree.put("task", Spelling.of(spec.getTask()));
    spec.getLabels().forEach(tree.putArray("labels")::add);
    if (TaskRules.of(spec.getTask()).takes("transitions")) {
      tree.set("transitions", SpecTransitions.tree(spec));
    }
    tree.put("latent", spec.getLatent());
    if (TaskRules.of(spec.getTask()).takes("max-width")) {
      tree.put("max-width", spec.getMaxWidth());
      tree.put("inference", Spelling.of(spec.getInference()));
    }
    if (TaskRules.of(spec.getTask()).takes("max-edges")) {
      tree.put("max-edges", spec.getMaxEdges());
    }
    tree.set("max-weight", number(spec.getMaxWeight()));
    SpecWeights.write(spec, tree);
    tree.put("input", spec.getInput());
    SpecColumns.write(spec.getColumns(), tree);
    tree.set("features", SpecFeatures.tree(spec.getFeatures(), spec.getTask()));
    final ObjectNode prior = tree.putObject("prior");
    prior.set("l2", number(spec.getL2()));
    prior.set("l1", number(spec.getL1()));
    if (TaskRules.of(spec.getTask()).takes("prior.scale")) {
      prior.put("scale", Spelling.of(spec.getPriorScale()));
    }
    tree.set("constraints", SpecConstraints.tree(spec.getConstraints()));
    tree.set("curvature", SpecCurvature.tree(spec));
    tree.set("forgetting", SpecForgetting.tree(spec.getForgetting()));
    if (TaskRules.of(spec.getTask()).takes("members")) {
      tree.put("members", Spelling.of(spec.getMembers()));
    }
    tree.put("batch", spec.getBatch());
    tree.putObject("publish")
        .put("interval", Durations.text(spec.getPublishIntervalMillis()))
        .put("keep-versions", spec.getKeepVersions());
    return tree;
  }

  /** 100000 rather than 100000.0. */
  static JsonNode number(final double number) {
    final BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
    return exact.scale() <= 0 && exact.precision() - exact.scale() <= 15
        ? NODES.numberNode(exact.longValueExact())
        : NODES.numberNode(number);
  }
}
