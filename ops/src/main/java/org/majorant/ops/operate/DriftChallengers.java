package org.majorant.ops.operate;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.majorant.fleet.Specs;
import org.majorant.fleet.SpecsTable;
import org.majorant.log.AtomicWrite;
import org.majorant.ops.read.PublishedModels;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OnDrift;
import org.majorant.schema.Wish;
import org.majorant.spec.SpecChallenge;
import org.majorant.tally.DriftDetector;

/**
 * Has a model whose spec says {@code on-drift: challenger} be challenged by one that knows only
 * what came after its last alarm. One property holds, as long as nobody else has taken the name:
 *
 * <pre>
 *   there is an alarm that the loss has risen  ⇒  NAME-challenger has begun where it was told
 * </pre>
 *
 * <p>The challenger has the champion's spec, and takes its place as soon as it is known to be
 * better. At the next alarm it begins anew; so does a former champion that has its name. A model of
 * that name which has another spec is somebody's trial, and stays; so does one that is paused.
 *
 * @param client how to reach the brokers
 * @param timeout how long a broker may take to answer, and the fleet to stop a model
 */
record DriftChallengers(Map<?, ?> client, Duration timeout) {

  /**
   * The alarm at which a challenger is to begin, if it has not.
   *
   * @param newest version of the champion
   * @param challenger what is applied under its name; null: nothing
   */
  static Optional<DriftAlarm> due(
      final AppliedSpec champion, final ModelHead newest, final AppliedSpec challenger) {
    if (champion.getSpec().getOnDrift() != OnDrift.CHALLENGER || champion.getWish() != Wish.LEARN) {
      return Optional.empty();
    }
    final long known = challenger == null ? champion.getTime() : challenger.getIncarnation();
    return newest.getAlarms().stream()
        .filter(DriftChallengers::isRise)
        .reduce((before, last) -> last)
        .filter(last -> last.getTime() > known);
  }

  private static boolean isRise(final DriftAlarm alarm) {
    return alarm.getMoves().stream()
        .anyMatch(
            move -> move.getOf().equals(DriftDetector.LOSS) && move.getAfter() > move.getBefore());
  }

  /**
   * Why a model of the challenger's name stays as it is; empty where an alarm may have it begin.
   *
   * @param challenger null: there is none
   */
  static Optional<String> inTheWay(final AppliedSpec champion, final AppliedSpec challenger) {
    if (challenger == null) {
      return Optional.empty();
    }
    if (!challenger.getSpec().equals(spec(champion.getSpec()))) {
      return Optional.of("its spec is not that of " + champion.getModel());
    }
    return switch (challenger.getWish()) {
      case LEARN, DELETE -> Optional.empty();
      case PAUSE -> Optional.of("it is paused");
      case EXCHANGE -> Optional.of("it changes places");
    };
  }

  /** By which the challenger learns. */
  static ModelSpec spec(final ModelSpec champion) {
    return ModelSpec.newBuilder(champion)
        .setModel(SpecChanges.challengerOf(champion.getModel()))
        .setChallenges(champion.getModel())
        .setPromoteAlpha(SpecChallenge.alpha(champion))
        .setOnDrift(OnDrift.ALERT)
        .build();
  }

  /**
   * Begins a challenger, unless somebody else has begun it meanwhile, or changed the champion.
   *
   * @return whether it has begun
   * @throws org.majorant.ops.terminal.CommandFailed where the fleet does not stop the last one in
   *     time, or the brokers refuse
   */
  boolean begin(final AppliedSpec champion, final ModelHead newest)
      throws ExecutionException, InterruptedException {
    final ModelSpec spec = spec(champion.getSpec());
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    try (Specs specs = new Specs(client);
        Admin admin = Admin.create(config)) {
      final AppliedSpec last = specs.read().applied(spec.getModel()).orElse(null);
      final Optional<DriftAlarm> alarm = due(champion, newest, last);
      if (alarm.isEmpty() || inTheWay(champion, last).isPresent()) {
        return false;
      }
      final Beginning beginning =
          new Beginning(spec, first(admin, spec, alarm.get()), null, "the alarm");
      final long now = Math.max(System.currentTimeMillis(), alarm.get().getTime());
      if (last == null) {
        return specs.write(
            before ->
                isSame(before, champion) && before.applied(spec.getModel()).isEmpty()
                    ? begin(beginning, SpecChanges.first(spec, now))
                    : AtomicWrite.of(List.of()));
      }
      final ModelHead former =
          PublishedModels.newest(client, spec.getModel(), timeout).orElse(null);
      return new ModelEnd(admin, client, timeout)
          .reset(last, former, begin(beginning, SpecChanges.again(last, spec, now)));
    }
  }

  private static AtomicWrite begin(final Beginning beginning, final AppliedSpec challenger) {
    return AtomicWrite.of(List.of(Specs.record(challenger))).and(beginning.write());
  }

  private static boolean isSame(final SpecsTable now, final AppliedSpec champion) {
    return now.applied(champion.getModel()).equals(Optional.of(champion));
  }

  /** Up to where the champion had learned at the alarm; else with the oldest records. */
  private static Map<TopicPartition, Long> first(
      final Admin admin, final ModelSpec spec, final DriftAlarm alarm)
      throws ExecutionException, InterruptedException {
    final Map<TopicPartition, Long> first = new FirstOffsets(admin, spec).oldest();
    alarm
        .getLineage()
        .forEach(
            at ->
                first.computeIfPresent(
                    new TopicPartition(spec.getInput(), at.getPartition()),
                    (partition, oldest) -> Math.max(oldest, at.getNext())));
    return first;
  }
}
