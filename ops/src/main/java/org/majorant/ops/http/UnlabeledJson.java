package org.majorant.ops.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.majorant.schema.Choice;
import org.majorant.schema.Edge;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.Matching;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.Sequence;
import org.majorant.schema.SparseVector;

/**
 * An example without its labels, id and weight, in the JSON that {@link
 * org.majorant.json.ExampleJson} reads. Features by number have their names where the spec says
 * them.
 *
 * @param names of the features in the spec; empty: it says none
 */
record UnlabeledJson(List<String> names) {
  /** Features by number without a name, where JSON takes only names. */
  private static final class Nameless extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * The keys of an example.
   *
   * @param structure that of a {@link org.majorant.schema.LabeledExample}
   * @return empty where JSON cannot say it: alternatives and configurations have named features
   */
  Optional<Map<String, Object>> of(final Object structure) {
    final Map<String, Object> keys = new LinkedHashMap<>();
    try {
      if (structure instanceof Point point) {
        putFeatures(keys, point.getFeatures());
        putLogPrior(keys, point.getLogPrior());
      } else if (structure instanceof Sequence sequence) {
        keys.put("tokens", sequence.getTokens().stream().map(this::token).toList());
        if (sequence.getLogPrior() != null) {
          keys.put("logPrior", sequence.getLogPrior().stream().map(UnlabeledJson::finite).toList());
        }
      } else if (structure instanceof Choice choice) {
        keys.put("alternatives", named(choice.getAlternatives()));
        putLogPrior(keys, choice.getLogPrior());
      } else if (structure instanceof Graph graph) {
        keys.put("cardinalities", graph.getCardinalities());
        keys.put("factors", graph.getFactors().stream().map(this::factor).toList());
      } else {
        putMatching(keys, (Matching) structure);
      }
      return Optional.of(keys);
    } catch (final Nameless e) {
      return Optional.empty();
    }
  }

  private Map<String, Object> token(final Object features) {
    final Map<String, Object> keys = new LinkedHashMap<>();
    putFeatures(keys, features);
    return keys;
  }

  private Map<String, Object> factor(final Factor factor) {
    final Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("variables", factor.getVariables());
    keys.put("configurations", named(factor.getConfigurations()));
    putLogPrior(keys, factor.getLogPrior());
    return keys;
  }

  private void putMatching(final Map<String, Object> keys, final Matching matching) {
    final boolean sides = matching.getRight() != null;
    keys.put(sides ? "left" : "nodes", matching.getLeft());
    if (sides) {
      keys.put("right", matching.getRight());
    }
    final List<Object> edges = new ArrayList<>();
    final List<Object> unmatched = new ArrayList<>();
    for (final Edge edge : matching.getEdges()) {
      final Map<String, Object> one = new LinkedHashMap<>();
      if (edge.getLeft() != null && edge.getRight() != null) {
        one.put("nodes", List.of(edge.getLeft(), edge.getRight()));
        edges.add(one);
      } else {
        final boolean left = edge.getLeft() != null;
        one.put(!left ? "right" : sides ? "left" : "node", left ? edge.getLeft() : edge.getRight());
        unmatched.add(one);
      }
      putFeatures(one, edge.getFeatures());
    }
    keys.put("edges", edges);
    if (!unmatched.isEmpty()) {
      keys.put("unmatched", unmatched);
    }
  }

  private void putFeatures(final Map<String, Object> keys, final Object features) {
    if (features instanceof NamedFeatures || haveNames((SparseVector) features)) {
      keys.put("features", named(features));
    } else {
      final SparseVector vector = (SparseVector) features;
      final Map<String, Object> parts = new LinkedHashMap<>();
      parts.put("indices", vector.getIndices());
      if (!vector.getValues().isEmpty()) {
        parts.put("values", vector.getValues());
      }
      keys.put("vector", parts);
    }
  }

  private boolean haveNames(final SparseVector vector) {
    return vector.getIndices().stream().allMatch(index -> index < names.size());
  }

  private List<Map<String, Float>> named(final List<Object> vectors) {
    return vectors.stream().map(this::named).toList();
  }

  /** Values by name; repeated names add up, as they do for a learner. */
  private Map<String, Float> named(final Object features) {
    if (features instanceof SparseVector vector) {
      if (!haveNames(vector)) {
        throw new Nameless();
      }
      return named(vector.getIndices().stream().map(names::get).toList(), vector.getValues());
    }
    return named(((NamedFeatures) features).getNames(), ((NamedFeatures) features).getValues());
  }

  private static Map<String, Float> named(final List<String> names, final List<Float> values) {
    final Map<String, Float> named = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      named.merge(names.get(i), values.isEmpty() ? 1f : values.get(i), Float::sum);
    }
    return named;
  }

  private static void putLogPrior(final Map<String, Object> keys, final List<Double> logPrior) {
    if (logPrior != null) {
      keys.put("logPrior", finite(logPrior));
    }
  }

  /** JSON has no −∞, and null stands for it; a row that is null stays so. */
  private static List<Double> finite(final List<Double> logPrior) {
    return logPrior == null
        ? null
        : logPrior.stream().map(value -> value == Double.NEGATIVE_INFINITY ? null : value).toList();
  }
}
