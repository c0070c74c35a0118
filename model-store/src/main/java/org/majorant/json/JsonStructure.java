package org.majorant.json;

import static org.majorant.json.ExampleJson.malformed;
import static org.majorant.json.ExampleJson.text;
import static org.majorant.schema.RejectedExample.quote;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.majorant.schema.Choice;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Sequence;
import org.majorant.schema.SequenceBuffer;
import org.majorant.schema.Served;
import org.majorant.template.FeatureTemplates;

/**
 * Collects the keys of an {@link ExampleJson}, which may come in any order, and makes of them the
 * structure that they describe:
 *
 * <pre>
 *   {"features": {"age": 39, "work": "Private"}, "label": "yes"}            a point
 *   {"row": {"age": 39, "at": {"city": "Oslo"}}, "label": "yes"}            the same by columns
 *   {"vector": {"indices": [3, 7], "values": [1, 0.5]}, "label": 1}         the same by index
 *   {"features": {"age": 39}, "label": "yes", "logPrior": [-0.7, -0.7]}     with log h a label
 *   {"features": {"age": 39}, "served": {"version": 7, "probabilities": [0.2, 0.8]}}   as answered
 *   {"tokens": ["in", "Oslo"], "labels": ["O", "B-LOC"]}                    a sequence
 *   {"tokens": ["in", "Oslo"], "logPrior": [null, [0, null, -1.2]]}         with log h a label
 *   {"tokens": [{"features": {…}}, {"vector": {…}}], "labels": [null, "O"]}
 *   {"alternatives": [{"price": 1.2}, {"price": 0.8}], "chosen": 1}         a choice
 *   {"cardinalities": [2, 3], "factors": [{"variables": [0], "configurations":
 *       [{"a": 1}, {}]}, …], "states": [0, null]}                           a graph
 * </pre>
 *
 * <p>or those of a {@link JsonMatching}.
 *
 * <p>A feature's number is its value, its string {@code s} the category {@code name=s}, {@code
 * true} is one; zero, {@code false} and {@code null} are no feature. Tokens that are words get
 * their features by the model's templates. A label may be a number or a boolean, too: its text as
 * it stands. A label that is missing, {@code null}, empty or {@code ?} was not observed; a list of
 * them says that a point's label is one of them. A point's {@code logPrior} has a finite number a
 * label, in the spec's order; a sequence's has a row of them a token, null where a token cannot
 * have a label (JSON has no −∞), or null for a row of zeros.
 *
 * <p>A choice's alternatives are as {@code features} are; {@code chosen} is one's position from 0,
 * null where it was not observed; its {@code logPrior} has a number each, null where an alternative
 * cannot be chosen. A graph's factors have the features of each joint state of their variables, the
 * last variable's fastest, and may have a {@code logPrior} as a choice has; {@code states} are from
 * 0, null where not observed.
 *
 * <p>A key that is not given is null here.
 */
final class JsonStructure {
  private static final String KEYS =
      "features, row or vector, label, served; tokens, labels; alternatives, chosen;"
          + " or cardinalities, factors, states; "
          + JsonMatching.KEYS
          + ";"
          + " and logPrior (of all but a matching), weight, id, model";

  private final FeatureTemplates templates;
  private Object features;
  private Object label;
  private String inRow; // a label
  private List<Object> tokens;
  private List<String> labels;
  private List<Object> alternatives;
  private Integer chosen;
  private JsonLogPrior logPrior;
  private Served served;
  private List<Integer> cardinalities;
  private List<Factor> factors;
  private List<Integer> states;
  private final JsonMatching matching = new JsonMatching();

  JsonStructure(final FeatureTemplates templates) {
    this.templates = templates;
  }

  /** Reads the value of a key; the parser stands at its first token. */
  void read(final String key, final JsonParser parser) throws IOException, RejectedExample {
    switch (key) {
      case "features", "vector" -> {
        if (features != null) {
          throw malformed("features twice", "either features or vector");
        }
        features = JsonFeatures.read(parser, key);
      }
      case "label" -> label = pointLabel(parser);
      case "tokens" -> tokens = tokens(parser);
      case "labels" -> labels = labels(parser);
      case "alternatives" -> alternatives = vectors(parser, key);
      case "chosen" -> chosen = JsonFeatures.position(parser, key);
      case "logPrior" -> logPrior = JsonLogPrior.read(parser);
      case "served" -> served = JsonServed.read(parser);
      case "cardinalities" -> cardinalities = JsonFeatures.positions(parser, key, false);
      case "factors" -> factors = factors(parser);
      case "states" -> states = JsonFeatures.positions(parser, key, true);
      default -> {
        if (!matching.read(key, parser)) {
          throw malformed("unknown key " + quote(key), KEYS);
        }
      }
    }
  }

  /** Takes a row in the place of features; its label, where it has one. */
  void row(final Object made, final String its) throws RejectedExample {
    if (features != null) {
      throw malformed("features and a row", "either");
    }
    features = made;
    inRow = its;
  }

