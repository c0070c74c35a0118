package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.avro.SchemaNormalization;
import org.majorant.schema.ModelSpec;

/**
 * Which specs can go on from the same learned state: those that agree in all that gives the state
 * its meaning. Input topic, prior strength, L1, constraints, mini-batch, width, how graphs are
 * inferred, number of edges, largest weight of an example, weights of labels, columns that are
 * ignored, and publication may change.
 *
 * <p>A fingerprint is a hash of what a spec says in words, a line a field in the order of their
 * names, and not of how a record lies in memory:
 *
 * <pre>
 *   curvature.memory="full"
 *   features.dimension=124
 *   labels=["-1","+1"]
 *   model="adult"
 * </pre>
 *
 * <p>A field that stands at its default says nothing. So a new field with a default leaves the
 * fingerprints of all specs before it as they are, and models that are learned live on.
 */
public final class Fingerprint {
  /**
   * Fields at their defaults, which are left out, as {@link #text(JsonNode)} writes them. These are
   * frozen with release 0.1: a line may come for a new field, but none may ever change, even where
   * the default does.
   */
  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("task", "\"multiclass\""),
          Map.entry("latent", "1"),
          Map.entry("transitions.forbidden", "[]"),
          Map.entry("forgetting", "\"none\""),
          Map.entry("features.hash-bits", "18"),
          Map.entry("features.intercept", "true"),
          Map.entry(
              "features.templates",
              "[\"word\",\"lower\",\"prefix:1-4\",\"suffix:1-4\",\"shape\",\"window:2\"]"),
          Map.entry("features.seed", "1"),
          Map.entry("prior.scale", "\"feature\""),
          Map.entry("curvature.rank", "16"),
          Map.entry("curvature.absorb", "\"true-diagonal\""));

  /** Whole numbers up to here are exact as doubles. */
  private static final double EXACT = 0x1p53;

  private Fingerprint() {}

  /** CRC-64-AVRO of what the spec says. */
  public static long of(final ModelSpec spec) {
    return SchemaNormalization.fingerprint64(bytes(spec, field -> true));
  }

  /**
   * The fingerprint by which release 0.1 knew this spec, in state that it has left on the topics. A
   * spec that says what 0.1 could not say has one that 0.1 never gave.
   */
  public static long former(final ModelSpec spec) {
    return FormerFingerprint.of(
        spec, bytes(spec, field -> !FormerFingerprint.FIELDS.contains(field)));
  }

  /** Whether state that carries this fingerprint, of today or of release 0.1, is of the spec. */
  public static boolean matches(final ModelSpec spec, final long fingerprint) {
    return fingerprint == of(spec) || fingerprint == former(spec);
  }

  /** The first field in which a spec contradicts the stored one, in one line; empty where none. */
  public static Optional<String> contradiction(final ModelSpec stored, final ModelSpec wanted) {
    final Map<String, JsonNode> before = meaning(stored);
    final Map<String, JsonNode> after = meaning(wanted);
    final Set<String> fields = new LinkedHashSet<>(before.keySet());
    fields.addAll(after.keySet());
    return fields.stream()
        .filter(field -> !Objects.equals(before.get(field), after.get(field)))
        .findFirst()
        .map(
            field ->
                field
                    + " is "
                    + (after.containsKey(field) ? after.get(field) : "absent")
                    + " in the spec, but the stored model has "
                    + (before.containsKey(field) ? before.get(field) : "none"));
  }

  /** What the spec says in some of the fields that matter, in UTF-8. */
  private static byte[] bytes(final ModelSpec spec, final Predicate<String> fields) {
    return meaning(spec).entrySet().stream()
        .filter(field -> fields.test(field.getKey()))
        .map(field -> Map.entry(field.getKey(), text(field.getValue())))
        .filter(field -> !field.getValue().equals(DEFAULTS.get(field.getKey())))
        .map(field -> field.getKey() + "=" + field.getValue() + "\n")
        .sorted()
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The fields that matter, by path as in the spec file. */
  private static Map<String, JsonNode> meaning(final ModelSpec spec) {
    final Map<String, JsonNode> fields = new LinkedHashMap<>();
    final ObjectNode tree = SpecTree.of(spec);
    for (final String name : List.of("model", "task", "labels", "latent", "forgetting")) {
      fields.put(name, tree.get(name));
    }
    for (final String name : List.of("transitions", "features", "curvature", "columns")) {
      for (final Map.Entry<String, JsonNode> field : tree.path(name).properties()) {
        fields.put(name + "." + field.getKey(), field.getValue());
      }
    }
    if (tree.path("prior").has("scale")) {
      fields.put("prior.scale", tree.path("prior").get("scale"));
    }
    fields.remove("columns.ignore");
    return fields;
  }

  /** JSON, but for fractions: their decimal digits differ among versions of Java. */
  private static String text(final JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .map(field -> field.getKey() + ":" + text(field.getValue()))
          .sorted()
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (!value.isFloatingPointNumber()) {
      return value.toString();
    }
    final double number = value.doubleValue();
    return number == Math.rint(number) && Math.abs(number) < EXACT
        ? Long.toString((long) number)
        : Double.toHexString(number);
  }
}
