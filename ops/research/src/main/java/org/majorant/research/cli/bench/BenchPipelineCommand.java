package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.majorant.file.Format;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.research.bench.BenchData;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.PipelineBench;
import org.majorant.spec.CurvatureLimits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures the learner beside what Kafka and Kafka Streams do alone. */
@Command(
    name = "pipeline",
    description = {
      "Measure the learner against Kafka Streams.",
      "The same topic, on a broker of its own, is read by a plain consumer that only decodes, by"
          + " Kafka Streams doing nothing, and by the whole learner: with diagonal curvature"
          + " exactly once and at least once, and with full curvature. Vowpal Wabbit reads the"
          + " same examples from a file, in a process of its own."
    },
    footer = {
      "  ops/majorant bench pipeline --examples 100000 --rounds 1",
      "  ops/majorant bench pipeline --data ops/data/adult/a9a.gz --pack 100",
      "  ops/majorant bench pipeline --partitions 2 --threads 2",
    })
final class BenchPipelineCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private RoundsOption rounds;
  @Mixin private BenchOutput output;
  @Mixin private PeerOptions peers;

  @Option(
      names = "--examples",
      paramLabel = "N",
      defaultValue = "400000",
      description = "Examples on the topic.")
  private int examples;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "A LIBSVM file of examples, which is repeated until there are enough. Without a file"
              + " examples are drawn.")
  private String file;

  @Option(
      names = "--dimension",
      paramLabel = "D",
      defaultValue = "100000",
      description = "The number of features in all drawn examples together.")
  private int dimension;

  @Option(
      names = "--features",
      paramLabel = "N",
      defaultValue = "75",
      description = "The largest number of features of a drawn example.")
  private int features;

  @Option(
      names = "--curvature",
      paramLabel = "C",
      defaultValue = "auto",
      description =
          "diagonal; full, which measures both; or auto, which measures full, too, if the model is"
              + " small enough.")
  private Beside curvature;

  @Option(
      names = "--pack",
      paramLabel = "N",
      defaultValue = "1",
      description = "Examples in each record, 1 to 1000.")
  private int pack;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "1",
      description = "Partitions of the topic.")
  private int partitions;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads of Kafka Streams.")
  private int threads;

  private BenchPipelineCommand() {}

  /** What is measured beside diagonal curvature. */
  private enum Beside {
    AUTO,
    DIAGONAL,
    FULL
  }

  @Override
  public Integer call() throws Exception {
    requireUsage();
    final BenchData data =
        file == null
            ? BenchData.drawn(dimension, features, 2)
            : DataSets.read(FileOptions.of(Format.LIBSVM), file, null).data();
    final var settings =
        new PipelineBench.Settings(examples, pack, rounds.count(), partitions, threads, full(data));
    final int measurements = settings.measurements();
    try (ProgressBar progress =
        ProgressBar.of(command, "of %d measurements".formatted(measurements))) {
      progress.show(0, 0);
      final PipelineBench bench = new PipelineBench(data, settings);
      final Measured<PipelineBench.Result> measured =
          Measured.of(
              () ->
                  bench.run(
                      peers.peers(), over -> progress.show((double) over / measurements, over)));
      progress.clear();
      output.print(measured, this::print);
    }
    return 0;
  }

  private void requireUsage() {
    rounds.requireUsage();
    if (file != null) {
      final String because = "is for drawn examples: leave it out, or --data";
      Usage.refuse(command, because, "--dimension", "--features");
    }
    Usage.require(command, examples >= 1, "--examples must be 1 or more");
    Usage.require(command, dimension >= 1, "--dimension must be 1 or more");
    Usage.require(command, features >= 1, "--features must be 1 or more");
    Usage.require(command, threads >= 1, "--threads must be 1 or more");
    Usage.requirePack(command, pack);
    Usage.requirePartitions(command, partitions);
  }

  /** Whether full curvature is measured, too. */
  private boolean full(final BenchData data) {
    final CurvatureLimits limits = CurvatureLimits.of(data.spec("bench", "diagonal"));
    Usage.require(
        command,
        curvature != Beside.FULL || limits.allowsFull(),
        "--curvature: " + limits.refusal());
    return curvature != Beside.DIAGONAL && limits.allowsFull();
  }

  private void print(final PipelineBench.Result r, final PrintWriter out) {
    out.printf(
        "%,d examples of %.0f bytes, medians of %d rounds%n",
        examples, r.exampleBytes(), rounds.count());
    out.printf("a  consumer that decodes         %,10.0f/s%n", r.decode());
    out.printf("b  Kafka Streams doing nothing   %,10.0f/s%n", r.streams());
    out.printf(
        "c  learner, diagonal             %,10.0f/s   c/b %.2f   c/a %.2f%n",
        r.learner(), r.learnerToStreams(), r.learner() / r.decode());
    out.printf(
        "d  the same at least once        %,10.0f/s   c/d %.2f%n",
        r.atLeastOnce(), r.exactlyOnceToAtLeastOnce());
    if (r.full() != null) {
      out.printf(
          "e  learner, full                 %,10.0f/s   e/c %.2f%n", r.full(), r.fullToDiagonal());
    }
    if (r.vw() != null) {
      out.printf(
          "f  Vowpal Wabbit, from a file    %,10.0f/s   c/f %.2f%n", r.vw(), r.learner() / r.vw());
    } else if (r.unavailable() != null) {
      out.println("f  Vowpal Wabbit was not measured: " + r.unavailable());
    }
    out.printf(
        "CPU time of an example in c: %.2f us of its stream threads, %.2f us of its process, %.2f us of the broker%n",
        r.learnerMicros(), r.processMicros(), r.brokerMicros());
    out.printf(
        "bytes of a feature in c: %.1f in summaries, %.1f in bases%n",
        r.summaryBytes(), r.baseBytes());
    if (r.vw() != null) {
      out.printf(
          "Vowpal Wabbit's thread takes %.2f us; c's to f's %.2f%n",
          1e6 / r.vw(), r.learnerMicros() * r.vw() / 1e6);
    }
  }
}
