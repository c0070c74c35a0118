package org.majorant.ops.demo;

import java.util.Map;
import java.util.TreeMap;
import org.majorant.ops.evaluate.BaselineLosses;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;

/**
 * What a demo run came to; its names are those of the JSON that users' scripts read. Losses are in
 * nats an example, cumulative over the run.
 *
 * @param examples learned, as the last version says
 * @param versions published
 * @param rejected sent to the dead letters
 * @param progressiveLogLoss mean of −log p, each example scored just before it was learned
 * @param progressiveAccuracy share whose most probable label was right, likewise
 * @param baselines what the model must beat
 * @param lineage partition → next offset
 * @param boundSlackMin least of (bound − objective) over all steps
 * @param seconds from the first example sent to the version that contains all
 * @param examplesPerSecond likewise
 */
public record DemoReport(
    long examples,
    long versions,
    long rejected,
    double progressiveLogLoss,
    double progressiveAccuracy,
    BaselineLosses baselines,
    Map<Integer, Long> lineage,
    double boundSlackMin,
    double seconds,
    double examplesPerSecond) {
  static DemoReport of(final ModelHead head, final double seconds) {
    final Tally tally = head.getTally();
    final double weight = Math.max(tally.getWeight(), Double.MIN_NORMAL);
    final Map<Integer, Long> lineage = new TreeMap<>();
    for (final PartitionOffset offset : head.getLineage()) {
      lineage.put(offset.getPartition(), offset.getNext());
    }
    return new DemoReport(
        tally.getExamples(),
        head.getVersion(),
        tally.getRejected(),
        tally.getLogLoss() / weight,
        tally.getCorrect() / weight,
        new BaselineLosses(
            tally.getNoChangeLogLoss() / weight, tally.getClassFrequencyLogLoss() / weight),
        lineage,
        tally.getSlackMin(),
        seconds,
        tally.getExamples() / seconds);
  }
}
