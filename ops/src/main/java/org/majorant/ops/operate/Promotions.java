package org.majorant.ops.operate;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.majorant.challenge.Verdict;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.Comparison;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.Wish;
import org.majorant.stream.LearnerApplication;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has challengers of a fleet take their champions' places as soon as they are known to be better,
 * where their specs say {@code promote: when-better}, and has alarms of drift begin challengers,
 * where specs say {@code on-drift: challenger} ({@link DriftChallengers}). Each instance of the
 * fleet looks after those whose versions it publishes. Whoever sees that an exchange has been asked
 * for long ago completes it, because the instance that has asked for it may have ended.
 */
public final class Promotions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Promotions.class);
  private static final long LOOK_MILLIS = 1000;

  /** How long a broker may take to answer, and the fleet to stop a model. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Exchange exchange;
  private final DriftChallengers alarms;
  private final Predicate<String> learns;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            final Thread thread = new Thread(task, "majorant-promotions");
            thread.setDaemon(true);
            return thread;
          });

  /** Alarms at which no challenger can begin, and of which that was said, by champion. */
  private final Map<String, DriftAlarm> told = new HashMap<>();

  /** When what has failed is tried again, milliseconds, by model. */
  private final Map<String, Long> again = new HashMap<>();

  /**
   * Does nothing until it is started.
   *
   * @param client how to reach the brokers
   * @param learns whether the fleet learns a model of that name
   */
  public Promotions(final Map<?, ?> client, final Predicate<String> learns) {
    this.learns = learns;
    exchange = new Exchange(client, TIMEOUT);
    alarms = new DriftChallengers(client, TIMEOUT);
  }

  /**
   * Looks once a second until it is closed.
   *
   * @param applied what the fleet has
   * @param published the newest versions of this instance
   */
  public void start(
      final Supplier<SortedMap<String, AppliedSpec>> applied,
      final Supplier<List<LearnerApplication.Published>> published) {
    looks.scheduleWithFixedDelay(
        () -> look(applied.get(), published.get()), LOOK_MILLIS, LOOK_MILLIS, MILLISECONDS);
  }

  private void look(
      final SortedMap<String, AppliedSpec> applied,
      final List<LearnerApplication.Published> published) {
    again.keySet().retainAll(applied.keySet());
    told.keySet().retainAll(applied.keySet());
    for (final AppliedSpec challenger : applied.values()) {
      final long now = System.currentTimeMillis();
      Optional.ofNullable(challenger.getSpec().getChallenges())
          .map(applied::get)
          .filter(champion -> challenger.getSpec().getPromoteAlpha() > 0)
          .filter(champion -> isTime(challenger.getModel()))
          .filter(
              champion ->
                  isLeft(challenger, now)
                      || published.stream().anyMatch(v -> isBetter(v, champion, challenger)))
          .ifPresent(champion -> promote(champion, challenger));
    }
    published.forEach(last -> challenge(applied, last));
  }

  /** Begins the challenger that an alarm asks for, if it has not begun. */
  private void challenge(
      final SortedMap<String, AppliedSpec> applied, final LearnerApplication.Published last) {
    final AppliedSpec champion = last.applied();
    final String model = champion.getModel();
    final String name = SpecChanges.challengerOf(model);
    final AppliedSpec challenger = applied.get(name);
    final Optional<DriftAlarm> alarm = DriftChallengers.due(champion, last.newest(), challenger);
    if (alarm.isEmpty() || !champion.equals(applied.get(model)) || !isTime(model)) {
      return;
    }
    final Optional<String> why =
        learns.test(name)
            ? DriftChallengers.inTheWay(champion, challenger)
            : Optional.of("start the fleet with --models that match this name, too");
    if (why.isPresent()) {
      if (!alarm.get().equals(told.put(model, alarm.get()))) {
        LOG.warn("{} has not begun at an alarm of {}: {}", name, model, why.get());
      }
      return;
    }
    again.put(model, System.currentTimeMillis() + TIMEOUT.toMillis());
    try {
      if (alarms.begin(champion, last.newest())) {
        LOG.info("{} has begun at an alarm of {}", name, model);
        again.remove(model);
      }
    } catch (final ExecutionException | RuntimeException e) {
      LOG.warn("{} has not begun yet", name, e);
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt(); // it is closed
    }
  }

  private boolean isTime(final String model) {
    return System.currentTimeMillis() >= again.getOrDefault(model, 0L);
  }

  private static boolean isLeft(final AppliedSpec challenger, final long now) {
    return challenger.getWish() == Wish.EXCHANGE && now - challenger.getTime() > TIMEOUT.toMillis();
  }

  /**
   * Whether a version says so: it has to be of what both are now, and not of what they were before
   * an exchange or a reset.
   */
  static boolean isBetter(
      final LearnerApplication.Published last,
      final AppliedSpec champion,
      final AppliedSpec challenger) {
    final Comparison comparison = last.newest().getComparison();
    return challenger.getWish() == Wish.LEARN
        && champion.getWish() == Wish.LEARN
        && last.applied().equals(challenger)
        && comparison != null
        && comparison.getChampion().equals(champion.getModel())
        && comparison.getIncarnation() == champion.getIncarnation()
        && Verdict.of(comparison, challenger.getSpec()).better();
  }

  private void promote(final AppliedSpec champion, final AppliedSpec challenger) {
    final String model = challenger.getModel();
    again.put(model, System.currentTimeMillis() + TIMEOUT.toMillis());
    try {
      if (exchange.run(champion, challenger)) {
        LOG.info("{} has taken the place of {}: it is better", model, champion.getModel());
      }
      again.remove(model);
    } catch (final RuntimeException e) {
      LOG.warn("{} has not taken the place of {} yet", model, champion.getModel(), e);
    }
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
