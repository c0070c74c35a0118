package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.avro.SchemaNormalization;
import org.majorant.features.Views;
import org.majorant.schema.ModelSpec;

/**
 * Which specs can go on from the same learned state: those that agree in all that gives the state
 * its meaning, which the rows of {@link SpecFields} with an identity are. All else may change.
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
  /** Whole numbers up to here are exact as doubles. */
  private static final double EXACT = 0x1p53;

  private Fingerprint() {}

  /** CRC-64-AVRO of what the spec says. */
  public static long of(final ModelSpec spec) {
    return SchemaNormalization.fingerprint64(bytes(spec, path -> true));
  }

  /** What the start of hidden states is drawn from; see {@link FormerFingerprint}. */
  public static long former(final ModelSpec spec) {
    return FormerFingerprint.of(spec).orElseGet(() -> of(spec));
  }

  /**
   * The fingerprints of a spec, to be compared with many others: to compute one takes as long as to
   * write the spec.
   *
   * @param today that of today
   * @param former that of release 0.1
   */
  public record Both(long today, long former) {
    /** Whether state that carries this fingerprint is of the spec. */
    public boolean matches(final long fingerprint) {
      return fingerprint == today || fingerprint == former;
    }
  }

  public static Both both(final ModelSpec spec) {
    return new Both(of(spec), former(spec));
  }

  /** As {@link Both#matches}. */
  public static boolean matches(final ModelSpec spec, final long fingerprint) {
    return both(spec).matches(fingerprint);
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

  /** What the spec says in some of the fields that matter, by path, in UTF-8. */
  static byte[] bytes(final ModelSpec spec, final Predicate<String> paths) {
    final Map<String, JsonNode> meaning = meaning(spec);
    return SpecFields.rows().stream()
        .filter(row -> meaning.containsKey(row.path()) && paths.test(row.path()))
        .map(row -> line(row, text(meaning.get(row.path()))))
        .sorted()
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String line(final SpecField row, final String value) {
    final boolean silent = row.identity().orElseThrow().equals(value.replace("\"", ""));
    return silent ? "" : row.path() + "=" + value + "\n";
  }

  /** The fields that matter, by path as in the spec file. */
  private static Map<String, JsonNode> meaning(final ModelSpec spec) {
    final JsonNode tree = SpecFile.tree(spec);
    final Map<String, JsonNode> fields = new LinkedHashMap<>();
    for (final SpecField row : SpecFields.rows()) {
      final JsonNode value = tree.at("/" + row.path().replace('.', '/'));
      if (row.identity().isPresent() && !value.isMissingNode()) {
        fields.put(row.path(), value);
      }
    }
    if (OpenLabels.areIn(spec)) {
      fields.put("labels", YamlText.node(open(spec)));
    }
    return fields;
  }

  /** Which are known is what was learned. In which memory views are kept is by how many may be. */
  private static String open(final ModelSpec spec) {
    return Views.areIn(spec) ? "open to " + spec.getOpenLabels() : "open";
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
