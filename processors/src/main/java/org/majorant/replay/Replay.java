package org.majorant.replay;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.majorant.growth.SpecHistory;
import org.majorant.input.LearnedLog;
import org.majorant.log.GapLog;
import org.majorant.majorize.BaseReader;
import org.majorant.majorize.Majorization;
import org.majorant.majorize.RefusedSummary;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.model.Model;
import org.majorant.schema.InputLog;
import org.majorant.schema.Merging;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.Publication;
import org.majorant.schema.Round;
import org.majorant.schema.Start;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.ModelCodec;
import org.majorant.store.ModelState;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;

/**
 * Rebuilds a version from the summaries on their topic, base by base as its majorizer did. A base
 * depends on which summaries were merged together, when, and what the majorizer had just gone
 * through: a start, or a sum that could not be solved. The rounds say so. All arithmetic is that of
 * one thread in one order, so the same bits come out, and each base's checksum says whether.
 */
public final class Replay {
  private final byte[] key;
  private final List<Round> all;
  private final List<Merging> mergings;
  private final Iterator<Round> rounds;
  private Round round;
  private Merging merging; // the round's; null past the last
  private Majorization majorization;
  private Base published;
  private Model parameters;
  private final List<ModelSpec> specs = new ArrayList<>(); // that majorizers started with
  private List<NameCount> names = List.of();
  private long version;
  private long bases;
  private long summaries;
  private long bytes;
  private String difference;

  private Replay(final String model, final List<Round> rounds) {
    key = model.getBytes(StandardCharsets.UTF_8);
    all = rounds;
    mergings = RecordedRounds.mergings(rounds);
    this.rounds = rounds.iterator();
  }

  /**
   * Reads rounds and summaries, those of committed transactions only.
   *
   * @throws ReplayException where they are not all there, or cannot be solved again
   */
  public static RebuiltVersion of(final GapLog log, final String model, final long version) {
    final Replay replay = new Replay(model, RecordedRounds.of(log, model, version));
    try {
      replay.read(log);
    } catch (final ArithmeticException e) {
      throw new ReplayException(
          "base %d of %s cannot be solved again: %s"
              .formatted(replay.round.getBase(), model, e.getMessage()));
    }
    return replay.result();
  }

  private void read(final GapLog log) {
    next();
    log.replay(
        new TopicPartition(Topics.SUMMARIES, merging.getPartition()),
        merging.getFrom(),
        mergings.get(mergings.size() - 1).getTo(),
        new GapLog.RecordSink() {
          @Override
          public void accept(final ConsumerRecord<byte[], byte[]> record) {
            take(record);
          }

          @Override
          public void lost(final long first, final long end) {
            throw RecordedRounds.lacking(log, all);
          }
        });
    while (merging != null) {
      merge();
    }
  }

  /** Goes on to the next base that is to be merged, past the versions before it. */
  private void next() {
    merging = null;
    while (merging == null && rounds.hasNext()) {
      round = rounds.next();
      if (round.getStart() != null) {
        start(round.getStart());
      }
      if (round.getEvent() instanceof Publication publication) {
        publish(publication);
      } else {
        merging = (Merging) round.getEvent();
        if (merging.getAgain() >= 0) {
          majorization.goBack(merging.getAgain());
        }
      }
    }
  }

  /** With nothing, or from the newest base as it was read back. */
  private void start(final Start start) {
    final Base last = majorization == null ? null : majorization.last();
    final SpecHistory history = SpecHistory.of(start.getSpec(), specs);
    specs.add(start.getSpec());
    majorization =
        new Majorization(
            history,
            mergings.get(0).getPartition(),
            (partition, offset) -> true, // those that were refused are recorded, and left out
            Duration.ofMillis(start.getPatience()),
            names);
    majorization.learnFrom(start.getLog());
    if (last != null) {
      final SurrogateHead head = head(last.head(), start.getLog());
      majorization.restore(
          BaseReader.of(new Snapshot<>(head, SiteCodec.encode(last.state().site())), history),
          head.getBase());
    }
  }

  /** As it was read back: an operator may have begun an epoch of another log on it. */
  private static SurrogateHead head(final SurrogateHead last, final InputLog log) {
    return LearnedLog.epoch(log) > LearnedLog.epoch(last.getLog())
        ? LearnedLog.begin(log, last)
        : SurrogateHead.newBuilder(last).setLog(log).build();
  }

  private void take(final ConsumerRecord<byte[], byte[]> record) {
    while (merging != null && record.offset() >= merging.getTo()) {
      merge();
    }
    if (!Arrays.equals(record.key(), key)
        || merging != null && record.offset() < merging.getFrom()) { // it is of a former epoch
      return;
    }
    bytes += record.value() == null ? 0 : record.value().length;
    if (isRefused(record.offset())) {
      return;
    }
    try {
      final boolean merges =
          record.offset() < merging.getAgain()
              ? majorization.takeSolvable(
                  record.offset(), record.key(), record.value(), round.getTime())
              : majorization.take(record.offset(), record.key(), record.value(), round.getTime());
      summaries += merges ? 1 : 0;
    } catch (final RefusedSummary e) {
      differ(
          "the summary at offset %d was merged, and now is refused: %s"
              .formatted(record.offset(), e.getMessage()));
    }
  }

  private boolean isRefused(final long offset) {
    return merging.getRefused().stream()
        .anyMatch(range -> range.getFrom() <= offset && offset < range.getTo());
  }

  private void merge() {
    final Base base = majorization.merge(merging.getTo(), version, round.getTime());
    bases++;
    if (!isAsMerged(base)) {
      differ("base %d differs".formatted(round.getBase()));
    }
    next();
  }

  private boolean isAsMerged(final Base base) {
    if (merging.getState() != null && base.hash() != null) {
      return merging.getState().equals(base.hash());
    }
    final Site state = base.state().site();
    return merging.getChecksum() == SnapshotFormat.checksum(SiteCodec.encode(state))
        || merging.getChecksum() == SnapshotFormat.checksum(SiteCodec.encodeBefore(state));
  }

  private void publish(final Publication publication) {
    version = publication.getVersion();
    published = majorization.last();
    final ModelSpec spec = majorization.spec();
    final var solution = published.constrained(spec);
    names = majorization.names().choose(solution.theta());
    parameters =
        solution
            .model(spec, version)
            .with(published.head().getMoments())
            .mixing(solution.members(spec, published.head().getMembers()));
    if (!isAsPublished(publication)) {
      differ("version %d differs".formatted(version));
    }
  }

  private boolean isAsPublished(final Publication publication) {
    final byte[] data = ModelCodec.encode(parameters);
    return publication.getState() == null
        ? publication.getChecksum() == SnapshotFormat.checksum(data)
        : publication.getState() == ModelState.hash(majorization.spec(), data);
  }

  private void differ(final String what) {
    if (difference == null) {
      difference = what;
    }
  }

  private RebuiltVersion result() {
    return new RebuiltVersion(
        published, parameters, names, bases, summaries, bytes, Optional.ofNullable(difference));
  }
}
