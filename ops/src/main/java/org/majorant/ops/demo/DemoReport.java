package org.majorant.ops.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.majorant.file.evaluate.BaselineLosses;
import org.majorant.file.evaluate.Confusion;
import org.majorant.file.evaluate.EntityScores;
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
 * @param entities found, likewise; null where there were none
 * @param confusion of the labels, likewise; null where they are none or too many
 * @param baselines what the model must beat
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
    @JsonInclude(Include.NON_NULL) EntityScores entities,
    @JsonInclude(Include.NON_NULL) Confusion confusion,
    BaselineLosses baselines,
    Map<Integer, Long> lineage,
    double boundSlackMin,
    double seconds,
    double examplesPerSecond) {
  /** The report on all that was learned between two versions; empty ones are of nothing. */
  static DemoReport of(
      final Optional<ModelHead> before, final Optional<ModelHead> head, final double seconds) {
    final Tally old = before.map(ModelHead::getTally).orElseGet(Tallies::empty);
    final Tally now = head.map(ModelHead::getTally).orElseGet(Tallies::empty);
    final double weight = Math.max(now.getWeight() - old.getWeight(), Double.MIN_NORMAL);
    final Map<Integer, Long> lineage = new TreeMap<>();
    for (final PartitionOffset offset : head.map(ModelHead::getLineage).orElse(List.of())) {
      lineage.put(offset.getPartition(), offset.getNext());
    }
    final long examples = now.getExamples() - old.getExamples();
    final long tokens = now.getTokens() - old.getTokens();
    final long entities = now.getEntities() - old.getEntities();
    final long predicted = now.getPredictedEntities() - old.getPredictedEntities();
    return new DemoReport(
        examples,
        tokens > 0 ? tokens : null,
        head.map(ModelHead::getVersion).orElse(0L) - before.map(ModelHead::getVersion).orElse(0L),
        now.getRejected() - old.getRejected(),
        (now.getLogLoss() - old.getLogLoss()) / weight,
        (now.getCorrect() - old.getCorrect()) / weight,
        entities + predicted > 0
            ? EntityScores.of(
                entities, predicted, now.getCorrectEntities() - old.getCorrectEntities())
            : null,
        head.map(last -> confusion(last.getSpec().getLabels(), old, now)).orElse(null),
        new BaselineLosses(
            (now.getNoChangeLogLoss() - old.getNoChangeLogLoss()) / weight,
            (now.getClassFrequencyLogLoss() - old.getClassFrequencyLogLoss()) / weight),
        lineage,
        now.getSlackMin(),
        seconds,
        examples / seconds);
  }

  private static Confusion confusion(
      final List<String> labels, final Tally before, final Tally after) {
    final List<Long> counts = new ArrayList<>(after.getConfusion());
    for (int i = 0; i < before.getConfusion().size(); i++) {
      counts.set(i, counts.get(i) - before.getConfusion().get(i));
    }
    return Confusion.of(labels, counts);
  }
}
