package org.majorant.spec;

import java.util.Optional;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Promotion;

/**
 * The fields {@code challenges} and {@code promote} of a spec: another model that learns the same
 * examples, whose place this one may take.
 */
public final class SpecChallenge {
  private static final Form<Promotion> PROMOTIONS = Form.word(Promotion.class);

  static final SpecField.Access PROMOTE =
      new SpecField.Access(
          PROMOTIONS.values(),
          (field, spec) -> PROMOTIONS.read(field).ifPresent(spec::setPromote),
          spec ->
              spec.getChallenges() == null ? null : YamlText.node(Spelling.of(spec.getPromote())));

  private SpecChallenge() {}

  static void judge(final Field field, final ModelSpec spec) {
    if (spec.getModel().equals(spec.getChallenges())) {
      field.fault("is this model itself: name another one, which learns the same examples");
    }
  }

  static void judgePromote(final Field field, final ModelSpec spec) {
    if (spec.getChallenges() == null && spec.getPromote() != Promotion.BY_HAND) {
      field.fault("is for a model that 'challenges' another one");
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
