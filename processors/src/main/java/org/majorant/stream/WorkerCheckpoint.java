package org.majorant.stream;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.lineage.Lineage;
import org.majorant.schema.ExamplePlace;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SummarizeProgress;
import org.majorant.tally.Baselines;

/**
 * What a worker keeps in its store: the offset up to which all has been shipped, the baselines as
 * they were there, the offset up to which dead letters are written, and the examples since then
 * that cannot be learned. It is written with each summary and each dead letter, so in the same
 * transaction.
 */
final class WorkerCheckpoint {
  private final ModelSpec spec;
  private final KeyValueStore<String, SummarizeProgress> store;

  private WorkerCheckpoint(
      final ModelSpec spec, final KeyValueStore<String, SummarizeProgress> store) {
    this.spec = spec;
    this.store = store;
  }

  /**
   * That of a task. A worker whose store is gone, and perhaps the group's offsets, begins where the
   * newest base ends, and learns nothing that is merged already.
   */
  static WorkerCheckpoint open(
      final ModelSpec spec,
      final TopologySettings settings,
      final ProcessorContext<byte[], byte[]> context) {
    final WorkerCheckpoint checkpoint =
        new WorkerCheckpoint(spec, context.getStateStore(LearnerTopology.SUMMARIZE_PROGRESS));
    if (checkpoint.shipped() < 0) {
      settings
          .baseFeed()
          .current()
          .map(base -> new Lineage(base.head().getLineage()).next(context.taskId().partition()))
          .filter(merged -> merged >= 0)
          .ifPresent(merged -> checkpoint.begin(merged, checkpoint.baselines()));
    }
    return checkpoint;
  }

  /** The offset up to which all has been shipped; -1: nothing was ever taken. */
  long shipped() {
    final SummarizeProgress stored = store.get(spec.getModel());
    return stored == null ? -1 : stored.getNext();
  }

  /** The first offset that was ever taken; -1: none, or it is not known. */
  long begin() {
    final SummarizeProgress stored = store.get(spec.getModel());
    return stored == null ? -1 : stored.getBegin();
  }

  /** Whether the dead letter of a record at that offset is written. */
  boolean isRejected(final long offset) {
    final SummarizeProgress stored = store.get(spec.getModel());
    return stored != null && offset < stored.getRejected();
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

  /** The first record was delivered: nothing before it is this worker's. */
  void begin(final long offset, final Baselines baselines) {
    save(offset, offset, baselines);
  }

  /** All before that offset is shipped. */
  void save(final long shipped, final Baselines baselines) {
    save(shipped, begin(), baselines);
  }

  /** All dead letters up to that of a record at that offset are written. */
  void reject(final long offset) {
    final SummarizeProgress stored = store.get(spec.getModel());
    stored.setRejected(offset + 1);
    store.put(spec.getModel(), stored);
  }

  /** An example from there on was found not to be learnable: its dead letter is written. */
  void blame(final ExamplePlace place) {
    final SummarizeProgress stored = store.get(spec.getModel());
    stored.getUnlearnable().add(place);
    store.put(spec.getModel(), stored);
  }

  /** The examples that are not shipped yet and were found not to be learnable. */
  List<ExamplePlace> unlearnable() {
    final SummarizeProgress stored = store.get(spec.getModel());
    return stored == null ? List.of() : stored.getUnlearnable();
  }

  private void save(final long shipped, final long begin, final Baselines baselines) {
    final SummarizeProgress stored = store.get(spec.getModel());
    store.put(
        spec.getModel(),
        new SummarizeProgress(
            shipped,
            baselines.lastLabel(),
            baselines.repeats(),
            baselines.transitions(),
            Arrays.stream(baselines.labelCounts()).boxed().collect(Collectors.toList()),
            begin,
            stored == null ? -1 : stored.getRejected(),
            unlearnable().stream().filter(place -> place.getOffset() >= shipped).toList()));
  }
}
