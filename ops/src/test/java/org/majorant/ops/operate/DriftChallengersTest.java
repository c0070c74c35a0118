package org.majorant.ops.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.DriftMove;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OnDrift;
import org.majorant.schema.Wish;
import org.majorant.spec.SpecFile;
import org.majorant.tally.DriftDetector;

/** At which alarm a challenger is to begin, and when what has its name stays. */
class DriftChallengersTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: c, labels: [a, b], on-drift: challenger}");
  private static final AppliedSpec CHAMPION = SpecChanges.first(SPEC, 1000);

  private static ModelHead version(final DriftAlarm... alarms) {
    final ModelHead head = new ModelHead();
    head.setAlarms(List.of(alarms));
    return head;
  }

  private static DriftAlarm alarm(
      final long time, final String of, final double before, final double after) {
    final DriftMove move = new DriftMove(of, null, before, after, null);
    return new DriftAlarm(time, -1L, 5L, List.of(), List.of(move), null, null);
  }

  private static DriftAlarm rise(final long time) {
    return alarm(time, DriftDetector.LOSS, .3, .5);
  }

  private static AppliedSpec challenger(final long incarnation) {
    return SpecChanges.first(DriftChallengers.spec(SPEC), incarnation);
  }

  @Test
  void lastRiseOfTheLoss_isDue_untilAChallengerHasBegunThen() {
    final ModelHead newest =
        version(rise(2000), rise(3000), alarm(4000, DriftDetector.LOSS, .5, .3));
    assertThat(DriftChallengers.due(CHAMPION, newest, null)).contains(rise(3000));
    assertThat(DriftChallengers.due(CHAMPION, newest, challenger(2000))).contains(rise(3000));
    assertThat(DriftChallengers.due(CHAMPION, newest, challenger(3000))).isEmpty();
    assertThat(DriftChallengers.due(CHAMPION, version(), null)).isEmpty();
    assertThat(DriftChallengers.due(CHAMPION, version(alarm(2000, "label", .1, .5)), null))
        .isEmpty();
  }

  @Test
  void alarmFromBeforeTheSpecSaidSo_orOfAModelThatIsNotLearned_isNotDue() {
    assertThat(DriftChallengers.due(CHAMPION, version(rise(900)), null)).isEmpty();
    final AppliedSpec paused = SpecChanges.pause(CHAMPION, null, 1500);
    assertThat(DriftChallengers.due(paused, version(rise(2000)), null)).isEmpty();
    final AppliedSpec other =
        SpecChanges.first(ModelSpec.newBuilder(SPEC).setOnDrift(OnDrift.ALERT).build(), 1000);
    assertThat(DriftChallengers.due(other, version(rise(2000)), null)).isEmpty();
  }

  @Test
  void challengerHasTheSpec_andTakesThePlaceWhenItIsBetter() {
    assertThat(DriftChallengers.spec(SPEC))
        .isEqualTo(
            SpecFile.read(
                "{model: c-challenger, labels: [a, b], challenges: c, promote: when-better}"));
  }

  @Test
  void somebodysTrial_andAPausedChallenger_stay() {
    assertThat(DriftChallengers.inTheWay(CHAMPION, null)).isEmpty();
    assertThat(DriftChallengers.inTheWay(CHAMPION, challenger(2000))).isEmpty();
    final AppliedSpec trial =
        SpecChanges.first(
            SpecFile.read("{model: c-challenger, labels: [a, b], challenges: c, prior: {l2: 3}}"),
            2000);
    assertThat(DriftChallengers.inTheWay(CHAMPION, trial)).contains("its spec is not that of c");
    assertThat(DriftChallengers.inTheWay(CHAMPION, SpecChanges.pause(challenger(2000), null, 3000)))
        .contains("it is paused");
    assertThat(
            DriftChallengers.inTheWay(
                CHAMPION, AppliedSpec.newBuilder(challenger(2000)).setWish(Wish.DELETE).build()))
        .as("one that was stopped on the way begins")
        .isEmpty();
  }

  /** What was the champion knows the old world, and begins anew at the next alarm, too. */
  @Test
  void formerChampion_isInNobodysWay() {
    final List<AppliedSpec> after = SpecChanges.exchanged(CHAMPION, challenger(3000), 4000);
    assertThat(DriftChallengers.due(after.get(0), version(rise(3000)), after.get(1))).isEmpty();
    assertThat(DriftChallengers.due(after.get(0), version(rise(5000)), after.get(1)))
        .contains(rise(5000));
    assertThat(DriftChallengers.inTheWay(after.get(0), after.get(1))).isEmpty();
  }
}
