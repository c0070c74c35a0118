package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.HalfLives;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OnDrift;
import org.majorant.schema.Polynomial;
import org.majorant.schema.Task;

/**
 * The field {@code forgetting} of a spec file: none; or one of its kinds; or auto, which is
 * half-lives by the number of features, and is resolved when the other fields are known.
 */
final class SpecForgetting {
  static final SpecField.Access FORGETTING =
      new SpecField.Access(
          "`none`, `auto`, or one of these", SpecForgetting::read, SpecForgetting::write);
  static final SpecField.Access HALF_LIFE =
      new Form<>("`1h`, `100000`", SpecForgetting::halfLife, SpecForgetting::tree).at("forgetting");
  static final SpecField.Access HALF_LIVES =
      new Form<>("1 to 3 whole numbers", SpecForgetting::halfLives)
          .of(HalfLives.class, HalfLives::new, HalfLives::getExamples)
          .at("forgetting");
  static final SpecField.Access DIRECTIONAL =
      Form.positive().of(Directional.class, Directional::new, Directional::getTau).at("forgetting");
  static final SpecField.Access POLYNOMIAL =
      Form.positive()
          .of(Polynomial.class, Polynomial::new, Polynomial::getExponent)
          .at("forgetting");

  private static final String AUTO = SpecFields.AUTO;
  private static final int MOST_HALF_LIVES = 3;
  private static final int LONGEST = 1_000_000_000;

  /** Fewer examples than there are features would not determine the weights. */
  private static final int SHORTEST = 32;

  /** The longer half-life of {@code auto}, in shorter ones. */
  private static final int LONGER = 32;

  private SpecForgetting() {}

  private static void read(final Field field, final ModelSpec spec) {
    if (field.isWord(AUTO)) {
      spec.setForgetting(new HalfLives(List.of()));
    } else if (!field.isWord("none")) {
      if (!field.node().isObject()
          || field.node().size() != 1
          || field.node().elements().next().isNull()) {
        field.fault(
            "must be none, auto, or one of half-life: …, half-lives: […], polynomial: …, directional: …");
      } else {
        field.only(SpecFields.names("forgetting"));
      }
    }
  }

  private static Object halfLife(final Field field) {
    final OptionalLong millis = Durations.millis(field.text(""));
    if (millis.isEmpty()) {
      return new HalfLifeExamples(
          field.positive("a number of examples above 0, or a duration as 500ms, 30s, 5m, 1h, 7d"));
    }
    if (millis.getAsLong() == 0) {
      field.fault("must be longer than 0");
    }
    return new HalfLifeTime(millis.getAsLong());
  }

  /** Null where it is another kind. */
  private static JsonNode tree(final Object forgetting) {
    if (forgetting instanceof HalfLifeTime time) {
      return YamlText.node(Durations.text(time.getMillis()));
    }
    return forgetting instanceof HalfLifeExamples examples
        ? YamlText.node(examples.getExamples())
        : null;
  }

  private static List<Integer> halfLives(final Field field) {
    final List<Integer> halfLives =
        field.items().stream().map(item -> item.integer(1, LONGEST)).toList();
    if (halfLives.isEmpty() && field.node().isArray() || halfLives.size() > MOST_HALF_LIVES) {
      field.fault("must be a list of 1 to " + MOST_HALF_LIVES + " half-lives in examples");
    } else if (halfLives.stream().distinct().count() < halfLives.size()) {
      field.fault("has a half-life twice");
    }
    return halfLives;
  }

  /** Judges several half-lives by the other fields, and finds those of auto. */
  static void judge(final Field field, final ModelSpec spec) {
    if (spec.getForgetting() instanceof HalfLives halfLives) {
      final String kind = halfLives.getExamples().isEmpty() ? AUTO : "half-lives";
      final CurvatureLimits limits = CurvatureLimits.of(spec);
      lack(spec, limits)
          .ifPresent(lack -> field.fault(kind + " " + lack + ": give one half-life, or none"));
      if (kind.equals(AUTO)) {
        final int shorter = (int) Math.max(SHORTEST, limits.features());
        halfLives.setExamples(List.of(shorter, LONGER * shorter));
      }
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

  static void judgeDirectional(final Field field, final ModelSpec spec) {
    if (!field.isAbsent() && spec.getCurvature() != Curvature.FULL) {
      field.fault("needs full curvature, not " + Spelling.of(spec.getCurvature()));
    }
  }

  /**
   * Where old examples fade anyway, an alarm need not have them forgotten; and the challenger that
   * an alarm begins learns as other challengers do.
   */
  static void judgeOnDrift(final Field field, final ModelSpec spec) {
    if (spec.getOnDrift() == OnDrift.CHALLENGER) {
      if (spec.getChallenges() != null) {
        field.fault(
            "challenger is for a champion, and this model challenges one: leave out either");
      }
      SpecChallenge.difference(spec, spec)
          .ifPresent(why -> field.fault("challenger is not possible: " + why));
    }
    if (spec.getOnDrift() == OnDrift.FORGET && spec.getForgetting() != null) {
      field.fault("forget needs 'forgetting: none': with any other, old examples fade anyway");
    }
  }

  /** A word where nothing is forgotten; else a map, for the row of its kind. */
  private static JsonNode write(final ModelSpec spec) {
    return spec.getForgetting() == null ? YamlText.node("none") : YamlText.map();
  }
}
