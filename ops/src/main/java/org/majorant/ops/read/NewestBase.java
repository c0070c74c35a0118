package org.majorant.ops.read;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.majorant.growth.SpecHistory;
import org.majorant.log.KafkaGapLog;
import org.majorant.majorize.BaseReader;
import org.majorant.merge.Base;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.SnapshotSink;
import org.majorant.store.StoreException;
import org.majorant.store.WantedModels;

/** Reads what a model has learned up to now. */
public final class NewestBase {
  private static final Duration POLL = Duration.ofMillis(500);

  private NewestBase() {}

  /**
   * The head of the newest base of a model; empty where there is none. That of a deleted model has
   * no blocks.
   *
   * @param client how to reach the brokers
   * @param timeout how long a broker may take to answer
   * @throws CommandFailed where no broker answers, or there is no such topic
   */
  public static Optional<SurrogateHead> head(
      final Map<?, ?> client, final String model, final Duration timeout) {
    try (SnapshotReader<SurrogateHead> reader = reader(client, model::equals, timeout)) {
      return reader.newestHead(model);
    } catch (final StoreException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  /**
   * The same of a model that is learned here.
   *
   * @throws CommandFailed where it is not
   */
  public static SurrogateHead requireHead(
      final Map<?, ?> client, final String model, final Duration timeout) {
    return head(client, model, timeout)
        .filter(head -> head.getBlocks() > 0)
        .orElseThrow(
            () ->
                new CommandFailed(
                    "model '%s' has no base: it was never learned here".formatted(model)));
  }

  /** As the next one, of a spec that has not grown. */
  public static Optional<Base> whole(
      final Map<?, ?> client, final ModelSpec spec, final Duration timeout) {
    return whole(client, SpecHistory.of(spec), timeout);
  }

  /**
   * The newest base of a spec with all that it knows, put together from a snapshot and the deltas
   * after it, or the summaries that these refer to; empty where bases are of another spec.
   *
   * @throws CommandFailed as {@link #head}
   */
  public static Optional<Base> whole(
      final Map<?, ?> client, final SpecHistory history, final Duration timeout) {
    try (SnapshotReader<SurrogateHead> reader =
            reader(client, history.spec().getModel()::equals, timeout);
        KafkaGapLog log = new KafkaGapLog(client, "none")) {
      final BaseReader bases = new BaseReader(history, log::reread);
      reader.readToEnd(bases);
      return bases.take();
    } catch (final StoreException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  /**
   * Waits for a base of a model that has no blocks: whoever learned the model has ended it.
   *
   * @param after the number of a base before it
   * @param lives whether somebody may still write it, who is no longer waited for otherwise
   * @return false where none has come
   * @throws CommandFailed as {@link #head}
   */
  public static boolean awaitNothing(
      final Map<?, ?> client,
      final String model,
      final long after,
      final Duration timeout,
      final BooleanSupplier lives) {
    return await(client, model, after, timeout, lives, head -> head.getBlocks() == 0);
  }

  /**
   * Waits for a base of a model that rests: whoever learned the model has stopped.
   *
   * @param after the number of a base before it
   * @param lives whether somebody may still write it, who is no longer waited for otherwise
   * @return false where none has come
   * @throws CommandFailed as {@link #head}
   */
  public static boolean awaitRest(
      final Map<?, ?> client,
      final String model,
      final long after,
      final Duration timeout,
      final BooleanSupplier lives) {
    return await(client, model, after, timeout, lives, SurrogateHead::getRests);
  }

  private static boolean await(
      final Map<?, ?> client,
      final String model,
      final long after,
      final Duration timeout,
      final BooleanSupplier lives,
      final Predicate<SurrogateHead> last) {
    final AtomicBoolean found = new AtomicBoolean();
    final SnapshotSink<SurrogateHead> sink =
        base -> {
          if (base.head().getBase() > after && last.test(base.head())) {
            found.set(true); // what comes behind it another command has written
          }
        };
    final long deadline = System.nanoTime() + timeout.toNanos();
    try (SnapshotReader<SurrogateHead> reader =
        reader(client, WantedModels.headsOf(model), timeout)) {
      reader.readToEnd(sink);
      while (!found.get() && System.nanoTime() < deadline && lives.getAsBoolean()) {
        reader.poll(POLL, sink);
      }
    } catch (final StoreException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    return found.get();
  }

  private static SnapshotReader<SurrogateHead> reader(
      final Map<?, ?> client, final WantedModels models, final Duration timeout) {
    return new SnapshotReader<>(
        SnapshotFormat.SURROGATES, SnapshotReader.consumer(client), models, timeout);
  }
}
