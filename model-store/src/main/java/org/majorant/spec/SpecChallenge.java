package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Optional;
import org.majorant.schema.ModelSpec;

/**
 * The fields {@code challenges} and {@code promote} of a spec: another model that learns the same
 * examples, whose place this one may take.
 */
public final class SpecChallenge {
  /** With that probability at most a bound of a comparison is ever wrong, where no spec says. */
  private static final double ALPHA = .05;

  private static final double MOST = .5;

  private static final String BY_HAND = "by-hand";
  private static final String WHEN_BETTER = "when-better";

  static final SpecField.Access PROMOTE =
      new SpecField.Access(
          "`by-hand`, `when-better`, or a map of `when-better` (above 0 to 0.5)",
          SpecChallenge::readPromote,
          SpecChallenge::writePromote);

  private SpecChallenge() {}

  private static void readPromote(final Field field, final ModelSpec spec) {
    if (field.node().isObject()) {
      field.only(WHEN_BETTER);
      spec.setPromoteAlpha(field.get(WHEN_BETTER).positiveUpTo(MOST));
    } else {
      spec.setPromoteAlpha(field.word(BY_HAND, WHEN_BETTER).equals(WHEN_BETTER) ? ALPHA : 0);
    }
  }

  private static JsonNode writePromote(final ModelSpec spec) {
    if (spec.getChallenges() == null) {
      return null;
    }
    final double alpha = spec.getPromoteAlpha();
    if (alpha != 0 && alpha != ALPHA) {
      return JsonNodeFactory.instance.objectNode().put(WHEN_BETTER, alpha);
    }
    return YamlText.node(alpha == 0 ? BY_HAND : WHEN_BETTER);
  }

  static void judgePromote(final Field field, final ModelSpec spec) {
    if (spec.getChallenges() == null && spec.getPromoteAlpha() != 0) {
      field.fault("is for a model that 'challenges' another one");
    }
  }

  /** With that probability at most a bound on how a challenger compares is ever wrong. */
  public static double alpha(final ModelSpec challenger) {
    return challenger.getPromoteAlpha() == 0 ? ALPHA : challenger.getPromoteAlpha();
  }

  static void judge(final Field field, final ModelSpec spec) {
    if (spec.getModel().equals(spec.getChallenges())) {
      field.fault("is this model itself: name another one, which learns the same examples");
    }
  }

  /**
   * Why the losses of two models cannot be compared example by example, after the field that says
   * so; empty where they can.
   */
  public static Optional<String> difference(final ModelSpec champion, final ModelSpec challenger) {
    if (champion.getLateLabels() != null || challenger.getLateLabels() != null) {
      return Optional.of(
          "label: where labels come late, each model has what is joined on a topic of its own, so that no losses of the same record can be compared");
    }
    if (!champion.getInput().equals(challenger.getInput())) {
      return different("input", champion.getInput(), challenger.getInput());
    }
    if (champion.getTask() != challenger.getTask()) {
      return different("task", Spelling.of(champion.getTask()), Spelling.of(challenger.getTask()));
    }
    final Object labels = labels(champion);
    final Object others = labels(challenger);
    return labels.equals(others) ? Optional.empty() : different("labels", labels, others);
  }

  /** Of open ones each model knows those that it has met: an example has its label in both. */
  private static Object labels(final ModelSpec spec) {
    return OpenLabels.areIn(spec) ? "open" : spec.getLabels();
  }

  private static Optional<String> different(
      final String field, final Object champion, final Object challenger) {
    return Optional.of("%s: is %s, but the champion has %s".formatted(field, challenger, champion));
  }
}
