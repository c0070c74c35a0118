package org.majorant.ops.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.majorant.growth.SpecHistory;
import org.majorant.ops.read.AppliedLine;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.FormerSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OnDrift;
import org.majorant.schema.Wish;
import org.majorant.spec.SpecFile;

class SpecChangesTest {
  private static final ModelSpec TINY = spec("");

  @Test
  void newModel_beginsNow() {
    final AppliedSpec applied = SpecChanges.apply(Optional.empty(), null, TINY, 1000);

    assertThat(applied.getModel()).isEqualTo("tiny");
    assertThat(applied.getSpec()).isEqualTo(TINY);
    assertThat(applied.getVersion()).isEqualTo(1);
    assertThat(applied.getIncarnation()).isEqualTo(1000);
    assertThat(applied.getWish()).isEqualTo(Wish.LEARN);
  }

  @Test
  void sameSpecAgain_changesNothing_notEvenAPause() {
    final AppliedSpec paused = SpecChanges.pause(applied(), "costs", 2000);

    assertThat(SpecChanges.apply(Optional.of(paused), TINY, TINY, 3000)).isSameAs(paused);
  }

  @Test
  void whatLeavesTheStateAsItIs_isANewVersion_andTheFormerOnesStay() {
    AppliedSpec last = applied();
    for (int i = 1; i <= 25; i++) {
      last =
          SpecChanges.apply(
              Optional.of(last),
              TINY,
              spec(", publish: {interval: %ds}".formatted(100 + i)),
              1000 + i);
    }
    assertThat(last.getVersion()).isEqualTo(26);
    assertThat(last.getIncarnation()).isEqualTo(1000);
    assertThat(last.getFormer())
        .hasSize(20)
        .extracting(FormerSpec::getVersion)
        .startsWith(25L, 24L)
        .endsWith(6L);
    assertThat(last.getFormer().get(0).getTime()).isEqualTo(1024);
  }

  /** Who exchanges them again, after a stop on the way, exchanges them once. */
  @Test
  void challengerAndChampion_changePlaces_andTellThatTheyDo() {
    final AppliedSpec champion = applied();
    final AppliedSpec challenger =
        SpecChanges.apply(Optional.empty(), null, named("other", "tiny"), 2000);
    final Map<String, Long> bases = Map.of("tiny", 7L, "other", 5L);

    final List<AppliedSpec> both = SpecChanges.beginExchange(champion, challenger, bases, 3000);
    assertThat(both).extracting(AppliedSpec::getWish).containsOnly(Wish.EXCHANGE);
    assertThat(both).extracting(AppliedSpec::getLastBase).containsExactly(7L, 5L);
    assertThat(AppliedLine.of(both.get(0), null).line())
        .contains("changes places (other takes the place of tiny)");
    assertThat(SpecChanges.beginExchange(both.get(0), both.get(1), bases, 4000)).isEqualTo(both);
    assertThatThrownBy(() -> SpecChanges.pause(both.get(0), null, 4000))
        .hasMessageContaining("'tiny' changes places");

    final List<AppliedSpec> after = SpecChanges.exchanged(both.get(0), both.get(1), 5000);
    assertThat(after.get(0).getSpec()).isEqualTo(named("tiny", null));
    assertThat(after.get(1).getSpec()).isEqualTo(named("other", "tiny"));
    assertThat(after).extracting(AppliedSpec::getIncarnation).containsOnly(5000L);
    assertThat(after).extracting(AppliedSpec::getWish).containsOnly(Wish.LEARN);

    final AppliedSpec paused = SpecChanges.pause(champion, null, 3000);
    assertThatThrownBy(() -> SpecChanges.beginExchange(paused, challenger, bases, 4000))
        .hasMessageContaining("'tiny' is paused");
  }

  /**
   * Which alarms begin a challenger is a matter of the name, and what forgets is one of the spec.
   */
  @Test
  void exchange_leavesTheAlarmsChallengerWithTheName() {
    final AppliedSpec champion = drifting("tiny", null, OnDrift.CHALLENGER);
    final AppliedSpec forgetting = drifting("other", "tiny", OnDrift.FORGET);
    assertThat(onDrift(champion, drifting("other", "tiny", OnDrift.ALERT)))
        .containsExactly(OnDrift.CHALLENGER, OnDrift.ALERT);
    assertThat(onDrift(champion, forgetting)).containsExactly(OnDrift.CHALLENGER, OnDrift.ALERT);
    assertThat(onDrift(drifting("tiny", null, OnDrift.ALERT), forgetting))
        .containsExactly(OnDrift.FORGET, OnDrift.ALERT);
  }

