package org.majorant.ops.lineage;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.majorant.input.LearnedLog;
import org.majorant.schema.ModelHead;
import org.majorant.schema.Tally;

/**
 * What became of the offsets before a version's lineage. Each is counted once: records + lost +
 * empty are all offsets, and records + packed are examples + rejected + unlabeled + others +
 * passedOver + revised + undone. Whoever prints some of these numbers prints all of them, so that a
 * reader can add up.
 *
 * @param records that the version covers; of a version that was trained on a file, its examples
 * @param packed examples of records that have several, beyond the first of each
 * @param examples learned from
 * @param rejected sent to the dead letters
 * @param unlabeled without a label, which teach nothing
 * @param others addressed to another model
 * @param passedOver events that the spec does not ask for, or that delete something
 * @param revised late labels that corrected what was learned with another
 * @param undone learned, and taken back by a rollback or an import
 * @param lost offsets that retention deleted before they were learned, or that were declared lost
 * @param empty offsets without a record: markers of transactions, records that were aborted or
 *     compacted, and offsets before the first that the model read; null without a topic
 */
public record OffsetCounts(
    long records,
    long packed,
    long examples,
    long rejected,
    long unlabeled,
    long others,
    long passedOver,
    long revised,
    long undone,
    long lost,
    @JsonInclude(Include.NON_NULL) Long empty) {
  /** Those of a version. */
  public static OffsetCounts of(final ModelHead head) {
    final Tally t = head.getTally();
    final long offsets = LearnedLog.offsets(head.getLog(), head.getLineage());
    final long items =
        t.getExamples()
            + t.getRejected()
            + t.getUnlabeled()
            + t.getOthers()
            + t.getPassedOver()
            + t.getRevised()
            + t.getUndone();
    final boolean streamed = head.getSource() == null;
    return new OffsetCounts(
        streamed ? t.getRecords() : items,
        t.getPacked(),
        t.getExamples(),
        t.getRejected(),
        t.getUnlabeled(),
        t.getOthers(),
        t.getPassedOver(),
        t.getRevised(),
        t.getUndone(),
        t.getLost(),
        streamed ? offsets - t.getRecords() - t.getLost() : null);
  }

  /** The two sums, in words. */
  public List<String> lines() {
    final String items =
        "%s: %,d examples, %,d rejected, %,d unlabeled, %,d for other models, %,d passed over, %,d revised, %,d undone"
            .formatted(
                packed == 0
                    ? "%,d records".formatted(records)
                    : "%,d records of %,d items".formatted(records, records + packed),
                examples,
                rejected,
                unlabeled,
                others,
                passedOver,
                revised,
                undone);
    return empty == null
        ? List.of(items)
        : List.of(
            "%,d offsets: %,d records, %,d lost, %,d without a record"
                .formatted(records + lost + empty, records, lost, empty),
            items);
  }
}
