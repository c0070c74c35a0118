package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.schema.FeatureInterval;
import org.majorant.schema.Interval;
import org.majorant.schema.LinearConstraint;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Term;
import org.majorant.schema.WeightConstraints;

/**
 * The field {@code constraints} of a spec file: none, nonnegative, or a map of any of
 *
 * <pre>
 *   box: [-1, .inf]                       # every weight but the intercept's
 *   features: {age: [0, 2], intercept: [-.inf, 0]}
 *   linear: [{weights: {age: 1, work: -1}, class: rich, at-most: 0}]     # or equals: 0
 * </pre>
 *
 * <p>A feature is a name or an index of the feature space, or {@code intercept}; in a hashed space
 * up to nine digits are an index. A class has a vector of weights; of two labels only the second
 * has one. With hidden states it has one a state, and what is said of the class holds for each.
 * Choices and graphs have but one vector and no classes.
 */
final class SpecConstraints {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SpecConstraints() {}

  /** Null where there are none. */
  static WeightConstraints read(final Field field) {
    if (field.isAbsent() || field.isWord("none")) {
      return null;
    }
    if (field.isWord("nonnegative")) {
      return new WeightConstraints(new Interval(0.0, null), List.of(), List.of());
    }
    if (!field.node().isObject()) {
      field.fault("must be none, nonnegative, or a map of box, features, linear");
      return null;
    }
    field.only("box", "features", "linear");
    final Interval box = field.get("box").isAbsent() ? null : interval(field.get("box"));
    final List<FeatureInterval> features = new ArrayList<>();
    for (final String name : field.get("features").names()) {
      features.add(new FeatureInterval(name, interval(field.get("features").get(name))));
    }
    final List<LinearConstraint> linear = new ArrayList<>();
    for (final Field item : field.get("linear").items()) {
      linear.add(linear(item));
    }
    return box == null && features.isEmpty() && linear.isEmpty()
        ? null
        : new WeightConstraints(box, features, linear);
  }

  private static Interval interval(final Field field) {
    final List<Field> ends = field.node().isArray() ? field.items() : List.of();
    final double lower = ends.size() == 2 ? ends.get(0).extended() : Double.NaN;
    final double upper = ends.size() == 2 ? ends.get(1).extended() : Double.NaN;
    if (!(lower <= upper)
        || lower == Double.POSITIVE_INFINITY
        || upper == Double.NEGATIVE_INFINITY) {
      field.fault("must be [lower, upper], with -.inf and .inf for open ends");
      return new Interval();
    }
    return new Interval(
        lower == Double.NEGATIVE_INFINITY ? null : lower,
        upper == Double.POSITIVE_INFINITY ? null : upper);
  }

  private static LinearConstraint linear(final Field field) {
    field.only("weights", "class", "equals", "at-most");
    final List<Term> terms = new ArrayList<>();
    for (final String name : field.get("weights").names()) {
      terms.add(new Term(name, field.get("weights").get(name).number()));
    }
    if (terms.isEmpty()) {
      field.get("weights").fault("at least one feature is needed");
    }
    final boolean equality = !field.get("equals").isAbsent();
    if (equality != field.get("at-most").isAbsent()) {
      field.fault("give one of equals, at-most");
      return new LinearConstraint(terms, "", equality, 0.0);
    }
    final Field bound = field.get(equality ? "equals" : "at-most");
    return new LinearConstraint(terms, field.get("class").text(""), equality, bound.number());
  }

