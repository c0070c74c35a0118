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
 * The field {@code constraints} of a spec. A feature is a name or an index of the feature space, or
 * {@code intercept}; in a hashed space up to nine digits are an index. A class has a vector of
 * weights; of two labels only the second has one. With hidden states it has one a state, and what
 * is said of the class holds for each. Choices and graphs have but one vector and no classes.
 */
final class SpecConstraints {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  static final SpecField.Access CONSTRAINTS =
      new SpecField.Access(
          "`none`, `nonnegative`, or a map", SpecConstraints::read, SpecConstraints::write);
  static final Form<Interval> BOX =
      new Form<>("`[lower, upper]`", SpecConstraints::interval, SpecConstraints::tree);
  static final Form<List<FeatureInterval>> FEATURES =
      new Form<>(
          "`{age: [0, 2], …}`",
          field ->
              field.names().stream()
                  .map(name -> new FeatureInterval(name, interval(field.get(name))))
                  .toList(),
          SpecConstraints::tree);
  static final Form<List<LinearConstraint>> LINEAR =
      new Form<>(
          "a list of maps",
          field -> field.items().stream().map(SpecConstraints::linear).toList(),
          rows -> YamlText.nodeUnlessEmpty(rows.stream().map(SpecConstraints::tree).toList()));

  private SpecConstraints() {}

  private static void read(final Field field, final ModelSpec spec) {
    if (field.isWord("none")) {
      return;
    }
    spec.setConstraints(of(null));
    if (field.isWord("nonnegative")) {
      spec.getConstraints().setBox(new Interval(0.0, null));
    } else if (field.node().isObject()) {
      field.only(SpecFields.names("constraints"));
    } else {
      field.fault("must be none, nonnegative, or a map of box, features, linear");
    }
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
    return interval(lower, upper);
  }

  private static Interval interval(final double lower, final double upper) {
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
  static void judge(final Field field, final ModelSpec spec) {
    final WeightConstraints constraints = spec.getConstraints();
    if (constraints == null || constraints.equals(of(null))) {
      spec.setConstraints(null);
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
    final double lower = Math.max(lower(one), lower(other));
    final double upper = Math.min(upper(one), upper(other));
    if (lower > upper) {
      field.fault("no number is in " + tree(other) + " and in " + tree(one) + " as well");
      return one;
    }
    return interval(lower, upper);
  }

  private static double lower(final Interval interval) {
    return interval.getLower() == null ? Double.NEGATIVE_INFINITY : interval.getLower();
  }

  private static double upper(final Interval interval) {
    return interval.getUpper() == null ? Double.POSITIVE_INFINITY : interval.getUpper();
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

  /** A word, or a map for the rows below. */
  private static JsonNode write(final ModelSpec spec) {
    final WeightConstraints constraints = spec.getConstraints();
    if (constraints == null) {
      return YamlText.node("none");
    }
    return constraints.equals(of(new Interval(0.0, null)))
        ? YamlText.node("nonnegative")
        : NODES.objectNode();
  }

  private static WeightConstraints of(final Interval box) {
    return new WeightConstraints(box, List.of(), List.of());
  }

  private static JsonNode tree(final List<FeatureInterval> features) {
    final ObjectNode intervals = NODES.objectNode();
    features.forEach(named -> intervals.set(named.getFeature(), tree(named.getInterval())));
    return intervals.isEmpty() ? null : intervals;
  }

  private static ArrayNode tree(final Interval interval) {
    final Double lower = interval.getLower();
    final Double upper = interval.getUpper();
    return NODES
        .arrayNode()
        .add(YamlText.node(lower == null ? "-.inf" : lower))
        .add(YamlText.node(upper == null ? ".inf" : upper));
  }

  private static ObjectNode tree(final LinearConstraint linear) {
    final ObjectNode tree = NODES.objectNode();
    final ObjectNode weights = tree.putObject("weights");
    linear.getTerms().forEach(t -> weights.set(t.getFeature(), YamlText.node(t.getCoefficient())));
    if (!linear.getLabel().isEmpty()) {
      tree.put("class", linear.getLabel());
    }
    tree.set(linear.getEquality() ? "equals" : "at-most", YamlText.node(linear.getBound()));
    return tree;
  }
}
