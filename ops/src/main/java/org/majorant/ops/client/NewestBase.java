package org.majorant.ops.client;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Newest;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.StoreException;
import org.majorant.store.Succession;

/** Reads what a model has learned up to now. */
public final class NewestBase {
  private NewestBase() {}

  /**
   * The newest base of a model; empty where there is none. That of a deleted model has no data.
   *
   * @param client how to reach the brokers
   * @param timeout how long a broker may take to answer
   * @throws CommandFailed where no broker answers, or there is no such topic
   */
  public static Optional<Snapshot<SurrogateHead>> read(
      final Map<?, ?> client, final String model, final Duration timeout) {
    final Newest<SurrogateHead, Snapshot<SurrogateHead>> newest =
        new Newest<>(SnapshotFormat.SURROGATES, Succession.NONE);
    try (SnapshotReader<SurrogateHead> reader =
        new SnapshotReader<>(
            SnapshotFormat.SURROGATES, SnapshotReader.consumer(client), model::equals, timeout)) {
      reader.readToEnd(base -> newest.accept(base.head(), base));
    } catch (final StoreException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    return newest.take();
  }

  /**
   * The same of a model that is learned here.
   *
   * @throws CommandFailed where it is not
   */
  public static Snapshot<SurrogateHead> require(
      final Map<?, ?> client, final String model, final Duration timeout) {
    return read(client, model, timeout)
        .filter(base -> base.data().length > 0)
        .orElseThrow(
            () ->
                new CommandFailed(
                    "model '%s' has no base: it was never learned here".formatted(model)));
  }
}
