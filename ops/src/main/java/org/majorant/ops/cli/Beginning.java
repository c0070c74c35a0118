package org.majorant.ops.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.TopicPartition;
import org.majorant.lineage.LearnedState;
import org.majorant.ops.operate.FirstOffsets;
import org.majorant.ops.operate.SummaryWriter;
import org.majorant.ops.options.ModelFiles;
import org.majorant.ops.options.StateFiles;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.spec.Fingerprint;

/**
 * Has a model that has read nothing yet begin with what a file knows, and at other offsets than the
 * oldest ones. A service gives the same options at each start, so that a model which has begun goes
 * on where it is. The offsets are written last: while they are missing, no learner has started, and
 * the file may be imported again.
 *
 * @param from a time; null: the oldest records
 * @param after a file with curvature; null: the model knows nothing
 */
record Beginning(Properties client, Instant from, Path after, PrintWriter told) {
  /**
   * @param learned whether the model has a version that has learned
   * @throws CommandFailed where the file is of another spec, or its topic was truncated
   */
  void of(final ModelSpec spec, final FirstOffsets offsets, final boolean learned)
      throws ExecutionException, InterruptedException {
    if (from == null && after == null) {
      return;
    }
    if (learned || offsets.isBegun()) {
      told.printf(
          "majorant: %s has begun, and goes on where it is, whatever %s says%n",
          spec.getModel(), after == null ? "--from" : "--after");
    } else if (!offsets.isChosen()) {
      final Map<TopicPartition, Long> first = from == null ? offsets.oldest() : offsets.of(from);
      String where = from == null ? "the oldest records" : "the records of " + from;
      if (after != null && begins(spec, offsets, first)) {
        where = "the records after those that it has learned";
      }
      offsets.begin(first);
      told.printf("majorant: %s begins with %s%n", spec.getModel(), where);
    }
    told.flush();
  }

  /** Imports what the file knows; whether it names offsets of the topic, which are put in place. */
  private boolean begins(
      final ModelSpec spec, final FirstOffsets offsets, final Map<TopicPartition, Long> first)
      throws ExecutionException, InterruptedException {
    final ModelSpec given = ModelFiles.read(after).spec();
    final LearnedState state = StateFiles.read(after, given);
    Fingerprint.contradiction(ModelSpec.newBuilder(given).setModel(spec.getModel()).build(), spec)
        .ifPresent(
            difference -> {
              throw new CommandFailed(
                  "%s: %s was learned by another spec, so give its values"
                      .formatted(difference, after));
            });
    final boolean same =
        spec.getLateLabels() == null
            && state.head().getLog() != null
            && state.head().getLog().getTopic().equals(offsets.id(spec.getInput()));
    if (same) {
      final Map<TopicPartition, Long> ends = offsets.ends();
      final Map<TopicPartition, Long> oldest = offsets.oldest();
      for (final PartitionOffset learned : state.head().getLineage()) {
        put(
            new TopicPartition(spec.getInput(), learned.getPartition()),
            learned.getNext(),
            oldest,
            ends,
            first);
      }
    }
    SummaryWriter.write(
        client,
        spec.getModel(),
        state
            .importedBy(spec)
            .restart(
                "model %s, version %d".formatted(given.getModel(), state.head().getVersion())));
    told.printf(
        "majorant: %s goes on from %s, which had learned %,d examples%n",
        spec.getModel(), after, state.examples());
    return same;
  }

  private void put(
      final TopicPartition partition,
      final long next,
      final Map<TopicPartition, Long> oldest,
      final Map<TopicPartition, Long> ends,
      final Map<TopicPartition, Long> first) {
    if (!ends.containsKey(partition) || ends.get(partition) < next) {
      throw new CommandFailed(
          "%s ends before offset %d, up to which %s has learned: the topic was truncated, so import"
                  .formatted(partition, next, after)
              + " the file by 'models import' and begin by --from");
    }
    if (oldest.get(partition) > next) {
      told.printf(
          "majorant: retention has deleted the offsets [%d, %d) of %s, which %s has not learned%n",
          next, oldest.get(partition), partition, after);
    }
    first.put(partition, next);
  }
}