  /** Judges constraints by the labels and features that they are about; fills in the class. */
  static void resolve(final Field field, final ModelSpec spec) {
    final WeightConstraints constraints = spec.getConstraints();
    if (constraints == null) {
      return;
    }
    final FeatureSpace space = new FeatureSpace(spec);
    final Map<Integer, Interval> narrowed = new HashMap<>();
    for (final FeatureInterval named : constraints.getFeatures()) {
      final Field at = field.get("features").get(named.getFeature());
      if (requireFeature(at, space, named.getFeature())) {
        final int index = space.indexOf(named.getFeature());
        final boolean boxed = constraints.getBox() != null && index != space.intercept();
        final Interval former =
            narrowed.getOrDefault(index, boxed ? constraints.getBox() : new Interval());
        narrowed.put(index, common(at, former, named.getInterval()));
      }
    }
    final List<Field> items = field.get("linear").items();
    for (int i = 0; i < items.size(); i++) {
      final LinearConstraint linear = constraints.getLinear().get(i);
      final Field weights = items.get(i).get("weights");
      linear
          .getTerms()
          .forEach(t -> requireFeature(weights.get(t.getFeature()), space, t.getFeature()));
      resolveClass(items.get(i).get("class"), spec, linear);
    }
  }

  private static boolean requireFeature(
      final Field field, final FeatureSpace space, final String feature) {
    final boolean known = space.indexOf(feature) >= 0;
    if (!known) {
      field.fault("the spec has no such feature");
    }
    return known;
  }

  /** The intersection; a fault where it is empty. */
  private static Interval common(final Field field, final Interval one, final Interval other) {
    final Double lower =
        one.getLower() == null || other.getLower() != null && other.getLower() > one.getLower()
            ? other.getLower()
            : one.getLower();
    final Double upper =
        one.getUpper() == null || other.getUpper() != null && other.getUpper() < one.getUpper()
            ? other.getUpper()
            : one.getUpper();
    if (lower != null && upper != null && lower > upper) {
      field.fault("no number is in " + tree(other) + " and in " + tree(one) + " as well");
      return one;
    }
    return new Interval(lower, upper);
  }

  private static void resolveClass(
      final Field field, final ModelSpec spec, final LinearConstraint linear) {
    final List<String> labels = spec.getLabels();
    if (labels.isEmpty()) {
      if (!field.isAbsent()) {
        field.fault("only models of labels have classes");
      }
      return;
    }
    final List<String> vectors = Dimensions.of(spec).vectors() == 1 ? labels.subList(1, 2) : labels;
    if (field.isAbsent() && vectors.size() == 1) {
      linear.setLabel(vectors.get(0));
    } else if (!vectors.contains(linear.getLabel())) {
      field.fault(
          "'" + linear.getLabel() + "' is not a class with weights: " + String.join(", ", vectors));
    }
  }

  /** As the file has them. */
  static JsonNode tree(final WeightConstraints constraints) {
    if (constraints == null) {
      return NODES.textNode("none");
    }
    if (constraints.equals(new WeightConstraints(new Interval(0.0, null), List.of(), List.of()))) {
      return NODES.textNode("nonnegative");
    }
    final ObjectNode tree = NODES.objectNode();
    if (constraints.getBox() != null) {
      tree.set("box", tree(constraints.getBox()));
    }
    for (final FeatureInterval named : constraints.getFeatures()) {
      tree.withObjectProperty("features").set(named.getFeature(), tree(named.getInterval()));
    }
    for (final LinearConstraint linear : constraints.getLinear()) {
      tree.withArrayProperty("linear").add(tree(linear));
    }
    return tree;
  }

  private static ArrayNode tree(final Interval interval) {
    return NODES
        .arrayNode()
        .add(end(interval.getLower(), "-.inf"))
        .add(end(interval.getUpper(), ".inf"));
  }

  private static JsonNode end(final Double end, final String open) {
    return end == null ? NODES.textNode(open) : SpecTree.number(end);
  }

  private static ObjectNode tree(final LinearConstraint linear) {
    final ObjectNode tree = NODES.objectNode();
    final ObjectNode weights = tree.putObject("weights");
    linear
        .getTerms()
        .forEach(t -> weights.set(t.getFeature(), SpecTree.number(t.getCoefficient())));
    if (!linear.getLabel().isEmpty()) {
      tree.put("class", linear.getLabel());
    }
    tree.set(linear.getEquality() ? "equals" : "at-most", SpecTree.number(linear.getBound()));
    return tree;
  }
}
