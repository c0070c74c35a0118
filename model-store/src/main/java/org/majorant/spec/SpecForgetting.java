package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;
import org.majorant.schema.Directional;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.Polynomial;

/**
 * The field {@code forgetting} of a spec file: none, or one of
 *
 * <pre>
 *   half-life: 1h          # of record time
 *   half-life: 100000      # examples
 *   polynomial: 1
 *   directional: 10        # one partition only
 * </pre>
 */
final class SpecForgetting {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SpecForgetting() {}

  /** Null where nothing is forgotten. */
  static Object read(final Field field) {
    if (field.isAbsent() || field.isWord("none")) {
      return null;
    }
    if (!field.node().isObject()
        || field.node().size() != 1
        || field.node().elements().next().isNull()) {
      field.fault("must be none, or one of half-life: …, polynomial: …, directional: …");
      return null;
    }
    final String kind = field.node().fieldNames().next();
    return switch (kind) {
      case "half-life" -> halfLife(field.get(kind));
      case "directional" -> new Directional(field.get(kind).positive(10));
      case "polynomial" -> new Polynomial(field.get(kind).positive(1));
      default -> {
        field.only("half-life", "directional", "polynomial");
        yield null;
      }
    };
  }

  private static Object halfLife(final Field field) {
    final OptionalLong millis = Durations.millis(field.text(""));
    if (millis.isEmpty()) {
      return new HalfLifeExamples(
          field.positive(
              1, "a number of examples above 0, or a duration as 500ms, 30s, 5m, 1h, 7d"));
    }
    if (millis.getAsLong() == 0) {
      field.fault("must be longer than 0");
    }
    return new HalfLifeTime(millis.getAsLong());
  }

  /** As the file has it. */
  static JsonNode tree(final Object forgetting) {
    final ObjectNode tree = NODES.objectNode();
    if (forgetting instanceof HalfLifeTime time) {
      return tree.put("half-life", Durations.text(time.getMillis()));
    }
    if (forgetting instanceof HalfLifeExamples examples) {
      return tree.set("half-life", SpecTree.number(examples.getExamples()));
    }
    if (forgetting instanceof Directional directional) {
      return tree.set("directional", SpecTree.number(directional.getTau()));
    }
    if (forgetting instanceof Polynomial polynomial) {
      return tree.set("polynomial", SpecTree.number(polynomial.getExponent()));
    }
    return NODES.textNode("none");
  }
}
