package org.majorant.ops.operate;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.majorant.challenge.Verdict;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.Comparison;
import org.majorant.schema.Wish;
import org.majorant.stream.LearnerApplication;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has challengers of a fleet take their champions' places as soon as they are known to be better,
 * where their specs say {@code promote: when-better}. Each instance of the fleet looks after those
 * whose versions it publishes. Whoever sees that an exchange has been asked for long ago completes
 * it, because the instance that has asked for it may have ended.
 */
public final class Promotions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Promotions.class);
  private static final long LOOK_MILLIS = 1000;

  /** How long a broker may take to answer, and the fleet to stop a model. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Exchange exchange;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            final Thread thread = new Thread(task, "majorant-promotions");
            thread.setDaemon(true);
            return thread;
          });

  /** When what has failed is tried again, milliseconds, by challenger. */
  private final Map<String, Long> again = new HashMap<>();

  /**
   * Does nothing until it is started.
   *
   * @param client how to reach the brokers
   */
  public Promotions(final Map<?, ?> client) {
    exchange = new Exchange(client, TIMEOUT);
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
    for (final AppliedSpec challenger : applied.values()) {
      final long now = System.currentTimeMillis();
      Optional.ofNullable(challenger.getSpec().getChallenges())
          .map(applied::get)
          .filter(champion -> challenger.getSpec().getPromoteAlpha() > 0)
          .filter(champion -> now >= again.getOrDefault(challenger.getModel(), 0L))
          .filter(
              champion ->
                  isLeft(challenger, now)
                      || published.stream().anyMatch(v -> isBetter(v, champion, challenger)))
          .ifPresent(champion -> promote(champion, challenger));
    }
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
