package org.majorant.ops.operate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.majorant.fleet.Specs;
import org.majorant.fleet.SpecsTable;
import org.majorant.growth.SpecHistory;
import org.majorant.log.AtomicWrite;
import org.majorant.log.KafkaGapLog;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.ops.read.NewestBase;
import org.majorant.ops.read.PublishedModels;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.InputLog;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.Fingerprint;
import org.majorant.store.Topics;

/**
 * A challenger takes its champion's place, and the champion the challenger's. Each takes its spec,
 * what it has learned and its lineage along, so that no offset is learned twice or left out. The
 * numbers of bases and versions stay with the names, so that readers see a version like any other.
 *
 * <p>First it is wished, and a fleet stops both models and says so by a base that rests. Then the
 * specs and the bases of both are written in one transaction. So until that is done each model is
 * what it was, and whoever was stopped on the way gives the command again.
 *
 * @param client how to reach the brokers
 * @param timeout how long a broker may take to answer, and a fleet to stop a model
 */
public record Exchange(Map<?, ?> client, Duration timeout) {
  /**
   * What a model knows before the exchange.
   *
   * @param version of its newest version
   */
  private record Side(Base base, long version) {}

  /**
   * Does nothing where one of both is not any more what it was, because somebody else has exchanged
   * them meanwhile: that would be taken back.
   *
   * @param champion as it was applied when the challenger was found to be better
   * @param challenger likewise
   * @return whether they have changed places
   * @throws CommandFailed where one of both has learned nothing, or a fleet does not stop them in
   *     time
   */
  public boolean run(final AppliedSpec champion, final AppliedSpec challenger) {
    final List<AppliedSpec> asked = List.of(champion, challenger);
    try (Specs specs = new Specs(client);
        KafkaGapLog log = new KafkaGapLog(client, "none")) {
      final Map<String, Long> bases = new HashMap<>();
      for (final AppliedSpec each : asked) {
        final String name = each.getModel();
        bases.put(name, NewestBase.requireHead(client, name, timeout).getBase());
      }
      final List<AppliedSpec> stopping = specs.change(before -> begin(before, asked, bases));
      for (final AppliedSpec each : stopping) {
        awaitStop(specs, each);
      }
      if (stopping.isEmpty()) {
        return false;
      }
      final List<ProducerRecord<byte[], byte[]>> records = exchanged(stopping, log);
      return specs.write(
          now ->
              AtomicWrite.of(now.applied().values().containsAll(stopping) ? records : List.of()));
    } catch (final KafkaException e) {
      throw new CommandFailed(
          "'%s' has not taken the place yet (%s): give the command again"
              .formatted(challenger.getModel(), e.getMessage()),
          e);
    }
  }

  private static List<AppliedSpec> begin(
      final SpecsTable now, final List<AppliedSpec> asked, final Map<String, Long> bases) {
    final List<AppliedSpec> same =
        asked.stream()
            .flatMap(
                each ->
                    now.applied(each.getModel()).stream()
                        .filter(applied -> applied.getIncarnation() == each.getIncarnation())
                        .filter(applied -> applied.getVersion() == each.getVersion()))
            .toList();
    return same.size() == asked.size()
        ? SpecChanges.beginExchange(same.get(0), same.get(1), bases, System.currentTimeMillis())
        : List.of();
  }

  private void awaitStop(final Specs specs, final AppliedSpec stopping) {
    final String name = stopping.getModel();
    FleetStop.await(
            specs,
            name,
            lives -> NewestBase.awaitRest(client, name, stopping.getLastBase(), timeout, lives))
        .ifPresent(
            fleet -> {
              throw FleetStop.late(fleet, name, timeout);
            });
  }

  /**
   * @param both the champion, and the challenger
   */
  private List<ProducerRecord<byte[], byte[]>> exchanged(
      final List<AppliedSpec> both, final KafkaGapLog log) {
    final Side champion = side(both.get(0));
    final Side challenger = side(both.get(1));
    final List<AppliedSpec> after =
        SpecChanges.exchanged(both.get(0), both.get(1), System.currentTimeMillis());
    final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    records.addAll(records(champion, challenger.base, after.get(0).getSpec(), log));
    records.addAll(records(challenger, champion.base, after.get(1).getSpec(), log));
    after.forEach(applied -> records.add(Specs.record(applied)));
    return records;
  }

  private Side side(final AppliedSpec applied) {
    final ModelSpec spec = applied.getSpec();
    final Base base =
        NewestBase.whole(client, SpecHistory.of(applied), timeout)
            .orElseThrow(
                () ->
                    new CommandFailed(
                        "the newest base of '%s' is of another spec".formatted(spec.getModel())));
    final long version =
        PublishedModels.newest(client, spec.getModel(), timeout)
            .map(ModelHead::getVersion)
            .orElse(0L);
    return new Side(base, Math.max(version, base.head().getVersion()));
  }

  /**
   * The base by which a model goes on as another one.
   *
   * @param from what the other one knows
   */
  private static List<ProducerRecord<byte[], byte[]>> records(
      final Side side, final Base from, final ModelSpec spec, final KafkaGapLog log) {
    final SurrogateHead own = side.base.head();
    final long base = own.getBase() + 1;
    final int at = own.getSummaries() == null ? 0 : own.getSummaries().getPartition();
    final SurrogateHead head =
        SurrogateHead.newBuilder(from.head())
            .setModel(spec.getModel())
            .setSpec(Fingerprint.of(spec))
            .setBase(base)
            .setVersion(side.version)
            .setSummaries(
                new PartitionOffset(at, log.end(new TopicPartition(Topics.SUMMARIES, at))))
            .setRestarted(base)
            .setSnapshot(0)
            .setState(from.hash())
            .setLog(log(from.head().getLog(), own.getLog()))
            .setComparison(null)
            .setRests(false)
            .build();
    return BaseRecords.of(head, SiteCodec.encode(from.state().site()), log);
  }

  /** The log of the other one's lineage; the place on the summaries is of the model's partition. */
  private static InputLog log(final InputLog from, final InputLog own) {
    return from == null || own == null
        ? from
        : InputLog.newBuilder(from).setSummaries(own.getSummaries()).build();
  }
}
