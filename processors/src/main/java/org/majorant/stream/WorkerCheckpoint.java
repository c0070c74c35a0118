package org.majorant.stream;

import java.util.Arrays;
import java.util.List;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.growth.Growth;
import org.majorant.lineage.Lineage;
import org.majorant.schema.ExamplePlace;
import org.majorant.schema.SummarizeProgress;
import org.majorant.schema.SurrogateHead;
import org.majorant.tally.Baselines;

/**
 * What a worker keeps in its store: the offset up to which all has been shipped, the baselines as
 * they were there, the offset up to which dead letters are written, and the examples since then
 * that cannot be learned. It is written with each summary and each dead letter, so in the same
 * transaction.
 */
final class WorkerCheckpoint {
  private final ModelRun run;
  private final int partition;
  private final KeyValueStore<String, SummarizeProgress> store;

  private WorkerCheckpoint(
      final ModelRun run,
      final int partition,
      final KeyValueStore<String, SummarizeProgress> store) {
    this.run = run;
    this.partition = partition;
    this.store = store;
  }

  /**
   * That of a task. A worker whose store is gone, or has moved to another application, begins where
   * its last summary ends: it ships nothing that is merged already, or will be.
   *
   * @param own finds the summaries that are not merged yet
   */
  static WorkerCheckpoint open(
      final ModelRun run, final OwnSummaries own, final ProcessorContext<byte[], byte[]> context) {
    final WorkerCheckpoint checkpoint =
        new WorkerCheckpoint(
            run,
            context.taskId().partition(),
            context.getStateStore(LearnerTopology.SUMMARIZE_PROGRESS));
    if (checkpoint.shipped() < 0) {
      run.settings()
          .baseFeed()
          .current()
          .ifPresent(base -> checkpoint.goOn(own.end(base.head()), base.head()));
    }
    return checkpoint;
  }

  private void goOn(final long shipped, final SurrogateHead base) {
    if (shipped >= 0) {
      final long merged = new Lineage(base.getLineage()).next(partition);
      begin(merged < 0 ? shipped : merged, baselines());
      save(shipped, baselines());
    }
  }

  private SummarizeProgress stored() {
    final SummarizeProgress stored = store.get(run.model());
    return stored == null || stored.getIncarnation() != run.incarnation()
        ? SummarizeProgress.newBuilder().setNext(-1).setIncarnation(run.incarnation()).build()
        : stored;
  }

  private void store(final SummarizeProgress progress) {
    store.put(run.model(), progress);
  }

  /** The offset up to which all has been shipped; -1: nothing was ever taken. */
  long shipped() {
    return stored().getNext();
  }

  /** The first offset that was ever taken; -1: none, or it is not known. */
  long begin() {
    return stored().getBegin();
  }

  /** Whether the dead letter of a record at that offset is written. */
  boolean isRejected(final long offset) {
    return offset < stored().getRejected();
  }

  /** The baselines at that offset. */
  Baselines baselines() {
    final SummarizeProgress stored = stored();
    final int labels = stored.getLabelCounts().size();
    if (labels == 0) {
      return new Baselines(run.spec().getLabels().size());
    }
    final Baselines saved =
        new Baselines(
            stored.getLabelCounts().stream().mapToDouble(Double::doubleValue).toArray(),
            stored.getLastLabel(),
            stored.getRepeats(),
            stored.getTransitions());
    return labels == run.spec().getLabels().size()
        ? saved
        : run.history()
            .withLabels(labels)
            .map(former -> saved.grown(Growth.of(former, run.spec())))
            .orElse(saved);
  }

  /** The examples that are not shipped yet and were found not to be learnable. */
  List<ExamplePlace> unlearnable() {
    return stored().getUnlearnable();
  }

  /** The first record was delivered: nothing before it is this worker's. */
  void begin(final long offset, final Baselines baselines) {
    final SummarizeProgress progress = stored();
    progress.setBegin(offset);
    save(progress, offset, baselines);
  }

  /** All before that offset is shipped. */
  void save(final long shipped, final Baselines baselines) {
    save(stored(), shipped, baselines);
  }

  /** All dead letters up to that of a record at that offset are written. */
  void reject(final long offset) {
    final SummarizeProgress progress = stored();
    progress.setRejected(offset + 1);
    store(progress);
  }

  /** An example from there on was found not to be learnable: its dead letter is written. */
  void blame(final ExamplePlace place) {
    final SummarizeProgress progress = stored();
    progress.getUnlearnable().add(place);
    store(progress);
  }

  private void save(
      final SummarizeProgress progress, final long shipped, final Baselines baselines) {
    progress.setNext(shipped);
    progress.setLastLabel(baselines.lastLabel());
    progress.setRepeats(baselines.repeats());
    progress.setTransitions(baselines.transitions());
    progress.setLabelCounts(Arrays.stream(baselines.labelCounts()).boxed().toList());
    progress.setUnlearnable(
        progress.getUnlearnable().stream().filter(p -> p.getOffset() >= shipped).toList());
    store(progress);
  }
}
