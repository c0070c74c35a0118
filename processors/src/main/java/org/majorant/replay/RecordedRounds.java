package org.majorant.replay;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.majorant.input.LearnedLog;
import org.majorant.log.GapLog;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.InputLog;
import org.majorant.schema.Merging;
import org.majorant.schema.Publication;
import org.majorant.schema.Round;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recorded rounds of the bases that lead to one version. A model that began again counts its
 * bases and versions from 1: then the newest version with that number is meant.
 */
final class RecordedRounds {
  private static final Logger LOG = LoggerFactory.getLogger(RecordedRounds.class);
  private static final AvroSerde<Round> ROUNDS = AvroSerde.of(Round.class);

  private final byte[] model;
  private final long version;
  private final List<Round> life = new ArrayList<>(); // since base 1
  private List<Round> found = List.of();
  private long newestVersion;

  private RecordedRounds(final String model, final long version) {
    this.model = model.getBytes(StandardCharsets.UTF_8);
    this.version = version;
  }

  /**
   * The rounds from the model's first base to the publication of the version.
   *
   * @throws ReplayException where they, or their summaries, are not all on their topics
   */
  static List<Round> of(final GapLog log, final String model, final long version) {
    final TopicPartition partition = new TopicPartition(Topics.ROUNDS, 0);
    final RecordedRounds rounds = new RecordedRounds(model, version);
    log.replay(partition, log.start(partition), log.end(partition), rounds::take);
    if (rounds.found.isEmpty()) {
      final String there =
          rounds.newestVersion == 0
              ? "there is none of this model"
              : "the newest there is " + rounds.newestVersion;
      throw new ReplayException(
          "version %d of %s is not on %s: %s".formatted(version, model, Topics.ROUNDS, there));
    }
    requireAll(log, rounds.found);
    return rounds.found;
  }

  private void take(final ConsumerRecord<byte[], byte[]> record) {
    if (!Arrays.equals(record.key(), model) || record.value() == null) {
      return;
    }
    try {
      add(ROUNDS.decode(record.value()));
    } catch (final SerializationException e) {
      LOG.warn("offset {} of {} is no round: {}", record.offset(), Topics.ROUNDS, e.getMessage());
    }
  }

  private void add(final Round round) {
    if (round.getEvent() instanceof Merging && round.getBase() == 1) {
      life.clear();
    }
    life.add(round);
    if (round.getEvent() instanceof Publication publication) {
      newestVersion = publication.getVersion();
      if (newestVersion == version) {
        found = List.copyOf(life);
      }
    }
  }

  static List<Merging> mergings(final List<Round> rounds) {
    return rounds.stream()
        .map(Round::getEvent)
        .filter(Merging.class::isInstance)
        .map(Merging.class::cast)
        .toList();
  }

  private static void requireAll(final GapLog log, final List<Round> rounds) {
    if (mergings(rounds).isEmpty() || rounds.get(0).getStart() == null) {
      throw lacking(log, rounds);
    }
    long base = 0;
    long to = -1;
    int epoch = LearnedLog.epoch(rounds.get(0).getStart().getLog());
    for (final Round round : rounds) {
      final InputLog other = round.getStart() == null ? null : round.getStart().getLog();
      if (LearnedLog.epoch(other) > epoch) { // an operator has written a base that begins it
        epoch = other.getEpoch();
        base++;
        to = other.getSummaries();
      }
      if (round.getStart() != null && base > 0 && round.getBase() > base + 1) {
        throw new ReplayException(
            "%s changed places with another model before base %d, and a replay does not go back beyond that"
                .formatted(round.getModel(), round.getBase()));
      }
      if (round.getEvent() instanceof Merging merging) {
        if (round.getBase() != base + 1 || base > 0 && merging.getFrom() != to) {
          throw lacking(log, rounds);
        }
        base = round.getBase();
        to = merging.getTo();
      } else if (round.getBase() != base) {
        throw lacking(log, rounds);
      }
    }
    if (mergings(rounds).get(0).getFrom() < summariesStart(log, rounds)) {
      throw lacking(log, rounds);
    }
  }

  /** Says where what is there begins. */
  static ReplayException lacking(final GapLog log, final List<Round> rounds) {
    final long start = summariesStart(log, rounds);
    final String since =
        rounds.stream()
            .filter(
                round -> round.getEvent() instanceof Merging merging && merging.getFrom() >= start)
            .findFirst()
            .map(
                round ->
                    "they exist from base %d on, since %s"
                        .formatted(round.getBase(), Instant.ofEpochMilli(round.getTime())))
            .orElse("nothing of it exists");
    return new ReplayException(
        "a replay begins at the model's first base, which retention has taken from %s or %s (%s)"
            .formatted(Topics.SUMMARIES, Topics.ROUNDS, since));
  }

  private static long summariesStart(final GapLog log, final List<Round> rounds) {
    return mergings(rounds).stream()
        .findFirst()
        .map(merging -> log.start(new TopicPartition(Topics.SUMMARIES, merging.getPartition())))
        .orElse(0L);
  }
}
