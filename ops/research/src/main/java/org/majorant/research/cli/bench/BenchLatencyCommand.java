package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.majorant.file.Format;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.Usage;
import org.majorant.research.bench.BenchData;
import org.majorant.research.bench.LatencyBench;
import org.majorant.research.bench.Measured;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures how old what a model knows is. */
@Command(
    name = "latency",
    description = {
      "Measure how long an example takes at half load.",
      "It measures the time from sending an example until it is learned, and until a subscriber has"
          + " a version that learned it. The load is half the rate that the learner can do, on a"
          + " broker of its own."
    },
    footer = {
      "  ops/majorant bench latency",
      "  ops/majorant bench latency --data ops/data/adult/a9a.gz --seconds 60"
    })
final class BenchLatencyCommand implements Callable<Integer> {
  private static final int DIMENSION = 100_000;
  private static final int FEATURES = 75;

  @Spec private CommandSpec command;
  @Mixin private BenchOutput output;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "A LIBSVM file of examples, which is repeated. Without a file examples are drawn.")
  private String file;

  @Option(
      names = "--examples",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Examples for measuring the full rate.")
  private int examples;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "30",
      description = "Seconds of half load.")
  private double seconds;

  private BenchLatencyCommand() {}

  @Override
  public Integer call() throws Exception {
    Usage.require(command, examples >= 2, "--examples must be 2 or more");
    Usage.require(
        command, seconds > 0 && Double.isFinite(seconds), "--seconds must be more than 0");
    final BenchData data =
        file == null
            ? BenchData.drawn(DIMENSION, FEATURES, 2)
            : DataSets.read(FileOptions.of(Format.LIBSVM), file, null).data();
    final LatencyBench bench = new LatencyBench(data, examples, seconds);
    output.print(Measured.of(bench::run), this::print);
    return 0;
  }

  private void print(final LatencyBench.Result r, final PrintWriter out) {
    out.printf("%,d examples at %,.0f a second, which is half load%n", r.examples(), r.rate());
    out.printf("learned   p50 %,7.0f ms   p99 %,7.0f ms%n", r.learned().p50(), r.learned().p99());
    out.printf(
        "visible   p50 %,7.0f ms   p99 %,7.0f ms   with versions %,d ms apart%n",
        r.visible().p50(), r.visible().p99(), r.publishMillis());
  }
}
