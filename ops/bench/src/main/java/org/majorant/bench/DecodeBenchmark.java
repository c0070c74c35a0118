package org.majorant.bench;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A record's bytes to an example: by the decoder, and by the generated class beside it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecodeBenchmark {
  private final ExampleDecoder decoder = new ExampleDecoder(Integer.MAX_VALUE);
  private final ExampleBuffer buffer = new ExampleBuffer();
  private final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
  private AdultRecords records;

  @Setup
  public void read() throws IOException {
    records = AdultRecords.of(List.of("-1", "+1"));
  }

  @Benchmark
  public ExampleBuffer decode() throws RejectedExample {
    decoder.decode(records.next(), buffer);
    return buffer;
  }

  @Benchmark
  public LabeledExample decodeByGeneratedClass() {
    return serde.decode(records.next());
  }
}
