package org.majorant.ops.options;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.majorant.lineage.LearnedState;
import org.majorant.ops.operate.Beginning;
import org.majorant.ops.operate.FirstOffsets;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Options by which a model that has learned nothing yet begins with what a file knows, and at other
 * offsets than the oldest ones.
 */
public final class BeginOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = SinceConverter.class,
      description =
          "Where a model begins that has learned nothing yet: so long ago, as 30d, or a day of UTC,"
              + " as 2026-01-31, or a time, as 2026-01-31T08:00:00Z. A model that has begun goes on"
              + " where it is. Default: with the oldest record.")
  private Instant from;

  @Option(
      names = "--after",
      paramLabel = "FILE",
      description =
          "What a model knows that has learned nothing yet: a file that 'models export"
              + " --with-curvature' wrote, of the same spec or one with less. It begins after the offsets that the file has learned, if"
              + " they are of the same topic, else by --from.")
  private Path after;

  /** Requires a time that has been. */
  public void requirePast() {
    Usage.require(
        command,
        from == null || !from.isAfter(Instant.now()),
        "--from is in the future: leave it out to begin with the oldest record");
  }

  /** Whether one of the options is given. */
  public boolean areGiven() {
    return from != null || after != null;
  }

  /** Whether a model begins with what a file knows. */
  public boolean isAfterFile() {
    return after != null;
  }

  /** Says that a model has begun already, if one of the options is given. */
  public void tellBegun(final String model) {
    if (areGiven()) {
      tell(
          "%s has begun, and goes on where it is, whatever %s says",
          model, after == null ? "--from" : "--after");
    }
  }

  /**
   * Has a model begin as the options say. A service gives the same ones at each start, so that a
   * model which has begun goes on where it is.
   *
   * @param learned whether the model has a version that has learned
   * @throws CommandFailed as {@link #of}
   */
  public void begin(
      final Properties client, final Admin admin, final ModelSpec spec, final boolean learned)
      throws ExecutionException, InterruptedException {
    if (!areGiven()) {
      return;
    }
    final FirstOffsets offsets = new FirstOffsets(admin, spec);
    if (learned || offsets.isBegun()) {
      tellBegun(spec.getModel());
    } else if (!offsets.isChosen()) {
      final Beginning beginning = of(spec, offsets);
      if (offsets.begin(client, beginning)) {
        tell("%s begins with %s", spec.getModel(), beginning.where());
      } else {
        tell("another instance has begun %s", spec.getModel());
      }
    }
  }

  /**
   * What the options say of a model.
   *
   * @throws CommandFailed where the file is of another spec, or its topic was truncated
   */
  public Beginning of(final ModelSpec spec, final FirstOffsets offsets)
      throws ExecutionException, InterruptedException {
    final Map<TopicPartition, Long> first = from == null ? offsets.oldest() : offsets.of(from);
    final String where = from == null ? "the oldest records" : "the records of " + from;
    if (after == null) {
      return new Beginning(spec, first, null, where);
    }
    final ModelSpec given = ModelFiles.read(after).spec();
    final LearnedState state = StateFiles.grown(after, given, spec);
    final boolean goesOn = isOf(spec, offsets, state);
    if (goesOn) {
      goOn(spec, offsets, state, first);
    }
    final byte[] restart =
        state
            .importedBy(spec)
            .restart("model %s, version %d".formatted(given.getModel(), state.head().getVersion()));
    tell(
        "%s goes on from %s, which had learned %,d examples",
        spec.getModel(), after, state.examples());
    return new Beginning(
        spec, first, restart, goesOn ? "the records after those that it has learned" : where);
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
      tell(
          "retention has deleted the offsets [%d, %d) of %s, which %s has not learned",
          next, oldest.get(partition), partition, after);
    }
    first.put(partition, next);
  }

  private void tell(final String line, final Object... values) {
    final PrintWriter err = command.commandLine().getErr();
    err.println("majorant: " + line.formatted(values));
    err.flush();
  }
}
