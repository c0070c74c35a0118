package org.majorant.research.bench.drift;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.growth.SpecHistory;
import org.majorant.learn.Worker;
import org.majorant.majorize.Majorization;
import org.majorant.majorize.RefusedSummary;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.merge.Summary;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.tally.Baselines;
import org.majorant.tally.DriftDetector;

/** One pass over a drawn stream, as one worker and a majorizer learn it. */
final class DriftRun {
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  /** At most one base comes in so many examples. */
  private static final int BASE = 100;

  private final DriftStream stream;
  private final ModelSpec spec;
  private final Random random;
  private final Worker worker;
  private final Majorization majorization;
  private final List<Long> alarms = new ArrayList<>();
  private long shipped;
  private long summaries;
  private long merged;
  private double sum;
  private double sumAfter;

  /**
   * @param spec the stream's, or one that learns it otherwise
   */
  DriftRun(final DriftStream stream, final ModelSpec spec, final int round) {
    this.stream = stream;
    this.spec = spec;
    random = new Random(stream.name().hashCode() + round);
    worker = new Worker(spec, 0, new Baselines(spec.getLabels().size()));
    majorization =
        new Majorization(
            SpecHistory.of(spec), 0, (partition, offset) -> true, Duration.ZERO, List.of());
    majorization.startAt(0);
  }

  /**
   * Learns all of it.
   *
   * @param losses a file to which each loss is written, cut off, from 0 to 1
   */
  void learn(final Path losses) throws IOException {
    final ExampleMapper mapper =
        new ExampleMapper(spec, new FeatureSpace(spec), new ExampleDecoder(Integer.MAX_VALUE));
    final double clip = DriftDetector.clip(spec.getLabels().size());
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(losses), 1 << 16))) {
      long next = stream.batch().applyAsLong(random);
      for (long i = 0; i < stream.examples(); i++) {
        mapper.decode(EXAMPLES.encode(stream.draw().at(i, random)));
        final double loss = worker.learn(mapper.map(), i);
        sum += loss;
        sumAfter += isAfterAChange(i) ? loss : 0;
        out.writeFloat((float) (Math.min(clip, Math.max(0, loss)) / clip));
        if (i + 1 == next) {
          ship(i + 1);
          next += stream.batch().applyAsLong(random);
        }
      }
    } catch (final RejectedExample | RefusedSummary e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isAfterAChange(final long i) {
    return stream.changes().stream().anyMatch(c -> i >= c && i < c + DriftBench.LATEST);
  }

  private void ship(final long to) throws RefusedSummary {
    final Summary learned = worker.ship(to, 0);
    final Tally tally = worker.takeTally();
    tally.setRecords(to - shipped);
    final BoundSummary summary =
        BoundSummary.newBuilder()
            .setModel(spec.getModel())
            .setSpec(Fingerprint.of(spec))
            .setBase(learned.base())
            .setPartition(0)
            .setFrom(shipped)
            .setTo(to)
            .setTally(tally)
            .setState(ByteBuffer.wrap(SiteCodec.encode(learned.site())))
            .setFeatures(worker.takeFeatures())
            .setMembers(Arrays.stream(learned.members()).boxed().toList())
            .build();
    majorization.take(
        summaries++,
        spec.getModel().getBytes(StandardCharsets.UTF_8),
        SUMMARIES.encode(summary),
        to);
    shipped = to;
    if (to - merged >= BASE) {
      merged = to;
      final Base base = majorization.merge(summaries, 0, to);
      base.head().getAlarms().stream()
          .map(DriftAlarm::getExamples)
          .filter(at -> alarms.isEmpty() || at > alarms.get(alarms.size() - 1))
          .forEach(alarms::add);
      worker.adopt(base, to, true);
    }
  }

  /** After how many examples there was an alarm. */
  List<Long> alarms() {
    return alarms;
  }

  /** Nats an example, before it was learned. */
  double loss() {
    return sum / stream.examples();
  }

  /** The same of the examples after each change. */
  double lossAfterChanges() {
    return sumAfter / (DriftBench.LATEST * stream.changes().size());
  }
}
