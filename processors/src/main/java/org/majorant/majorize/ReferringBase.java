package org.majorant.majorize;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.TopicPartition;
import org.majorant.memory.PagedState;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Merger;
import org.majorant.merge.Summary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.OpenLabels;
import org.majorant.store.Topics;

/**
 * A base that is told by reference: its state is that of a base before it with the summaries since
 * then, added as their majorizer has added them. The hash in its head says whether these are they.
 */
final class ReferringBase {
  private ReferringBase() {}

  /**
   * Puts it together.
   *
   * @param before the base before it, or any before that, if all between them are told by reference
   * @param wanted the spec, whatever labels it knows
   * @throws IllegalArgumentException where the summaries are not there any more
   * @throws ArithmeticException where it cannot be solved
   */
  static Base of(
      final Base before,
      final SurrogateHead head,
      final ModelSpec wanted,
      final SummarySource summaries) {
    final PartitionOffset from = before.head().getSummaries();
    final PartitionOffset to = head.getSummaries();
    if (from == null || to == null || from.getPartition() != to.getPartition()) {
      throw new IllegalArgumentException("it does not say which summaries it refers to");
    }
    final ModelSpec spec = OpenLabels.knowing(wanted, head.getLabels());
    final byte[] model = spec.getModel().getBytes(StandardCharsets.UTF_8);
    final Merger merger = new Merger(spec, MergePolicy.of(spec));
    merger.restore(before, before.number());
    summaries.read(
        new TopicPartition(Topics.SUMMARIES, from.getPartition()),
        from.getNext(),
        to.getNext(),
        record -> {
          if (Arrays.equals(record.key(), model)) {
            merger.add(content(record.value(), spec, head.getBase()));
          }
        });
    final Surrogate.State state = merger.merge(0).state();
    if (!(state instanceof PagedState paged)
        || !Long.valueOf(paged.hash()).equals(head.getState())) {
      throw new IllegalArgumentException("the summaries that it refers to are not there any more");
    }
    return BaseReader.base(head, state, spec);
  }

  private static Summary content(final byte[] value, final ModelSpec spec, final long newestBase) {
    try {
      return CheckedSummary.of(value, spec, newestBase).content();
    } catch (final RefusedSummary e) {
      throw new IllegalArgumentException(e.getMessage());
    }
  }
}