  private static List<OnDrift> onDrift(final AppliedSpec champion, final AppliedSpec challenger) {
    return SpecChanges.exchanged(champion, challenger, 5000).stream()
        .map(after -> after.getSpec().getOnDrift())
        .toList();
  }

  private static AppliedSpec drifting(
      final String model, final String champion, final OnDrift onDrift) {
    return SpecChanges.first(
        ModelSpec.newBuilder(named(model, champion)).setOnDrift(onDrift).build(), 1000);
  }

  private static ModelSpec named(final String model, final String champion) {
    return ModelSpec.newBuilder(TINY).setModel(model).setChallenges(champion).build();
  }

  @Test
  void challenger_needsAChampionOfTheSameExamples() {
    final ModelSpec bold = SpecFile.read("{model: bold, labels: [a, b, c], challenges: tiny}");

    refused(
        () -> SpecChanges.requireDuel(bold, Map.of("bold", bold)),
        "challenges: no model 'tiny' is applied, which 'bold' is to be compared with: apply it, too");
    refused(
        () -> SpecChanges.requireDuel(bold, Map.of("bold", bold, "tiny", TINY)),
        "labels: is [a, b, c], but the champion has %s: 'bold' cannot challenge 'tiny'"
            .formatted(TINY.getLabels()));
  }

  @Test
  void contradiction_isRefusedWithTheField() {
    final ModelSpec other = spec(", curvature: {memory: full}");

    refused(
        () -> SpecChanges.apply(Optional.of(applied()), TINY, other, 2000),
        "curvature.memory is \"full\" in the spec, but the stored model has \"diagonal\": begin anew"
            + " with 'ops/majorant models reset tiny --spec FILE --yes', or give the model another"
            + " name");
    refused(
        () -> SpecChanges.apply(Optional.empty(), TINY, other, 2000),
        "curvature.memory is \"full\" in the spec, but the stored model has \"diagonal\": delete it"
            + " with 'ops/majorant models delete tiny --yes', or give the model another name");
  }

  @Test
  void anotherTopic_isRefused() {
    refused(
        () -> SpecChanges.apply(Optional.of(applied()), TINY, spec(", input: orders"), 2000),
        "input is orders in the spec, but 'tiny' has learned from examples: begin anew with"
            + " 'ops/majorant models reset tiny --spec FILE --yes', or give the model another name");
  }

  @Test
  void moreFeatures_areTheNextVersionOfTheSpec() {
    final ModelSpec more =
        SpecFile.read(
            "{model: tiny, labels: [a, b], features: {dimension: 4}, curvature: {memory:"
                + " diagonal}}");

    final AppliedSpec grown = SpecChanges.apply(Optional.of(applied()), TINY, more, 2000);

    assertThat(grown.getVersion()).isEqualTo(2);
    assertThat(grown.getIncarnation()).isEqualTo(1000);
    assertThat(SpecHistory.of(grown).former()).containsExactly(TINY);
    assertThat(SpecHistory.of(SpecChanges.anew(grown, 3000)).former()).isEmpty();
    refused(
        () -> SpecChanges.apply(Optional.of(grown), more, TINY, 3000),
        "features.dimension is 3 in the spec, but the stored model has 4: begin anew with"
            + " 'ops/majorant models reset tiny --spec FILE --yes', or give the model another name");
    assertThat(SpecChanges.apply(Optional.of(grown), TINY, TINY, 3000).getSpec())
        .as("it was not taken yet")
        .isEqualTo(TINY);
  }

  @Test
  void modelThatWasLearnedAlone_growsWhenAFleetTakesIt() {
    final ModelSpec more = spec(", views: [linear, counts]");

    final AppliedSpec first = SpecChanges.apply(Optional.empty(), TINY, more, 1000);
    assertThat(SpecHistory.of(first).former()).containsExactly(TINY);
  }

