package org.majorant.bench;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.learn.Learner;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A record's bytes to an example learned: what a worker does between two summaries. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LearnBenchmark {
  /** As the spec spells it. */
  @Param({"diagonal", "low-rank", "full"})
  public String curvature;

  /** Two are the data set's own, more are synthetic. */
  @Param({"2", "20"})
  public int labels;

  /** Whether a mixture predicts. */
  @Param({"none", "auto"})
  public String members;

  private final ExampleDecoder decoder = new ExampleDecoder(Integer.MAX_VALUE);
  private final ExampleBuffer buffer = new ExampleBuffer();
  private final SparsePoint x = new SparsePoint();
  private AdultRecords records;
  private FeatureSpace space;
  private Learner learner;

  @Setup
  public void read() throws IOException {
    final List<String> names =
        labels == 2
            ? List.of("-1", "+1")
            : IntStream.range(0, labels).mapToObj(c -> "label " + c).toList();
    final ModelSpec spec =
        SpecFile.read(
            """
            model: adult
            labels: ["%s"]
            features: {dimension: %d}
            curvature: {memory: %s}
            members: %s
            """
                .formatted(
                    String.join("\", \"", names), AdultRecords.DIMENSION, curvature, members));
    records = AdultRecords.of(names);
    space = new FeatureSpace(spec);
    learner = new Learner(spec, new Baselines(labels));
  }

  /** Its progressive loss, nats. */
  @Benchmark
  public double decodeAndStep() throws RejectedExample {
    decoder.decode(records.next(), buffer);
    x.fill(buffer, space);
    return learner.learn(x, 0);
  }
}