  /** The structure, which is a matching, a graph, a choice, a sequence or a point. */
  Object build() throws RejectedExample {
    if (served != null && features == null) {
      throw malformed("served without features", KEYS);
    }
    if (matching.isGiven()) {
      return matching();
    }
    if (any(cardinalities, factors, states)) {
      return graph();
    }
    if (alternatives != null) {
      if (any(features, label, tokens, labels)) {
        throw malformed("a label or features beside alternatives", KEYS);
      }
      return new Choice(alternatives, chosen, JsonLogPrior.numbers(logPrior));
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
    if (label != null && inRow != null) {
      throw malformed("a label beside that of the row", "one of them");
    }
    return tokens == null
        ? new Point(features, label == null ? inRow : label, JsonLogPrior.numbers(logPrior), served)
        : new Sequence(tokens, labels == null ? List.of() : labels, JsonLogPrior.rows(logPrior));
  }

  private Object matching() throws RejectedExample {
    if (any(features, label, tokens, labels, alternatives, chosen, logPrior)
        || any(cardinalities, factors, states)) {
      throw malformed("the keys of a matching beside others", KEYS);
    }
    return matching.build();
  }

  private Object graph() throws RejectedExample {
    if (cardinalities == null || factors == null) {
      throw malformed("only some of cardinalities, factors, states", KEYS);
    }
    if (any(features, label, tokens, labels)) {
      throw malformed("a label or features beside factors", KEYS);
    }
    if (any(alternatives, chosen, logPrior)) {
      throw malformed("alternatives, chosen or logPrior beside factors", KEYS);
    }
    return new Graph(cardinalities, factors, states == null ? List.of() : states);
  }

  private static boolean any(final Object... keys) {
    return Arrays.stream(keys).anyMatch(Objects::nonNull);
  }

  private List<Object> tokens(final JsonParser parser) throws IOException, RejectedExample {
    final String expected = "words, or objects with features or vector";
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "tokens: not an array", expected);
    final List<String[]> words = new ArrayList<>();
    final List<Object> tokens = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.hasToken(JsonToken.VALUE_STRING)) {
        words.add(new String[] {parser.getText()});
      } else {
        JsonFeatures.require(parser, JsonToken.START_OBJECT, "tokens: not a token", expected);
        parser.nextToken();
        JsonFeatures.require(parser, JsonToken.FIELD_NAME, "tokens: an empty object", expected);
        final String key = parser.currentName();
        parser.nextToken();
        tokens.add(JsonFeatures.read(parser, key));
        parser.nextToken();
        JsonFeatures.require(parser, JsonToken.END_OBJECT, "tokens: more than features", expected);
      }
    }
    if (!words.isEmpty() && !tokens.isEmpty()) {
      throw malformed("tokens: words and objects", "either in one example");
    }
    return words.isEmpty() ? tokens : expand(words);
  }

  /** Words have many times their bytes in features, so they are counted first. */
  private List<Object> expand(final List<String[]> words) throws RejectedExample {
    if (words.size() > SequenceBuffer.MAX_TOKENS) {
      throw new RejectedExample(
          Rejection.LENGTH, "more than the " + SequenceBuffer.MAX_TOKENS + " tokens allowed");
    }
    try {
      return templates.apply(words);
    } catch (final IllegalArgumentException e) {
      throw malformed(e.getMessage(), "templates of the word alone, or tokens with features");
    }
  }

  private static List<Object> vectors(final JsonParser parser, final String key)
      throws IOException, RejectedExample {
    JsonFeatures.require(
        parser, JsonToken.START_ARRAY, key + ": not an array", "[{\"name\": value, ...}, ...]");
    final List<Object> vectors = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      vectors.add(JsonFeatures.named(parser, key));
    }
    return vectors;
  }

  private static List<Factor> factors(final JsonParser parser) throws IOException, RejectedExample {
    final String expected = "[{\"variables\": [0, 1], \"configurations\": [{...}, ...]}, ...]";
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "factors: not an array", expected);
    final List<Factor> factors = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonFeatures.require(parser, JsonToken.START_OBJECT, "factors: not an object", expected);
      final Factor factor = new Factor();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        final String key = parser.currentName();
        parser.nextToken();
        switch (key) {
          case "variables" -> factor.setVariables(JsonFeatures.positions(parser, key, false));
          case "configurations" -> factor.setConfigurations(vectors(parser, key));
          case "logPrior" -> factor.setLogPrior(JsonLogPrior.numbers(JsonLogPrior.read(parser)));
          default -> throw malformed("factors: unknown key " + quote(key), expected);
        }
      }
      if (factor.getVariables() == null || factor.getConfigurations() == null) {
        throw malformed("factors: no variables or no configurations", expected);
      }
      factors.add(factor);
    }
    return factors;
  }

  /** One label, null where it was not observed, or a list of what it may be. */
  private static Object pointLabel(final JsonParser parser) throws IOException, RejectedExample {
    if (!parser.hasToken(JsonToken.START_ARRAY)) {
      return label(parser, "label");
    }
    final List<String> several = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      final String label = label(parser, "label");
      if (label == null) {
        throw malformed("label: one of several is missing", "[\"a\", \"b\"], or null");
      }
      several.add(label);
    }
    return several;
  }

  private static List<String> labels(final JsonParser parser) throws IOException, RejectedExample {
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "labels: not an array", "a label a token");
    final List<String> labels = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      labels.add(label(parser, "labels"));
    }
    return labels;
  }

  private static String label(final JsonParser parser, final String key)
      throws IOException, RejectedExample {
    final String text = text(parser, key);
    final String label = text == null ? "" : text.strip();
    return label.isEmpty() || label.equals("?") ? null : label;
  }
}
