package org.majorant.research.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.majorant.demo.broker.TemporaryDirectory;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.research.bench.Alternation.Measurement;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.store.Topics;

/**
 * How much of Kafka Streams' own speed the learner leaves, and what curvature and exactly-once cost
 * of it: readers of the same topic alternate, from a plain consumer to the whole learner.
 */
public final class PipelineBench {
  /** In the names of Kafka Streams' threads. */
  private static final String STREAM_THREAD = "-StreamThread-";

  private final BenchData data;
  private final Settings settings;

  /**
   * How a topic is read.
   *
   * @param examples on it
   * @param pack examples of a record, at most
   * @param rounds measurements of each reader
   * @param partitions of it
   * @param threads of Kafka Streams
   * @param full whether full curvature is measured, too
   */
  public record Settings(
      int examples, int pack, int rounds, int partitions, int threads, boolean full) {
    /** How many measurements there are at most. */
    public int measurements() {
      return rounds * (full ? 6 : 5);
    }
  }

  /**
   * Median rates in examples a second, and ratios of medians.
   *
   * @param exampleBytes bytes of one example, on average
   * @param decode of a consumer that only decodes
   * @param streams of Kafka Streams, exactly once, doing nothing
   * @param learner of the learner with diagonal curvature
   * @param atLeastOnce of the same without transactions
   * @param full of the learner with full curvature; null where it is not measured
   * @param vw of Vowpal Wabbit, which reads the same examples from a file, without Kafka; null
   *     where it is not measured
   * @param learnerToDecode where each record is one example, and likewise learnerToVw
   * @param packedToDecode where records have more, and likewise packedToVw
   * @param unavailable why Vowpal Wabbit takes none; null where it does, or is not wanted
   * @param learnerMicros processor time that an example takes of the learner's stream threads,
   *     which is to be compared with Vowpal Wabbit's one thread
   * @param processMicros the same of its whole process, with the majorizer
   * @param brokerMicros the same of the broker, meanwhile
   * @param summaryBytes bytes of the learner's summaries, for each feature that one of them has
   * @param baseBytes the same of its bases
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Result(
      double exampleBytes,
      double decode,
      double streams,
      double learner,
      double atLeastOnce,
      Double full,
      Double vw,
      double learnerToStreams,
      double exactlyOnceToAtLeastOnce,
      Double fullToDiagonal,
      Double learnerToDecode,
      Double learnerToVw,
      Double packedToDecode,
      Double packedToVw,
      String unavailable,
      double learnerMicros,
      double processMicros,
      double brokerMicros,
      double summaryBytes,
      double baseBytes) {}

  public PipelineBench(final BenchData data, final Settings settings) {
    this.data = data;
    this.settings = settings;
  }

  /**
   * Measures.
   *
   * @param peers null: none
   * @param done is told how many measurements are over
   */
  public Result run(final Peers peers, final IntConsumer done) throws Exception {
    return TemporaryDirectory.use(dir -> run(dir, peers, done));
  }

  private Result run(final Path dir, final Peers peers, final IntConsumer done) throws Exception {
    try (BenchBroker broker = new BenchBroker(dir, settings.partitions())) {
      final Map<String, Object> client = broker.client();
      final Path file = dir.resolve("examples");
      final Produced produced = produce(client, file);
      final PipelineReaders readers =
          new PipelineReaders(client, dir, settings, produced.records());
      final List<double[]> micros = new ArrayList<>();
      final Map<String, Measurement> measurements = measurements(readers, broker, micros);
      final String unavailable = add(measurements, peers, file);
      return result(
          produced.exampleBytes(),
          Alternation.medians(measurements, settings.rounds(), done),
          micros,
          unavailable);
    }
  }

