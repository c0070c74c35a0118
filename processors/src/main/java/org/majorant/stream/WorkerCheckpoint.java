package org.majorant.stream;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.learn.Baselines;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SummarizeProgress;

/**
 * What a worker keeps in its store: the offset up to which all has been shipped, and the baselines
 * as they were there. It is written with each summary, so in the same transaction.
 */
final class WorkerCheckpoint {
  private final ModelSpec spec;
  private final KeyValueStore<String, SummarizeProgress> store;

  WorkerCheckpoint(final ModelSpec spec, final KeyValueStore<String, SummarizeProgress> store) {
    this.spec = spec;
    this.store = store;
  }

  /** The offset up to which all has been shipped; -1: nothing was ever taken. */
  long shipped() {
    final SummarizeProgress stored = store.get(spec.getModel());
    return stored == null ? -1 : stored.getNext();
  }

  /** The baselines at that offset. */
  Baselines baselines() {
    final SummarizeProgress stored = store.get(spec.getModel());
    return stored == null || stored.getLabelCounts().isEmpty()
        ? new Baselines(spec.getLabels().size())
        : new Baselines(
            stored.getLabelCounts().stream().mapToDouble(Double::doubleValue).toArray(),
            stored.getLastLabel(),
            stored.getRepeats(),
            stored.getTransitions());
  }

  void save(final long shipped, final Baselines baselines) {
    store.put(
        spec.getModel(),
        new SummarizeProgress(
            shipped,
            baselines.lastLabel(),
            baselines.repeats(),
            baselines.transitions(),
            Arrays.stream(baselines.labelCounts()).boxed().collect(Collectors.toList())));
  }
}
