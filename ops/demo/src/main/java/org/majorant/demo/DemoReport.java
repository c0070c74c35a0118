package org.majorant.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.majorant.file.evaluate.BaselineLosses;
import org.majorant.file.evaluate.Confusion;
import org.majorant.file.evaluate.EntityScores;
import org.majorant.ops.read.DriftLine;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.tally.Tallies;

/**
 * What a demo run came to; its names are those of the JSON that users' scripts read. Losses are in
 * nats an example, of sequences a token, cumulative over the run, without former runs in the same
 * directory.
 *
 * @param examples learned, as the last version says
 * @param tokens labeled tokens learned; null where there were no sequences
 * @param versions published
 * @param rejected sent to the dead letters
 * @param progressiveLogLoss mean of −log p, each example scored just before it was learned
 * @param progressiveAccuracy share whose most probable label was right, likewise
 * @param servedLogLoss mean of −log p of what was answered; null where nobody was
 * @param entities found, likewise; null where there were none
 * @param confusion of the labels, likewise; null where they are none or too many
 * @param baselines what the model must beat
 * @param drift the last alarms
 * @param lineage partition → next offset
 * @param boundSlackMin least of (bound − objective) over all steps, those of former runs too
 * @param seconds from the first example sent to the version that contains all
 * @param examplesPerSecond likewise
 */
public record DemoReport(
    long examples,
    @JsonInclude(Include.NON_NULL) Long tokens,
    long versions,
    long rejected,
    double progressiveLogLoss,
    double progressiveAccuracy,
    @JsonInclude(Include.NON_NULL) Double servedLogLoss,
    @JsonInclude(Include.NON_NULL) EntityScores entities,
    @JsonInclude(Include.NON_NULL) Confusion confusion,
    BaselineLosses baselines,
    @JsonInclude(Include.NON_EMPTY) List<DriftLine> drift,
    Map<Integer, Long> lineage,
    double boundSlackMin,
    double seconds,
    double examplesPerSecond) {
  /** The report on all that was learned between two versions; empty ones are of nothing. */
  static DemoReport of(
      final Optional<ModelHead> before, final Optional<ModelHead> head, final double seconds) {
    final Tally now = head.map(ModelHead::getTally).orElseGet(Tallies::empty);
    final Tally run = Tallies.since(before.map(ModelHead::getTally).orElseGet(Tallies::empty), now);
    final double weight = Math.max(run.getWeight(), Double.MIN_NORMAL);
    final Map<Integer, Long> lineage = new TreeMap<>();
    for (final PartitionOffset offset : head.map(ModelHead::getLineage).orElse(List.of())) {
      lineage.put(offset.getPartition(), offset.getNext());
    }
    return new DemoReport(
        run.getExamples(),
        run.getTokens() > 0 ? run.getTokens() : null,
        head.map(ModelHead::getVersion).orElse(0L) - before.map(ModelHead::getVersion).orElse(0L),
        run.getRejected(),
        run.getLogLoss() / weight,
        run.getCorrect() / weight,
        run.getServedWeight() > 0 ? run.getServedLogLoss() / run.getServedWeight() : null,
        EntityScores.of(run),
        head.map(last -> Confusion.of(last.getSpec().getLabels(), run.getConfusion())).orElse(null),
        BaselineLosses.of(run),
        head.map(DriftLine::of).orElse(List.of()),
        lineage,
        now.getSlackMin(),
        seconds,
        run.getExamples() / seconds);
  }
}