  /**
   * @param micros get the processor times of the learner
   */
  private Map<String, Measurement> measurements(
      final PipelineReaders readers, final BenchBroker broker, final List<double[]> micros) {
    final Map<String, Measurement> measurements = new LinkedHashMap<>();
    final Function<String, ModelSpec> diagonal = model -> data.spec(model, "diagonal");
    final PipelineReaders.Decoding byHand = PipelineReaders.byHand();
    measurements.put("decode", () -> readers.decode(Topics.EXAMPLES, byHand));
    measurements.put("streams", () -> readers.streams(diagonal));
    measurements.put(
        "learner",
        () -> {
          final PipelineReaders.Pace pace =
              readers.learner(
                  diagonal,
                  true,
                  PipelineBench::ofStreamThreads,
                  PipelineBench::ofThisProcess,
                  broker::nanos);
          final double[] clocks = Arrays.copyOf(pace.micros(), pace.micros().length + 2);
          clocks[pace.micros().length] = broker.summaryBytes(pace.spec());
          clocks[pace.micros().length + 1] = broker.baseBytes(pace.spec());
          micros.add(clocks);
          return pace.rate();
        });
    measurements.put("atLeastOnce", () -> readers.learner(diagonal, false).rate());
    if (settings.full()) {
      measurements.put(
          "full", () -> readers.learner(model -> data.spec(model, "full"), true).rate());
    }
    return measurements;
  }

  /**
   * Adds Vowpal Wabbit, after a run that does not count: it may have to be built.
   *
   * @return why it cannot be measured, else null
   */
  private String add(
      final Map<String, Measurement> measurements, final Peers peers, final Path file)
      throws IOException, InterruptedException {
    if (peers != null) {
      try {
        final Path none = Files.createFile(file.resolveSibling("none"));
        peers.run(Peer.VW, file, none, 1);
        measurements.put("vw", () -> peers.run(Peer.VW, file, none, 1).examplesPerSecond());
      } catch (final Peer.Unavailable e) {
        return e.getMessage();
      }
    }
    return null;
  }

  private Result result(
      final double exampleBytes,
      final Map<String, Double> rates,
      final List<double[]> micros,
      final String unavailable) {
    final double learner = rates.get("learner");
    final Double full = rates.get("full");
    final Double vw = rates.get("vw");
    final Double toVw = vw == null ? null : learner / vw;
    final double toDecode = learner / rates.get("decode");
    final boolean packed = settings.pack() > 1;
    return new Result(
        exampleBytes,
        rates.get("decode"),
        rates.get("streams"),
        learner,
        rates.get("atLeastOnce"),
        full,
        vw,
        learner / rates.get("streams"),
        learner / rates.get("atLeastOnce"),
        full == null ? null : full / learner,
        packed ? null : (Double) toDecode,
        packed ? null : toVw,
        packed ? (Double) toDecode : null,
        packed ? toVw : null,
        unavailable,
        median(micros, 0),
        median(micros, 1),
        median(micros, 2),
        median(micros, 3),
        median(micros, 4));
  }

  private static double median(final List<double[]> measured, final int clock) {
    return Alternation.median(measured.stream().mapToDouble(each -> each[clock]).toArray());
  }

  private record Produced(double exampleBytes, long records) {}

  /** Sends the examples, and writes them to a file for peers. */
  private Produced produce(final Map<String, Object> client, final Path file) throws IOException {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    long bytes = 0;
    try (PeerFile peers = new PeerFile(data.spec("bench", "diagonal"), null, file);
        ExampleProducer producer =
            new ExampleProducer(client, Topics.EXAMPLES, 0, settings.pack())) {
      for (int i = 0; i < settings.examples(); i++) {
        final byte[] example = serde.encode(data.examples().apply(i));
        bytes += example.length;
        producer.send(example);
        peers.write(example);
      }
      producer.flush();
      return new Produced((double) bytes / settings.examples(), producer.records());
    }
  }

  /** Processor time up to now of the threads that decode and learn, nanoseconds. */
  private static long ofStreamThreads() {
    final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = 0;
    for (final ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().contains(STREAM_THREAD)) {
        nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return nanos;
  }

  /** The same of this process, with its garbage collector. */
  private static long ofThisProcess() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
