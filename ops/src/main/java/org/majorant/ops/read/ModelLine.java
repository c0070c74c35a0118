package org.majorant.ops.read;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.majorant.challenge.Verdict;
import org.majorant.file.evaluate.BaselineLosses;
import org.majorant.file.evaluate.Calibration;
import org.majorant.file.evaluate.Confusion;
import org.majorant.file.evaluate.EntityScores;
import org.majorant.ops.lineage.OffsetCounts;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.tally.SliceTable;

/**
 * What one version says of itself, as JSON and as a line. Losses are in nats an example, of
 * sequences a token, cumulative since the model began; null where it has scored nothing since, as
 * after an import.
 *
 * @param created milliseconds since the epoch
 * @param counts of the offsets before the lineage, which add up to it
 * @param lineage partition → next offset
 * @param topicId that brokers gave the topic of the lineage; null: not known, or no topic
 * @param epoch how often an operator has had it go on with another topic; null as the id
 * @param tokens labeled tokens learned; null where there were no sequences
 * @param entities found progressively; null where there were none
 * @param confusion of the labels, progressively; null where they are none or too many
 * @param calibration of the probabilities, progressively: of two labels of the second one's, of
 *     more of the prediction's; null where there are no labels
 * @param slices losses by the values of the features that the spec names
 * @param served how well services answered to the examples; null where nobody logged it
 * @param mixture of the members that predict; null where the weights alone do
 * @param alarms of drift, the last ones, by time
 * @param comparison with the model that it challenges; null: none
 */
public record ModelLine(
    String model,
    long version,
    long created,
    @JsonUnwrapped OffsetCounts counts,
    @JsonInclude(Include.NON_NULL) Double progressiveLogLoss,
    @JsonInclude(Include.NON_NULL) Double progressiveAccuracy,
    @JsonInclude(Include.NON_NULL) BaselineLosses baselines,
    double objective,
    double bound,
    double boundSlackMin,
    double stepNorm,
    @JsonProperty Map<Integer, Long> lineage,
    @JsonInclude(Include.NON_NULL) String topicId,
    @JsonInclude(Include.NON_NULL) Integer epoch,
    @JsonInclude(Include.NON_NULL) Long tokens,
    @JsonInclude(Include.NON_NULL) EntityScores entities,
    @JsonInclude(Include.NON_NULL) Confusion confusion,
    @JsonInclude(Include.NON_NULL) Calibration calibration,
    @JsonInclude(Include.NON_EMPTY) List<SliceTable> slices,
    @JsonInclude(Include.NON_NULL) ServedAnswers served,
    @JsonInclude(Include.NON_NULL) MixtureLine mixture,
    @JsonInclude(Include.NON_EMPTY) List<DriftLine> alarms,
    @JsonInclude(Include.NON_NULL) Verdict comparison) {
  public static ModelLine of(final ModelHead head) {
    final Tally t = head.getTally();
    final boolean scored = t.getWeight() > 0;
    final Map<Integer, Long> lineage = new TreeMap<>();
    for (final PartitionOffset offset : head.getLineage()) {
      lineage.put(offset.getPartition(), offset.getNext());
    }
    return new ModelLine(
        head.getModel(),
        head.getVersion(),
        head.getCreated(),
        OffsetCounts.of(head),
        scored ? t.getLogLoss() / t.getWeight() : null,
        scored ? t.getCorrect() / t.getWeight() : null,
        scored ? BaselineLosses.of(t) : null,
        head.getObjective(),
        head.getBound(),
        t.getSlackMin(),
        head.getStepNorm(),
        lineage,
        head.getLog() == null ? null : head.getLog().getTopic(),
        head.getLog() == null ? null : head.getLog().getEpoch(),
        t.getTokens() > 0 ? t.getTokens() : null,
        EntityScores.of(t),
        Confusion.of(head.getSpec().getLabels(), t.getConfusion()),
        Calibration.of(t.getReliability(), t.getProbability()),
        SliceTable.of(t),
        ServedAnswers.of(t, head.getSpec().getLabels().size()),
        MixtureLine.of(head.getMembers(), head.getSpec()),
        DriftLine.of(head),
        Optional.ofNullable(head.getComparison())
            .map(with -> Verdict.of(with, head.getSpec()))
            .orElse(null));
  }

  /** From which topic it has learned; empty where that is not known. */
  public Optional<String> learnedFrom() {
    return Optional.ofNullable(topicId)
        .map(id -> "the topic's id is %s, in epoch %d of the lineage".formatted(id, epoch));
  }

  /**
   * Of a table of versions.
   *
   * @param longest characters of a model's name
   */
  public static List<Column> columns(final int longest) {
    return List.of(
        Column.text("model", longest),
        Column.number("version", 7),
        Column.number("examples", 11),
        Column.number("rejected", 8),
        Column.number("log-loss", 8),
        Column.number("accuracy", 8),
        Column.number("no change", 9),
        Column.number("class fr.", 9));
  }

  /** A row under {@link #columns}. */
  public List<String> cells() {
    return List.of(
        model,
        "%d".formatted(version),
        "%,d".formatted(counts.examples()),
        "%,d".formatted(counts.rejected()),
        four(progressiveLogLoss),
        four(progressiveAccuracy),
        four(noChange()),
        four(classFrequency()));
  }

  /**
   * What stands below the row.
   *
   * @param above the row of the version before, whose last alarm is not said again; null: none
   */
  public List<String> below(final ModelLine above) {
    final DriftLine last = alarm();
    final boolean told = above != null && Objects.equals(last, above.alarm());
    return Stream.of(
            served == null ? null : served.line(), told || last == null ? null : last.line())
        .filter(Objects::nonNull)
        .toList();
  }

  /** The last alarm; null: there was none. */
  private DriftLine alarm() {
    return alarms.isEmpty() ? null : alarms.get(alarms.size() - 1);
  }

  /** Loss of the predictor of the last label; null where nothing was scored. */
  Double noChange() {
    return baselines == null ? null : Double.valueOf(baselines.noChange());
  }

  /** Loss of the predictor of the labels' frequencies; null where nothing was scored. */
  Double classFrequency() {
    return baselines == null ? null : Double.valueOf(baselines.classFrequency());
  }

  /** Four decimals, or a dash where nobody knows the number. */
  static String four(final Double number) {
    return number == null ? "-" : "%.4f".formatted(number);
  }
}
