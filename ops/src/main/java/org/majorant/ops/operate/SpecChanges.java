package org.majorant.ops.operate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.majorant.growth.SpecHistory;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.FormerSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OnDrift;
import org.majorant.schema.Wish;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecChallenge;
import org.majorant.store.Topics;

/**
 * What an operator may change of a model that fleets learn. A running model keeps what it has
 * learned through each change, so a spec by which that would mean something else is refused; and
 * what is changed in vain is told, because whoever types it takes the model for another one.
 */
public final class SpecChanges {
  /** As many specs before the last one are kept. */
  static final int FORMER = 20;

  private SpecChanges() {}

  /**
   * Applies a spec.
   *
   * @param before what is applied of the model
   * @param learned by which it has learned what it knows, as far as that is known; else null
   * @param now milliseconds since the epoch
   * @return the same as before where the spec is
   * @throws CommandFailed where the model cannot go on by it
   */
  public static AppliedSpec apply(
      final Optional<AppliedSpec> before,
      final ModelSpec learned,
      final ModelSpec spec,
      final long now) {
    requireForFleets(spec);
    if (before.isEmpty()) {
      requireGoesOn(learned, spec, "delete %s --yes", "delete it with");
      final AppliedSpec first = first(spec, now);
      if (learned != null) {
        first.setFormer(List.of(new FormerSpec(0L, now, learned)));
      }
      return first;
    }
    final AppliedSpec last = before.get();
    requireNotEnding(last);
    if (last.getSpec().equals(spec)) {
      return last;
    }
    requireGoesOn(
        learned == null ? last.getSpec() : learned,
        spec,
        "reset %s --spec FILE --yes",
        "begin anew with");
    return AppliedSpec.newBuilder(last)
        .setSpec(spec)
        .setVersion(last.getVersion() + 1)
        .setTime(now)
        .setFormer(former(last))
        .build();
  }

  /**
   * Requires that a challenger learns the same examples as its champion.
   *
   * @param specs all that are applied, by model
   * @throws CommandFailed where it does not, or where there is no such champion
   */
  public static void requireDuel(final ModelSpec challenger, final Map<String, ModelSpec> specs) {
    final String name = challenger.getChallenges();
    final ModelSpec champion = specs.get(name);
    if (champion == null) {
      throw new CommandFailed(
          "challenges: no model '%s' is applied, which '%s' is to be compared with: apply it, too"
              .formatted(name, challenger.getModel()));
    }
    final Optional<String> difference = SpecChallenge.difference(champion, challenger);
    if (difference.isPresent()) {
      throw new CommandFailed(
          "%s: '%s' cannot challenge '%s'"
              .formatted(difference.get(), challenger.getModel(), name));
    }
  }

  /** The name of the model that challenges another one, where no spec says it. */
  public static String challengerOf(final String champion) {
    return champion + "-challenger";
  }

  /** A model that begins. */
  static AppliedSpec first(final ModelSpec spec, final long incarnation) {
    return AppliedSpec.newBuilder()
        .setModel(spec.getModel())
        .setSpec(spec)
        .setVersion(1)
        .setIncarnation(incarnation)
        .setTime(incarnation)
        .setWish(Wish.LEARN)
        .build();
  }

  /**
   * The model that begins after all of another one of its name has been deleted.
   *
   * @param spec by which it begins
   */
  public static AppliedSpec again(final AppliedSpec before, final ModelSpec spec, final long now) {
    requireForFleets(spec);
    return first(spec, Math.max(now, before.getIncarnation() + 1));
  }

  /** The same model with nothing of what its workers have saved. */
  static AppliedSpec anew(final AppliedSpec before, final long now) {
    requireNotEnding(before);
    return AppliedSpec.newBuilder(before)
        .setIncarnation(Math.max(now, before.getIncarnation() + 1))
        .setTime(now)
        .build();
  }

  /**
   * Pauses a model.
   *
   * @param reason in the operator's words; null: none
   * @throws CommandFailed where it is not learned
   */
  public static AppliedSpec pause(final AppliedSpec before, final String reason, final long now) {
    requireNotEnding(before);
    if (before.getWish() == Wish.PAUSE) {
      throw new CommandFailed(
          "'%s' is paused already%s: 'ops/majorant models resume %s' has it learn again"
              .formatted(
                  before.getModel(),
                  before.getReason() == null ? "" : " (%s)".formatted(before.getReason()),
                  before.getModel()));
    }
    return wish(before, Wish.PAUSE, reason, now).build();
  }

  /**
   * Has a model learn again that an operator paused, or its fleet, because it failed. Only the
   * fleet knows of that, so one that learns begins again, too: it loses nothing.
   */
  public static AppliedSpec resume(final AppliedSpec before, final long now) {
    requireNotEnding(before);
    return wish(before, Wish.LEARN, null, now).build();
  }

  /**
   * Has fleets end a model. One that is ending stays as it is.
   *
   * @param lastBase the number of its newest base, 0 where it has none
   */
  static AppliedSpec end(final AppliedSpec before, final long lastBase, final long now) {
    return before.getWish() == Wish.DELETE
        ? before
        : wish(before, Wish.DELETE, null, now).setLastBase(lastBase).build();
  }

