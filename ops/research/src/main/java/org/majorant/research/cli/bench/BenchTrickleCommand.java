package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.majorant.ops.options.Usage;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.TrickleBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures how old models are of which many learn little each. */
@Command(
    name = "trickle",
    description = {
      "Measure how soon many models of one application know what comes now and then.",
      "It measures the time from sending an example until a subscriber has a version that learned"
          + " it, of each model that reads its topic, and how much live heap all of them take. They"
          + " learn examples of Adult on a broker of its own, without members."
    },
    footer = {
      "  ops/majorant bench trickle --models 300 --seconds 20",
      "  MAJORANT_OPTS=-Xmx4g ops/majorant bench trickle"
    })
final class BenchTrickleCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private BenchOutput output;

  @Option(
      names = "--models",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Models of the application.")
  private int models;

  @Option(
      names = "--inputs",
      paramLabel = "N",
      defaultValue = "4",
      description = "Topics that they read, each of which has its share of the models.")
  private int inputs;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "0.2",
      description = "Examples a second on each topic.")
  private double rate;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "60",
      description = "Seconds of sending.")
  private double seconds;

  private BenchTrickleCommand() {}

  @Override
  public Integer call() throws Exception {
    Usage.require(command, models >= 1, "--models must be 1 or more");
    Usage.require(
        command, inputs >= 1 && inputs <= models, "--inputs must be 1 to the number of models");
    Usage.require(command, rate > 0 && Double.isFinite(rate), "--rate must be more than 0");
    Usage.require(
        command, seconds > 0 && Double.isFinite(seconds), "--seconds must be more than 0");
    final var settings = new TrickleBench.Settings(models, inputs, rate, seconds);
    final TrickleBench bench = new TrickleBench(DataSets.adult().data(), settings);
    output.print(Measured.of(bench::run), this::print);
    return 0;
  }

  private void print(final TrickleBench.Result r, final PrintWriter out) {
    out.printf(
        "%,d models on %d topics, %s examples a second on each: %,d versions%n",
        models, inputs, rate, r.versions());
    out.printf(
        "visible   p50 %,7.0f ms   p99 %,7.0f ms   with versions of a model %,d ms apart%n",
        r.visible().p50(), r.visible().p99(), r.publishMillis());
    out.printf("live heap %,11.0f MB%n", r.heap());
  }
}
