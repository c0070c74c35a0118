package org.majorant.input;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.majorant.log.GapLog;
import org.majorant.schema.InputLog;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;

/**
 * The log that a model has learned from. One property holds for all that a model learns: the log
 * that is read is this one. A topic has an id, which it does not keep when it is made again
 * (KIP-516). If somebody asks for the id after records were read, and it is this log's, they were
 * read from this log, because no id comes back.
 *
 * @param input its topic
 * @param log null: it is not known yet, so any topic of that name is it
 * @param lineage the offsets that were learned
 */
public record LearnedLog(String model, String input, InputLog log, List<PartitionOffset> lineage) {
  /** A base's; nothing was learned where there is none. */
  public static LearnedLog of(final ModelSpec spec, final SurrogateHead base) {
    return base == null
        ? new LearnedLog(spec.getModel(), Topics.learned(spec), null, List.of())
        : new LearnedLog(spec.getModel(), Topics.learned(spec), base.getLog(), base.getLineage());
  }

  /** A version's. */
  public static LearnedLog of(final ModelHead version) {
    return new LearnedLog(
        version.getModel(),
        Topics.learned(version.getSpec()),
        version.getLog(),
        version.getLineage());
  }

  /** The same, where it is known by now. */
  public LearnedLog knownAs(final InputLog known) {
    return new LearnedLog(model, input, known, lineage);
  }

  /** The log of a model that begins with a topic. */
  public static InputLog first(final String topic) {
    return InputLog.newBuilder().setTopic(topic).build();
  }

  /** The head of a base that knows what the last one knows, and begins the epoch of a log. */
  public static SurrogateHead begin(final InputLog epoch, final SurrogateHead last) {
    final PartitionOffset merged = last.getSummaries();
    return SurrogateHead.newBuilder(last)
        .setBase(last.getBase() + 1)
        .setLineage(epoch.getBegins())
        .setActive(List.of())
        .setAlone(-1)
        .setQuota(0)
        .setSummaries(
            new PartitionOffset(merged == null ? 0 : merged.getPartition(), epoch.getSummaries()))
        .setLog(epoch)
        .build();
  }

  /** How many offsets were learned or lost in all epochs up to a lineage of the last one. */
  public static long offsets(final InputLog log, final List<PartitionOffset> lineage) {
    return log == null
        ? sum(lineage)
        : log.getFormerOffsets() + sum(lineage) - sum(log.getBegins());
  }

  private static long sum(final List<PartitionOffset> offsets) {
    return offsets.stream().mapToLong(PartitionOffset::getNext).sum();
  }

  /** Which epoch a log is of. */
  public static int epoch(final InputLog log) {
    return log == null ? 0 : log.getEpoch();
  }

  /**
   * Asks whether the topic is still this log.
   *
   * @return why it is not, in one line; empty where it is
   */
  public Optional<String> difference(final GapLog topics) {
    final GapLog.Topic now = topics.topic(input);
    final Optional<String> other = difference(now);
    return other.isPresent()
        ? other
        : difference(now.partitions() == 0 ? new long[0] : topics.ends(input, now.partitions()));
  }

  /** Why a topic is not this log, by its id. */
  Optional<String> difference(final GapLog.Topic now) {
    if (now.id() == null) {
      return Optional.of("topic %s is not there any more".formatted(input));
    }
    if (log == null || log.getTopic().equals(now.id())) {
      return Optional.empty();
    }
    return Optional.of(
        "topic %s was deleted and made again: %s has learned from the topic with id %s, and this one has id %s"
            .formatted(input, model, log.getTopic(), now.id()));
  }

  /**
   * Why a topic is not this log, by where its partitions end.
   *
   * @param ends of each partition
   */
  Optional<String> difference(final long[] ends) {
    return lineage.stream()
        .filter(learned -> learned.getNext() > end(ends, learned.getPartition()))
        .findFirst()
        .map(
            learned ->
                "%s-%d ends at offset %d, and %s has learned up to offset %d: the topic was truncated, or made again"
                    .formatted(
                        input,
                        learned.getPartition(),
                        end(ends, learned.getPartition()),
                        model,
                        learned.getNext()));
  }

  private static long end(final long[] ends, final int partition) {
    return partition < ends.length ? ends[partition] : 0;
  }

  /**
   * Requires that a topic, asked for now, is this log by its id.
   *
   * @throws OtherLog where it is not
   */
  public void require(final GapLog.Topic now) {
    difference(now)
        .ifPresent(
            line -> {
              throw new OtherLog(withRemedy(line));
            });
  }

  /**
   * Asks whether the summaries that a base was merged from are still on their topic, or were.
   *
   * @param base null: there is none
   * @return why they are not, in one line; empty where they are
   */
  public static Optional<String> summaries(
      final ModelSpec spec, final SurrogateHead base, final GapLog topics) {
    if (base == null || base.getBlocks() == 0 || base.getSummaries() == null) {
      return Optional.empty();
    }
    final int partition = base.getSummaries().getPartition();
    final long merged = base.getSummaries().getNext();
    final long end =
        partition >= 0 && partition < topics.topic(Topics.SUMMARIES).partitions()
            ? topics.endOfAll(new TopicPartition(Topics.SUMMARIES, partition))
            : 0;
    return end >= merged
        ? Optional.empty()
        : Optional.of(
            "%s-%d ends at offset %d, and base %d of %s has merged it up to offset %d: the topic was truncated, or made again"
                .formatted(
                    Topics.SUMMARIES, partition, end, base.getBase(), spec.getModel(), merged));
  }

  /** Why a topic is not this log, with what an operator can type. */
  public String withRemedy(final String difference) {
    return "%s; type 'models accept-recreated %s' to go on with the topic as it is now, or 'models delete %s' to begin anew"
        .formatted(difference, model, model);
  }
}
