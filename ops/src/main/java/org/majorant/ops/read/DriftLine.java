package org.majorant.ops.read;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.DriftMove;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;

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
   * @param of "loss", nats a decision, or "label", the share of one
   * @param label null for the loss
   */
  public record Move(
      String of, @JsonInclude(Include.NON_NULL) String label, double before, double after) {
    private static Move of(final DriftMove move) {
      return new Move(move.getOf(), move.getLabel(), move.getBefore(), move.getAfter());
    }

    private String line() {
      return label == null
          ? "the loss went from %.4f to %.4f".formatted(before, after)
          : "the share of %s went from %.3f to %.3f".formatted(label, before, after);
    }
  }

  /** The last alarms of a version. */
  public static List<DriftLine> of(final ModelHead head) {
    return head.getAlarms().stream().map(DriftLine::of).toList();
  }

  private static DriftLine of(final DriftAlarm alarm) {
    final Map<Integer, Long> lineage = new TreeMap<>();
    for (final PartitionOffset offset : alarm.getLineage()) {
      lineage.put(offset.getPartition(), offset.getNext());
    }
    return new DriftLine(
        alarm.getTime(),
        alarm.getRecordTime() < 0 ? null : alarm.getRecordTime(),
        alarm.getExamples(),
        lineage,
        alarm.getMoves().stream().map(Move::of).toList(),
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
