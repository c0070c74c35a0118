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
import org.majorant.ops.options.ModelFiles;
import org.majorant.ops.options.StateFiles;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;

/**
 * Has a model that has read nothing yet begin with what a file knows, and at other offsets than the
 * oldest ones. A service gives the same options at each start, so that a model which has begun goes
 * on where it is.
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
      begin(spec, offsets);
    }
    told.flush();
  }

  private void begin(final ModelSpec spec, final FirstOffsets offsets)
      throws ExecutionException, InterruptedException {
    final Map<TopicPartition, Long> first = from == null ? offsets.oldest() : offsets.of(from);
    String where = from == null ? "the oldest records" : "the records of " + from;
    byte[] restart = null;
    if (after != null) {
      final ModelSpec given = ModelFiles.read(after).spec();
      final LearnedState state = StateFiles.grown(after, given, spec);
      if (isOf(spec, offsets, state)) {
        goOn(spec, offsets, state, first);
        where = "the records after those that it has learned";
      }
      restart =
          state
              .importedBy(spec)
              .restart(
                  "model %s, version %d".formatted(given.getModel(), state.head().getVersion()));
      told.printf(
          "majorant: %s goes on from %s, which had learned %,d examples%n",
          spec.getModel(), after, state.examples());
    }
    if (offsets.begin(client, first, restart)) {
      told.printf("majorant: %s begins with %s%n", spec.getModel(), where);
    } else {
      told.printf("majorant: another instance has begun %s%n", spec.getModel());
    }
  }

  /** Whether the file's offsets are of the topic as it is. */
  private static boolean isOf(
      final ModelSpec spec, final FirstOffsets offsets, final LearnedState state) {
    return spec.getLateLabels() == null
        && state.head().getLog() != null
        && state.head().getLog().getTopic().equals(offsets.id(spec.getInput()));
  }

  private void goOn(
      final ModelSpec spec,
      final FirstOffsets offsets,
      final LearnedState state,
      final Map<TopicPartition, Long> first)
      throws ExecutionException, InterruptedException {
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
