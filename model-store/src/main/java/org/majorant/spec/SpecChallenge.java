package org.majorant.spec;

import java.util.Optional;
import org.majorant.schema.ModelSpec;

/**
 * The field {@code challenges} of a spec: another model that learns the same examples, whose place
 * this one may take.
 */
public final class SpecChallenge {
  private SpecChallenge() {}

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
    if (!champion.getInput().equals(challenger.getInput())) {
      return different("input", champion.getInput(), challenger.getInput());
    }
    if (champion.getTask() != challenger.getTask()) {
      return different("task", Spelling.of(champion.getTask()), Spelling.of(challenger.getTask()));
    }
    return champion.getLabels().equals(challenger.getLabels())
        ? Optional.empty()
        : different("labels", champion.getLabels(), challenger.getLabels());
  }

  private static Optional<String> different(
      final String field, final Object champion, final Object challenger) {
    return Optional.of("%s: is %s, but the champion has %s".formatted(field, challenger, champion));
  }
}
