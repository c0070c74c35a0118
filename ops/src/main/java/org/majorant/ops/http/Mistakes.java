package org.majorant.ops.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Duration;
import java.util.List;
import org.majorant.file.evaluate.Calibration;
import org.majorant.file.evaluate.Confusion;
import org.majorant.file.evaluate.LabelScores;
import org.majorant.file.evaluate.RankedPairs;
import org.majorant.ops.http.catalog.TallyWindow;
import org.majorant.schema.Tally;
import org.majorant.tally.SliceTable;
import org.majorant.tally.Tallies;

/**
 * What a model got wrong of the examples between two versions, each predicted before it was
 * learned. Each observed label counts once, of sequences each token, whatever its weight; labels
 * that are only known to be one of some do not count. What is null is not known.
 *
 * @param after the version before these examples; 0: the model had none
 * @param version the one after them
 * @param begin when the former was published, milliseconds since the epoch
 * @param end when the latter was
 * @param labels observed
 * @param confusion null where there are too many labels for it
 * @param byLabel likewise
 * @param event what calibration is of: the second of two labels; null: a right prediction
 * @param calibration of the probabilities of that event
 * @param ranking of two labels: whether examples of the second have the greater probabilities
 * @param slices losses by the values of the features that the spec names
 */
@JsonInclude(Include.NON_NULL)
record Mistakes(
    long after,
    long version,
    long begin,
    long end,
    long labels,
    Confusion confusion,
    List<LabelScores> byLabel,
    String event,
    Calibration calibration,
    RankedPairs ranking,
    @JsonInclude(Include.NON_EMPTY) List<SliceTable> slices) {
  /**
   * Of the last examples.
   *
   * @param names of the labels
   * @param span until the newest version
   */
  static Mistakes of(final List<String> names, final TallyWindow window, final Duration span) {
    final TallyWindow.Moment before = window.before(span);
    final TallyWindow.Moment now = window.newest();
    final Tally tally = Tallies.since(before.tally(), now.tally());
    final Confusion confusion = Confusion.of(names, tally.getConfusion());
    final boolean binary = names.size() == 2;
    return new Mistakes(
        before.version(),
        now.version(),
        before.created(),
        now.created(),
        tally.getReliability().stream().mapToLong(Long::longValue).sum(),
        confusion,
        confusion == null ? null : confusion.byLabel(),
        binary ? names.get(1) : null,
        Calibration.of(tally.getReliability(), tally.getProbability()),
        binary ? RankedPairs.of(tally.getReliability()) : null,
        SliceTable.of(tally));
  }
}
