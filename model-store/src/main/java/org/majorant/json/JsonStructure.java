package org.majorant.json;

import static org.majorant.json.ExampleJson.malformed;

import java.util.List;
import org.majorant.schema.Choice;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Sequence;

/**
 * Collects the keys of one {@link ExampleJson}, which may come in any order, and makes of them the
 * structure that they describe. A key that is not given is null.
 */
final class JsonStructure {
  static final String KEYS =
      "features or vector, label; tokens, labels; alternatives, chosen;"
          + " or cardinalities, factors, states;"
          + " and logPrior (of a point or a choice), weight, id, model";

  Object features;
  Object label;
  List<Object> tokens;
  List<String> labels;
  List<Object> alternatives;
  Integer chosen;
  List<Double> logPrior;
  List<Integer> cardinalities;
  List<Factor> factors;
  List<Integer> states;

  /** The structure, which is a graph, a choice, a sequence or a point. */
  Object build() throws RejectedExample {
    if (cardinalities != null && factors != null) {
      if (features != null || label != null || tokens != null || labels != null) {
        throw malformed("a label or features beside factors", KEYS);
      }
      if (alternatives != null || chosen != null || logPrior != null) {
        throw malformed("alternatives, chosen or logPrior beside factors", KEYS);
      }
      return new Graph(cardinalities, factors, states == null ? List.of() : states);
    }
    if (cardinalities != null || factors != null || states != null) {
      throw malformed("only some of cardinalities, factors, states", KEYS);
    }
    if (alternatives != null) {
      if (features != null || label != null || tokens != null || labels != null) {
        throw malformed("a label or features beside alternatives", KEYS);
      }
      return new Choice(alternatives, chosen, logPrior);
    }
    if (chosen != null) {
      throw malformed("chosen without alternatives", KEYS);
    }
    if (features == null == (tokens == null)) {
      throw malformed(tokens == null ? "no features" : "features and tokens", KEYS);
    }
    if ((tokens == null ? labels : label) != null) {
      throw malformed("label for labels", "label of features, labels of tokens");
    }
    if (tokens != null && logPrior != null) {
      throw malformed("logPrior beside tokens", KEYS);
    }
    return tokens == null
        ? new Point(features, label, logPrior)
        : new Sequence(tokens, labels == null ? List.of() : labels);
  }
}
