package org.majorant.ops.deadletters;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.Rejection;

/**
 * What is told of a dead letter in a table and as JSON; its bytes are not.
 *
 * @param offset of the dead letter
 * @param rejected when, milliseconds since the epoch
 * @param reason as the metrics spell it
 * @param recordOffset of the rejected record in its topic and partition
 * @param item which example of a packed record was rejected, from 0; null: the record itself
 * @param recordTimestamp its own, milliseconds since the epoch
 * @param replayedTo the topic that it was last replayed to; null where it was not
 */
public record DeadLetterLine(
    long offset,
    long rejected,
    String model,
    String reason,
    String topic,
    int partition,
    long recordOffset,
    Integer item,
    long recordTimestamp,
    String message,
    String replayedTo) {
  /**
   * @param replayedTo the topic that it was last replayed to; null where it was not
   */
  public static DeadLetterLine of(final StoredDeadLetter stored, final String replayedTo) {
    final DeadLetter letter = stored.letter();
    return new DeadLetterLine(
        stored.offset(),
        stored.rejected(),
        printable(letter.getModel()),
        reason(letter.getReason()),
        printable(letter.getTopic()),
        letter.getPartition(),
        letter.getOffset(),
        letter.getItem(),
        letter.getTimestamp(),
        printable(letter.getMessage()),
        replayedTo == null ? null : printable(replayedTo));
  }

  /** As the metrics spell it. */
  public static String reason(final Rejection reason) {
    return reason.name().toLowerCase(Locale.ROOT);
  }

  /** Of a table of such lines, each as wide as its longest cell. */
  public static List<Column> columns(final List<DeadLetterLine> lines) {
    final List<List<String>> rows = lines.stream().map(DeadLetterLine::cells).toList();
    return List.of(
        Column.number("offset", longest(rows, 0)),
        Column.text("when", longest(rows, 1)),
        Column.text("model", longest(rows, 2)),
        Column.text("reason", longest(rows, 3)),
        Column.text("record", longest(rows, 4)),
        Column.text("replayed to", longest(rows, 5)),
        Column.text("detail", longest(rows, 6)));
  }

  /** A row under {@link #columns}. */
  public List<String> cells() {
    return List.of(
        "%d".formatted(offset),
        Instant.ofEpochMilli(rejected).toString(),
        model,
        reason,
        place(),
        replayedTo == null ? "" : replayedTo,
        message);
  }

  /** Where the record is, and which of its examples was rejected. */
  public String place() {
    return "%s-%d@%d%s"
        .formatted(topic, partition, recordOffset, item == null ? "" : " item " + item);
  }

  private static int longest(final List<List<String>> rows, final int column) {
    return rows.stream().mapToInt(cells -> cells.get(column).length()).max().orElse(0);
  }

  /** One line, with nothing in it that a terminal would obey: what was rejected may be hostile. */
  private static String printable(final String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}]", " ");
  }
}
