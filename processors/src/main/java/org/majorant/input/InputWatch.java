package org.majorant.input;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.majorant.log.GapLog;
import org.majorant.schema.InputLog;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a learner's topic every few seconds. If it is not the log that was learned from, the
 * learner stops, and says why, until an operator has decided what the model goes on with. If the
 * topic has got more partitions, the workers' progress gets room for them. A learner without the
 * right to make room stops and says so until somebody has made it, because Kafka Streams gives out
 * no partition at all while there is too little. If the topics of a join are not as they were when
 * the learner started, it stops, and another one lays out the join as they are: an event and its
 * label would lie in different partitions, and never meet. If one of them is gone, the learner
 * stops until it is there again, because Kafka Streams would fail every few seconds.
 *
 * <p>This finds out what nobody would ask about otherwise, because nothing comes. That nothing is
 * merged from another log does not depend on it: the majorizer asks before each merge.
 */
public final class InputWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(InputWatch.class);
  private static final long PERIOD_SECONDS = 3;

  private final ModelSpec spec;
  private final GapLog log;
  private final Supplier<Optional<SurrogateHead>> base;
  private final IntConsumer expand;
  private final BooleanSupplier fits;
  private final ScheduledExecutorService looks;
  private final CompletableFuture<Void> ended;
  private InputLog first; // the topic as it was first seen; null: not yet
  private int partitions;
  private Runnable stop = () -> {};
  private Future<?> again; // null before the first
  private volatile String obstacle; // why the learner has stopped; null: it has not
  private volatile boolean otherLog;

  /**
   * @param base gives the newest one
   * @param expand gives the workers' progress as many partitions as the topic has; throws Kafka's
   *     AuthorizationException where this learner may not
   * @param fits whether the topics of the model's join are as the learner found them
   * @param looks runs each look, and what ends learning; it stays the caller's to close
   * @param ended completes exceptionally: with {@link LogAccepted} when a learner that has stopped
   *     can be started again
   */
  public InputWatch(
      final ModelSpec spec,
      final GapLog log,
      final Supplier<Optional<SurrogateHead>> base,
      final IntConsumer expand,
      final BooleanSupplier fits,
      final ScheduledExecutorService looks,
      final CompletableFuture<Void> ended) {
    this.spec = spec;
    this.log = log;
    this.base = base;
    this.expand = expand;
    this.fits = fits;
    this.looks = looks;
    this.ended = ended;
  }

  /**
   * Looks every few seconds from now on.
   *
   * @param stop ends learning, if the topic is another log
   */
  public void begin(final Runnable stop) {
    this.stop = stop;
    again =
        looks.scheduleWithFixedDelay(
            this::lookAgain, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  private void lookAgain() {
    try {
      look();
    } catch (final KafkaException e) {
      LOG.debug("{}: no broker says what {} is now", spec.getModel(), Topics.learned(spec), e);
    } catch (final RuntimeException e) {
      ended.completeExceptionally(e);
    }
  }

  /** Looks once. */
  public void look() {
    final SurrogateHead newest = base.get().orElse(null);
    final GapLog.Topic now = log.topic(Topics.learned(spec));
    final LearnedLog learned = learned(newest, now);
    final Optional<String> difference =
        learned.difference(log).or(() -> LearnedLog.summaries(spec, newest, log));
    final Optional<String> missing = missing();
    if (difference.isPresent()) {
      found(learned.withRemedy(difference.get()));
    } else if (missing.isPresent()) {
      stop("there is no topic %s: create it, and the model is learned".formatted(missing.get()));
    } else if (!fits.getAsBoolean()) {
      stop("a topic of its events and labels was made again, or has other partitions than before");
      goOn();
    } else if (hasRoom(now.partitions()) && isStopped()) {
      goOn();
    }
  }

  /** The topic of events or labels that is not there, where they are joined. */
  private Optional<String> missing() {
    return spec.getLateLabels() == null
        ? Optional.empty()
        : Stream.of(spec.getInput(), spec.getLateLabels().getTopic())
            .filter(topic -> log.topic(topic).partitions() == 0)
            .findFirst();
  }

  /** Another learner can start in place of this one, which has stopped. */
  private void goOn() {
    if (ended.completeExceptionally(new LogAccepted(spec.getModel()))) {
      LOG.warn("{} goes on with its topics as they are now", spec.getModel());
    }
  }

  /** A model that was deleted takes the topic as it is. */
  private LearnedLog learned(final SurrogateHead newest, final GapLog.Topic now) {
    final boolean deleted = newest != null && newest.getBlocks() == 0;
    if (now.id() != null && (first == null || deleted)) {
      first = LearnedLog.first(now.id());
    }
    final LearnedLog learned = LearnedLog.of(spec, newest);
    return learned.log() == null ? learned.knownAs(first) : learned;
  }

  /** Makes room for the progress of so many partitions. */
  private boolean hasRoom(final int now) {
    if (now > partitions) {
      try {
        expand.accept(now);
      } catch (final AuthorizationException e) {
        stop(
            "%s has %d partitions, and the topic of the workers' progress has fewer, which this learner may not change: type 'topics expand %s' as somebody who may, and the learner goes on"
                .formatted(Topics.learned(spec), now, spec.getModel()));
        return false;
      }
      if (partitions > 0) {
        LOG.warn(
            "{}: {} has {} partitions now, and had {}",
            spec.getModel(),
            Topics.learned(spec),
            now,
            partitions);
      }
      partitions = now;
    }
    return true;
  }

  /** The topic is another log, as somebody else has found, too. */
  public void found(final String why) {
    otherLog = true;
    stop(why);
  }

  private synchronized void stop(final String why) {
    if (obstacle == null) {
      obstacle = why;
      LOG.error("{} has stopped: {}", spec.getModel(), why);
      looks.execute(() -> stop.run());
    }
  }

  /** Whether the learner has stopped. */
  public boolean isStopped() {
    return obstacle != null;
  }

  /** Whether the topic is not the log that was learned from. */
  public boolean isOtherLog() {
    return otherLog;
  }

  /** Why the learner has stopped, in one line; empty when it has not. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(obstacle);
  }

  @Override
  public void close() {
    if (again != null) {
      again.cancel(false);
    }
  }
}
