package org.majorant.ops.operate;

import java.util.ArrayList;
import java.util.List;
import org.majorant.lineage.LearnedState;
import org.majorant.lineage.Lineage;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.Fingerprint;

/**
 * What a rollback of a model takes back.
 *
 * @param from its newest version
 * @param to the version of the state that it goes back to
 * @param examples labeled examples that count no more
 * @param offsets those that were learned since the state, by partition
 */
public record Rollback(String model, long from, long to, long examples, List<Range> offsets) {
  /**
   * Offsets [from, to) of a partition.
   *
   * @param from 0 where the state knows nothing of the partition
   */
  public record Range(int partition, long from, long to) {}

  /**
   * @param version the newest of the model
   * @param now its newest base
   * @param spec that the state was learned by
   * @throws CommandFailed where the state is none of that model
   */
  public static Rollback of(
      final ModelHead version,
      final SurrogateHead now,
      final ModelSpec spec,
      final LearnedState state) {
    Fingerprint.contradiction(version.getSpec(), spec)
        .ifPresent(
            difference -> {
              throw new CommandFailed(
                  difference + ": a model goes back to a state of its own; see 'models import'");
            });
    final List<Range> ranges = new ArrayList<>();
    final Lineage then = new Lineage(state.head().getLineage());
    final Lineage known = new Lineage(now.getLineage());
    for (final PartitionOffset offset : state.head().getLineage()) {
      if (known.next(offset.getPartition()) < offset.getNext()) {
        throw new CommandFailed(
            "the state knows partition %d up to offset %d, and '%s' only up to %d: it is of another"
                    .formatted(
                        offset.getPartition(),
                        offset.getNext(),
                        version.getModel(),
                        Math.max(0, known.next(offset.getPartition())))
                + " model; 'models import' takes it");
      }
    }
    for (final PartitionOffset offset : now.getLineage()) {
      final long from = Math.max(0, then.next(offset.getPartition()));
      if (from < offset.getNext()) {
        ranges.add(new Range(offset.getPartition(), from, offset.getNext()));
      }
    }
    return new Rollback(
        version.getModel(),
        version.getVersion(),
        state.head().getVersion(),
        now.getTally().getExamples() - state.head().getTally().getExamples(),
        ranges);
  }

  /** For people. */
  public List<String> lines(final String input) {
    final List<String> lines = new ArrayList<>();
    for (final Range range : offsets) {
      lines.add(
          "%s-%d: what was learned from [%d, %d) is taken back"
              .formatted(input, range.partition, range.from, range.to));
    }
    lines.add(
        "%s goes on from version %d, %d versions back: %,d examples are undone"
            .formatted(model, to, from - to, examples));
    return lines;
  }
}
