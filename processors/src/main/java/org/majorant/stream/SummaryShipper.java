package org.majorant.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.majorant.challenge.Contender;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Summary;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.FeatureCounts;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.OpenLabels;
import org.majorant.summarize.ExampleIntake;
import org.majorant.summarize.UnshippedRange;
import org.majorant.tally.Baselines;
import org.majorant.trace.ExampleTrace;

/**
 * Writes a worker's summaries. The longer a summary is, the later the next one may come.
 *
 * <p>Where something fails, the worker is closed, and its task goes on for other models and commits
 * what was written. So a summary is written with its progress or not at all: all that may fail by
 * the model's fault comes before both.
 */
final class SummaryShipper {
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  /** A worker that holds says so that often while it has nothing to ship. */
  private static final long ANNOUNCE_MILLIS = 1000;

  private final ModelSpec spec;
  private final long fingerprint;
  private final byte[] key;
  private final TopologySettings settings;
  private final ProcessorContext<byte[], byte[]> context;
  private final WorkerCheckpoint checkpoint;
  private final ExampleIntake intake;
  private final UnshippedRange range;
  private final Contender contender;
  private final ExampleTrace trace;
  private long due;
  private long announceDue;

  SummaryShipper(
      final ModelSpec spec,
      final TopologySettings settings,
      final ProcessorContext<byte[], byte[]> context,
      final WorkerCheckpoint checkpoint,
      final ExampleIntake intake,
      final UnshippedRange range,
      final Contender contender,
      final ExampleTrace trace) {
    this.spec = spec;
    this.settings = settings;
    this.context = context;
    this.checkpoint = checkpoint;
    this.intake = intake;
    this.range = range;
    this.contender = contender;
    this.trace = trace;
    fingerprint = Fingerprint.of(spec);
    key = spec.getModel().getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the budget of bytes lets the next summary come. */
  boolean isDue(final long now) {
    return now >= due;
  }

  /** Whether a worker that holds has said nothing for long. */
  boolean isAnnouncementDue(final long now) {
    return now >= announceDue;
  }

  /**
   * Ships what was learned from the offsets [from, to), and saves that it has.
   *
   * @param tally of the examples that were learned
   * @param features counts of those that are watched; null: there are none
   * @param baselines as they are at the end
   */
  void ship(
      final Summary learned,
      final Tally tally,
      final FeatureCounts features,
      final Baselines baselines,
      final long from,
      final long to,
      final long now) {
    final long newest = range.newest();
    range.shipped(tally, to);
    final BoundSummary summary =
        BoundSummary.newBuilder()
            .setModel(spec.getModel())
            .setSpec(fingerprint)
            .setBase(learned.base())
            .setPartition(learned.partition())
            .setFrom(from)
            .setTo(to)
            .setTally(tally)
            .setHeld(learned.held())
            .setEvidence(learned.evidence())
            .setState(ByteBuffer.wrap(SiteCodec.encode(learned.site())))
            .setMoments(intake.proposal())
            .setNames(intake.takeNames())
            .setBegin(checkpoint.begin())
            .setMembers(Arrays.stream(learned.members()).boxed().toList())
            .setRecordTime(newest)
            .setComparison(contender.take())
            .setLabels(OpenLabels.areIn(spec) ? intake.labels().size() : 0)
            .setNewLabels(intake.newLabels())
            .setFeatures(features)
            .build();
    final byte[] bytes = SUMMARIES.encode(summary);
    settings.metrics().shipped(tally, intake.labels(), bytes.length);
    final Headers headers = trace.shipped(learned.partition(), from, to, now);
    due = now + 1000L * bytes.length / settings.outputBytesPerSecond().getAsLong();
    announceDue = now + ANNOUNCE_MILLIS;
    checkpoint.save(to, baselines);
    context.forward(new Record<>(key, bytes, now, headers), LearnerTopology.SUMMARIES_SINK);
  }
}
