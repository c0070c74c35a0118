package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.HalfLives;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Polynomial;
import org.majorant.schema.Task;

/**
 * The field {@code forgetting} of a spec file: none, or one of
 *
 * <pre>
 *   half-life: 1h          # of record time
 *   half-life: 100000      # examples
 *   polynomial: 1
 *   directional: 10        # one partition only
 *   half-lives: [32, 1024] # examples: none, and members that forget
 * </pre>
 *
 * <p>or {@code auto}, which is half-lives by the number of features. It is resolved when the other
 * fields are known.
 */
final class SpecForgetting {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String AUTO = "auto";
  private static final String HALF_LIVES = "half-lives";
  private static final int MOST_HALF_LIVES = 3;
  private static final int LONGEST = 1_000_000_000;

  /** Fewer examples than there are features would not determine the weights. */
  private static final int SHORTEST = 32;

  /** The longer half-life of {@code auto}, in shorter ones. */
  private static final int LONGER = 32;

  private SpecForgetting() {}

  /** Null where nothing is forgotten. */
  static Object read(final Field field) {
    if (field.isAbsent() || field.isWord("none")) {
      return null;
    }
    if (field.isWord(AUTO)) {
      return new HalfLives(List.of());
    }
    if (!field.node().isObject()
        || field.node().size() != 1
        || field.node().elements().next().isNull()) {
      field.fault(
          "must be none, auto, or one of half-life: …, half-lives: […], polynomial: …, directional: …");
      return null;
    }
    final String kind = field.node().fieldNames().next();
    return switch (kind) {
      case "half-life" -> halfLife(field.get(kind));
      case "directional" -> new Directional(field.get(kind).positive(10));
      case "polynomial" -> new Polynomial(field.get(kind).positive(1));
      case HALF_LIVES -> halfLives(field.get(kind));
      default -> {
        field.only("half-life", HALF_LIVES, "directional", "polynomial");
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

  private static HalfLives halfLives(final Field field) {
    final List<Integer> halfLives =
        field.items().stream().map(item -> item.integer(1, 1, LONGEST)).toList();
    if (halfLives.isEmpty() && field.node().isArray() || halfLives.size() > MOST_HALF_LIVES) {
      field.fault("must be a list of 1 to " + MOST_HALF_LIVES + " half-lives in examples");
    } else if (halfLives.stream().distinct().count() < halfLives.size()) {
      field.fault("has a half-life twice");
    }
    return new HalfLives(halfLives);
  }

  /** Judges several half-lives by the other fields, and finds those of auto. */
  static void resolve(final Field field, final ModelSpec spec) {
    if (!(spec.getForgetting() instanceof HalfLives halfLives)) {
      return;
    }
    final String kind = halfLives.getExamples().isEmpty() ? AUTO : HALF_LIVES;
    final CurvatureLimits limits = CurvatureLimits.of(spec);
    lack(spec, limits)
        .ifPresent(lack -> field.fault(kind + " " + lack + ": give one half-life, or none"));
    if (kind.equals(AUTO)) {
      final int shorter = Math.max(SHORTEST, Dimensions.of(spec).features());
      halfLives.setExamples(List.of(shorter, LONGER * shorter));
    }
  }

  /** Why a spec has no members with memories of their own, and what to do. */
  private static Optional<String> lack(final ModelSpec spec, final CurvatureLimits limits) {
    if (spec.getTask() != Task.MULTICLASS) {
      return Optional.of("is for 'task: multiclass' only");
    }
    if (spec.getMembers() == Members.NONE) {
      return Optional.of("needs members, which 'members: none' excludes");
    }
    if (spec.getConstraints() != null || spec.getL1() > 0 || spec.getLatent() > 1) {
      return Optional.of("needs members, which constraints, l1 and latent exclude");
    }
    if (spec.getCurvature() != Curvature.FULL) {
      return Optional.of("needs full curvature, not " + Spelling.of(spec.getCurvature()));
    }
    return limits.allowsOtherPriors() ? Optional.empty() : Optional.of(limits.refusalOfMembers());
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
    if (forgetting instanceof HalfLives several) {
      final ArrayNode list = tree.putArray(HALF_LIVES);
      several.getExamples().forEach(list::add);
      return tree;
    }
    if (forgetting instanceof Polynomial polynomial) {
      return tree.set("polynomial", SpecTree.number(polynomial.getExponent()));
    }
    return NODES.textNode("none");
  }
}