  @Test
  void lateLabels_areAppliedToAModel_thatHasNotLearnedWithoutThem() {
    final ModelSpec late = late("late", "");
    assertThat(SpecChanges.apply(Optional.empty(), null, late, 1000).getSpec()).isEqualTo(late);
    refused(
        () ->
            SpecChanges.apply(
                Optional.empty(),
                SpecFile.read(
                    "{model: late, labels: [a, b], input: {topic: events, format: json}}"),
                late,
                1000),
        "input is majorant-joined-late in the spec, but 'late' has learned from events: delete it"
            + " with 'ops/majorant models delete late --yes', or give the model another name");
  }

  @Test
  void modelsWhoseLabelsComeLate_areNotCompared() {
    refused(
        () ->
            SpecChanges.requireDuel(
                late("new", ", challenges: late"), Map.of("late", late("late", ""))),
        "label: where labels come late, each model has what is joined on a topic of its own, so that"
            + " no losses of the same record can be compared: 'new' cannot challenge 'late'");
  }

  private static ModelSpec late(final String model, final String more) {
    return SpecFile.read(
        "{model: %s, labels: [a, b], input: {topic: events, format: json}, label: {topic: outcomes, path: paid, wait: 1h}%s}"
            .formatted(model, more));
  }

  @Test
  void namesOfFleetsGroups_areRefused() {
    refused(
        () ->
            SpecChanges.apply(
                Optional.empty(),
                null,
                SpecFile.read("{model: fleet-a, labels: [a, b], features: {dimension: 3}}"),
                1000),
        "'fleet-a' would have the consumer group of a fleet: choose a name that does not begin with"
            + " fleet-");
  }

  @Test
  void wishes_thatAreInVainAreTold() {
    final AppliedSpec paused = SpecChanges.pause(applied(), "costs", 2000);
    assertThat(paused.getWish()).isEqualTo(Wish.PAUSE);
    assertThat(paused.getReason()).isEqualTo("costs");
    assertThat(paused.getTime()).isEqualTo(2000);

    refused(
        () -> SpecChanges.pause(paused, null, 3000),
        "'tiny' is paused already (costs): 'ops/majorant models resume tiny' has it learn again");
    final AppliedSpec resumed = SpecChanges.resume(paused, 3000);
    assertThat(resumed.getWish()).isEqualTo(Wish.LEARN);
    assertThat(resumed.getReason()).isNull();
    final AppliedSpec again = SpecChanges.resume(resumed, 4000); // its fleet may have paused it
    assertThat(again.getWish()).isEqualTo(Wish.LEARN);
    assertThat(again.getTime()).isEqualTo(4000);
  }

  @Test
  void modelThatEnds_takesNoOtherWish_andKeepsItsBase() {
    final AppliedSpec ending = SpecChanges.end(applied(), 7, 2000);
    final String told =
        "'tiny' is being deleted: type 'ops/majorant models delete tiny --yes' if that was stopped"
            + " on the way";

    assertThat(ending.getLastBase()).isEqualTo(7);
    assertThat(SpecChanges.end(ending, 9, 3000)).isSameAs(ending);
    refused(() -> SpecChanges.pause(ending, null, 3000), told);
    refused(() -> SpecChanges.resume(ending, 3000), told);
    refused(() -> SpecChanges.apply(Optional.of(ending), null, TINY, 3000), told);
  }

  @Test
  void modelThatBeginsAgain_isALaterIncarnation_whateverTheClockSays() {
    final AppliedSpec again = SpecChanges.again(applied(), TINY, 500);

    assertThat(again.getIncarnation()).isEqualTo(1001);
    assertThat(again.getVersion()).isEqualTo(1);
    assertThat(again.getWish()).isEqualTo(Wish.LEARN);
  }

  private static AppliedSpec applied() {
    return SpecChanges.apply(Optional.empty(), null, TINY, 1000);
  }

  private static ModelSpec spec(final String more) {
    final String memory = more.contains("curvature") ? "" : ", curvature: {memory: diagonal}";
    return SpecFile.read(
        "{model: tiny, labels: [a, b], features: {dimension: 3}%s%s}".formatted(memory, more));
  }

  private static void refused(final ThrowingCallable change, final String message) {
    assertThatThrownBy(change).isInstanceOf(CommandFailed.class).hasMessage(message);
  }
}
