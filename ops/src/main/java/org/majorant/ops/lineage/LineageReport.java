package org.majorant.ops.lineage;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.store.Topics;

/**
 * Who learns which partition of a model's topic, and how far each is, at one moment. Null is what
 * is not known; {@code unknown} says why.
 *
 * <p>The lag is what can be read and has not been read: the end less the position of the reader,
 * which moves past markers of transactions and aborted records. Kafka's own lag of a consumer is
 * the same, and so are the metric {@code majorant_lag_records} and whatever shows one of them. A
 * fleet's reader is that of many models, so there the lag is what the version has not learned.
 *
 * @param time of the answer, milliseconds since the epoch
 * @param version whose lineage this is
 * @param before the version before it; 0: it is the first
 * @param base that it was solved from
 * @param topic that it learns from
 * @param partitions of the topic; those of the lineage where the topic is not known
 * @param lag of all of them
 * @param counts what became of the offsets that the version has learned
 * @param majorizer who merges what they learn
 * @param here what the process that answers has besides, where it learns the model
 * @param unknown {@code end} (of partitions, and with it the lag), {@code instance} (that has a
 *     partition or merges), {@code before} or {@code here}, where it is null → the reason, in one
 *     line
 */
public record LineageReport(
    String model,
    long time,
    long version,
    Long before,
    long base,
    String topic,
    List<Line> partitions,
    Long lag,
    OffsetCounts counts,
    Instance majorizer,
    Here here,
    SortedMap<String, String> unknown) {
  private static final String UNKNOWN = "unknown";

  /** What the keys of {@link #unknown} are called for people. */
  private static final Map<String, String> WORDS =
      Map.of(
          "before", "what is new",
          "end", "where partitions end (and so the lag)",
          "instance", "who has a partition, or merges,",
          "here", "what is held, and the newest base,");

  /**
   * One partition.
   *
   * @param learned the version has learned all offsets up to this one, without it; null: none yet
   * @param learnedBefore the same of the version before; null also where that had learned none
   * @param read up to where its reader is, which may hold records back, or would be if it had gone
   *     past what cannot be read; no less than learned
   * @param end where records that can be read end
   * @param lag offsets from the one to the other
   * @param instance who has it
   */
  public record Line(
      int partition,
      Long learned,
      Long learnedBefore,
      Long read,
      Long end,
      Long lag,
      Instance instance) {}

  /**
   * A learner, as the group knows it.
   *
   * @param id its {@code --instance-id}
   * @param client the id of its consumer
   * @param host its address
   */
  public record Instance(String id, String client, String host) {
    @Override
    public String toString() {
      return "%s at %s".formatted(id, host);
    }
  }

  /**
   * What a learner knows of itself.
   *
   * @param newestBase number of the newest base that it has read
   * @param heldExamples that wait until more may be learned
   * @param inFlightExamples that it has learned, and no base contains
   */
  public record Here(long newestBase, long heldExamples, long inFlightExamples) {}

  /**
   * A version beside what brokers say.
   *
   * @param before the version before; empty where it is not kept
   * @param here null where another process learns the model, or none does
   * @param elsewhere why here is null
   */
  static LineageReport of(
      final ModelHead head,
      final Optional<ModelHead> before,
      final BrokersSay said,
      final Here here,
      final String elsewhere) {
    final List<Line> lines = lines(offsets(head), before.map(LineageReport::offsets), said);
    final Long parent =
        head.getParent() == 0 ? Long.valueOf(0) : before.map(ModelHead::getVersion).orElse(null);
    final SortedMap<String, String> unknown = new TreeMap<>();
    if (lines.isEmpty() || lines.stream().anyMatch(line -> line.end == null)) {
      unknown.put("end", said.noEnd());
    }
    if (said.majorizer() == null || lines.stream().anyMatch(line -> line.instance == null)) {
      unknown.put("instance", said.noInstance());
    }
    if (parent == null) {
      unknown.put("before", "version %d is not kept any more".formatted(head.getParent()));
    }
    if (here == null) {
      unknown.put("here", elsewhere);
    }
    return new LineageReport(
        head.getModel(),
        System.currentTimeMillis(),
        head.getVersion(),
        parent,
        head.getBase(),
        Topics.learned(head.getSpec()),
        lines,
        unknown.containsKey("end") ? null : lines.stream().mapToLong(Line::lag).sum(),
        OffsetCounts.of(head),
        said.majorizer(),
        here,
        unknown);
  }

  private static List<Line> lines(
      final Map<Integer, Long> learned,
      final Optional<Map<Integer, Long>> before,
      final BrokersSay said) {
    final Map<Integer, Long> learnedBefore = before.orElse(Map.of());
    final SortedSet<Integer> partitions = new TreeSet<>(learned.keySet());
    partitions.addAll(said.ends().keySet());
    return partitions.stream()
        .map(p -> line(p, learned.get(p), learnedBefore.get(p), said))
        .toList();
  }

  /** The lineage: partition → next offset. */
  static Map<Integer, Long> offsets(final ModelHead head) {
    final Map<Integer, Long> offsets = new TreeMap<>();
    for (final PartitionOffset offset : head.getLineage()) {
      offsets.put(offset.getPartition(), offset.getNext());
    }
    return offsets;
  }

  private static Line line(
      final int partition, final Long learned, final Long before, final BrokersSay said) {
    final Long end = said.ends().get(partition);
    final Long read = said.read(partition, learned);
    return new Line(
        partition,
        learned,
        before,
        read,
        end,
        end == null || read == null ? null : Math.max(0, end - read),
        said.owners().get(partition));
  }

  /** Of a table for people. */
  @JsonIgnore
  public List<Column> columns() {
    return List.of(
        Column.text("partition", topic.length() + 3),
        Column.number("learned up to", 13),
        Column.number("new", 9),
        Column.number("read up to", 13),
        Column.number("end", 13),
        Column.number("lag", 9),
        Column.text("learned by", 10));
  }

  /** The rows below {@link #columns}. */
  public List<List<String>> rows() {
    return partitions.stream()
        .map(
            line ->
                List.of(
                    "%s-%d".formatted(topic, line.partition),
                    line.learned == null ? "nothing" : "%,d".formatted(line.learned),
                    gained(line),
                    number(line.read),
                    number(line.end),
                    number(line.lag),
                    line.instance == null ? UNKNOWN : line.instance.toString()))
        .toList();
  }

  /** What is to be said of all partitions, and why something is unknown. */
  public List<String> lines() {
    final List<String> lines = new ArrayList<>(counts.lines());
    lines.add("version %d was solved from base %d".formatted(version, base));
    if (before != null && before > 0) {
      lines.add("new in it are offsets that version %d had not learned".formatted(before));
    }
    if (majorizer != null) {
      lines.add("%s merges what all learn".formatted(majorizer));
    }
    unknown.forEach((what, why) -> lines.add("%s is unknown: %s".formatted(WORDS.get(what), why)));
    return lines;
  }

  private String gained(final Line line) {
    if (before == null) {
      return UNKNOWN;
    }
    if (line.learned == null) {
      return "nothing";
    }
    return line.learnedBefore == null
        ? "all of it"
        : "%,d".formatted(line.learned - line.learnedBefore);
  }

  private static String number(final Long value) {
    return value == null ? UNKNOWN : "%,d".formatted(value);
  }
}
