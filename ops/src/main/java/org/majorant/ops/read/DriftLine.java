package org.majorant.ops.read;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.majorant.features.FeatureNames;
import org.majorant.features.Standardization;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.DriftMove;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.WatchedFeature;
import org.majorant.tally.DriftDetector;

/**
 * An alarm of drift, as JSON and as a line.
 *
 * @param time milliseconds since the epoch, when the learner noticed it
 * @param recordTime of the newest record that was learned then; null: not known
 * @param examples that were learned then
 * @param lineage partition → next offset then
 * @param moves what has moved, that which was noticed first before the others
 * @param forgetful what the members whose memories forget weighed then; null: there are none
 * @param kept what an example that was learned before counts since; null: the model did not forget
 */
public record DriftLine(
    long time,
    @JsonInclude(Include.NON_NULL) Long recordTime,
    long examples,
    @JsonProperty Map<Integer, Long> lineage,
    List<Move> moves,
    @JsonInclude(Include.NON_NULL) Double forgetful,
    @JsonInclude(Include.NON_NULL) Double kept) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  /**
   * A mean that has moved.
   *
   * @param of "loss", nats a decision, or "served", that of what services answered, or the share of
   *     a "label" or a "feature"
   * @param label null for others
   * @param feature its name, or its index where no name is known; null for others
   * @param above examples count in which the feature is above this, in its own unit; null: those
   *     that have it
   */
  public record Move(
      String of,
      @JsonInclude(Include.NON_NULL) String label,
      @JsonInclude(Include.NON_NULL) String feature,
      @JsonInclude(Include.NON_NULL) Double above,
      double before,
      double after) {
    private static Move of(final DriftMove move, final ModelHead head) {
      final WatchedFeature watched = move.getFeature();
      return new Move(
          move.getOf(),
          move.getLabel(),
          watched == null ? null : name(watched.getFeature(), head),
          watched == null || watched.getAbove() == null ? null : above(watched, head),
          move.getBefore(),
          move.getAfter());
    }

    private static String name(final int feature, final ModelHead head) {
      final String name = new FeatureNames(head.getSpec(), head.getNames()).ofInput(feature);
      return name == null ? "feature " + feature : name;
    }

    private static double above(final WatchedFeature watched, final ModelHead head) {
      if (head.getMoments() == null) {
        return watched.getAbove();
      }
      final Standardization by =
          Standardization.of(head.getSpec().getFeatures(), head.getMoments());
      final int i = Arrays.binarySearch(by.features(), watched.getFeature());
      return i < 0 ? watched.getAbove() : by.means()[i] + watched.getAbove() / by.scales()[i];
    }

    private String line() {
      if (of.equals(DriftDetector.LOSS)) {
        return "the loss went from %.4f to %.4f".formatted(before, after);
      }
      if (of.equals(DriftDetector.SERVED)) {
        return "the loss of what was served went from %.4f to %.4f".formatted(before, after);
      }
      final String which =
          feature == null ? label : above == null ? feature : "%s > %.4g".formatted(feature, above);
      return "the share of %s went from %.3f to %.3f".formatted(which, before, after);
    }
  }

  /** The last alarms of a version. */
  public static List<DriftLine> of(final ModelHead head) {
    return head.getAlarms().stream().map(alarm -> of(alarm, head)).toList();
  }

  private static DriftLine of(final DriftAlarm alarm, final ModelHead head) {
    final Map<Integer, Long> lineage = new TreeMap<>();
    for (final PartitionOffset offset : alarm.getLineage()) {
      lineage.put(offset.getPartition(), offset.getNext());
    }
    return new DriftLine(
        alarm.getTime(),
        alarm.getRecordTime() < 0 ? null : alarm.getRecordTime(),
        alarm.getExamples(),
        lineage,
        alarm.getMoves().stream().map(move -> Move.of(move, head)).toList(),
        alarm.getForgetful(),
        alarm.getKept());
  }

  /** For people. */
  public String line() {
    return "    drift at %,d examples, %s: %s%s%s"
        .formatted(
            examples,
            TIME.format(Instant.ofEpochMilli(time).atZone(ZoneId.systemDefault())),
            moves.stream().map(Move::line).collect(Collectors.joining("; ")),
            forgetful == null
                ? ""
                : "; memories that forget weighed %.0f %%".formatted(100 * forgetful),
            kept == null
                ? ""
                : "; what was learned before counts %.2g %% since".formatted(100 * kept));
  }
}