  /**
   * Has fleets stop a challenger and its champion, which are to change places. Models that are
   * about to stay as they are.
   *
   * @param bases the number of the newest base of each, by model
   * @return the champion, and the challenger
   */
  static List<AppliedSpec> beginExchange(
      final AppliedSpec champion,
      final AppliedSpec challenger,
      final Map<String, Long> bases,
      final long now) {
    if (champion.getWish() == Wish.EXCHANGE && challenger.getWish() == Wish.EXCHANGE) {
      return List.of(champion, challenger);
    }
    for (final AppliedSpec each : List.of(champion, challenger)) {
      requireNotEnding(each);
      if (each.getWish() == Wish.PAUSE) {
        throw new CommandFailed(
            "'%s' is paused, and would be learned then: type 'ops/majorant models resume %s' first"
                .formatted(each.getModel(), each.getModel()));
      }
    }
    final String why =
        "%s takes the place of %s".formatted(challenger.getModel(), champion.getModel());
    return Stream.of(champion, challenger)
        .map(
            each ->
                wish(each, Wish.EXCHANGE, why, now).setLastBase(bases.get(each.getModel())).build())
        .toList();
  }

  /**
   * What is applied when a challenger has its champion's name, and the former champion challenges
   * it by the name of the former challenger. Whom a name challenges, and when, stays with the name,
   * and so does whether its alarms begin a challenger.
   *
   * @return what has the champion's name, and what has the challenger's
   */
  static List<AppliedSpec> exchanged(
      final AppliedSpec champion, final AppliedSpec challenger, final long now) {
    final boolean hasOne = champion.getSpec().getOnDrift() == OnDrift.CHALLENGER;
    final ModelSpec best =
        ModelSpec.newBuilder(challenger.getSpec())
            .setModel(champion.getModel())
            .setChallenges(champion.getSpec().getChallenges())
            .setPromoteAlpha(champion.getSpec().getPromoteAlpha())
            .setOnDrift(hasOne ? OnDrift.CHALLENGER : challenger.getSpec().getOnDrift())
            .build();
    final ModelSpec former =
        ModelSpec.newBuilder(champion.getSpec())
            .setModel(challenger.getModel())
            .setChallenges(champion.getModel())
            .setPromoteAlpha(challenger.getSpec().getPromoteAlpha())
            .setOnDrift(hasOne ? OnDrift.ALERT : champion.getSpec().getOnDrift())
            .build();
    return List.of(anew(champion, best, now), anew(challenger, former, now));
  }

  private static AppliedSpec anew(final AppliedSpec before, final ModelSpec spec, final long now) {
    return AppliedSpec.newBuilder(before)
        .setSpec(spec)
        .setVersion(before.getVersion() + 1)
        .setIncarnation(Math.max(now, before.getIncarnation() + 1))
        .setTime(now)
        .setWish(Wish.LEARN)
        .setReason(null)
        .setLastBase(0)
        .setFormer(former(before))
        .build();
  }

  private static List<FormerSpec> former(final AppliedSpec last) {
    final List<FormerSpec> former = new ArrayList<>();
    former.add(new FormerSpec(last.getVersion(), last.getTime(), last.getSpec()));
    former.addAll(last.getFormer());
    return former.subList(0, Math.min(FORMER, former.size()));
  }

  private static AppliedSpec.Builder wish(
      final AppliedSpec before, final Wish wish, final String reason, final long now) {
    return AppliedSpec.newBuilder(before).setWish(wish).setReason(reason).setTime(now);
  }

  private static void requireForFleets(final ModelSpec spec) {
    if (spec.getModel().startsWith("fleet-")) {
      throw new CommandFailed(
          "'%s' would have the consumer group of a fleet: choose a name that does not begin with fleet-"
              .formatted(spec.getModel()));
    }
  }

  private static void requireNotEnding(final AppliedSpec applied) {
    if (applied.getWish() == Wish.EXCHANGE) {
      throw new CommandFailed(
          "'%s' changes places (%s): type 'ops/majorant models promote' again if that was stopped on the way"
              .formatted(applied.getModel(), applied.getReason()));
    }
    if (applied.getWish() == Wish.DELETE) {
      throw new CommandFailed(
          "'%s' is being deleted: type 'ops/majorant models delete %s --yes' if that was stopped on the way"
              .formatted(applied.getModel(), applied.getModel()));
    }
  }

  /**
   * The offsets of its lineage are of its topic, and its weights are of its labels and features.
   *
   * @param before null: nothing
   * @param end the command that ends what it has learned, with a place for the model
   */
  private static void requireGoesOn(
      final ModelSpec before, final ModelSpec after, final String end, final String what) {
    if (before == null) {
      return;
    }
    final String model = after.getModel();
    final Optional<String> difference =
        Fingerprint.contradiction(before, after)
            .or(
                () ->
                    Optional.of(
                            "input is %s in the spec, but '%s' has learned from %s"
                                .formatted(Topics.learned(after), model, Topics.learned(before)))
                        .filter(line -> !Topics.learned(before).equals(Topics.learned(after))));
    if (difference.isPresent() && SpecHistory.of(after, List.of(before)).former().isEmpty()) {
      throw new CommandFailed(
          "%s: %s 'ops/majorant models %s', or give the model another name"
              .formatted(difference.get(), what, end.formatted(model)));
    }
  }
}
