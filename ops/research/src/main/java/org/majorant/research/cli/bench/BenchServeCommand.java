package org.majorant.research.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.ServeBench;
import org.majorant.research.bench.ServeBench.Answers;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures how fast predictions are answered over HTTP. */
@Command(
    name = "serve",
    description = {
      "Measure how fast 'serve' answers predictions for rows of Adult.",
      "A server that has a model of Adult must run. The floor is the same server answering /healthz."
    },
    footer = {
      "  ops/majorant bench serve --url http://127.0.0.1:8080",
      "  ops/majorant bench serve --model adult --seconds 30 --json"
    })
final class BenchServeCommand implements Callable<Integer> {
  private static final int ROWS = 4000;
  private static final int BATCH = 100;

  @Spec private CommandSpec command;
  @Mixin private BenchOutput output;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8080",
      description = "Where the server listens.")
  private URI url;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      defaultValue = "adult",
      description = "Its model of Adult.")
  private String model;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Of each of the three measurements, and of the warm-up before it.")
  private int seconds;

  private BenchServeCommand() {}

  private record Result(Answers floor, Answers one, Answers hundred, double oneToFloor) {}

  @Override
  public Integer call() throws Exception {
    Usage.require(command, seconds >= 1, "--seconds must be 1 or more");
    Usage.require(
        command,
        url.getHost() != null && url.getPort() > 0,
        "--url must have host and port, as http://127.0.0.1:8080");
    try {
      output.print(Measured.of(this::measure), this::print);
    } catch (final ConnectException e) {
      throw new CommandFailed(
          "nobody listens at %s: start 'ops/majorant serve', or name another by --url"
              .formatted(url),
          e);
    }
    return 0;
  }

  private Result measure() throws IOException {
    final ServeBench bench = new ServeBench(url, Duration.ofSeconds(seconds));
    final String path = "/api/models/%s/predict".formatted(model);
    final List<String> rows = rows();
    final List<String> batches = new ArrayList<>();
    for (int from = 0; from < ROWS; from += BATCH) {
      batches.add("[" + String.join(",", rows.subList(from, from + BATCH)) + "]");
    }
    final Answers floor = bench.ask("/healthz", List.of());
    final Answers one = bench.ask(path, rows);
    final Answers hundred = bench.ask(path, batches);
    return new Result(floor, one, hundred, one.perSecond() / floor.perSecond());
  }

  private static List<String> rows() {
    final var adult = DataSets.adult().data();
    final List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      final LabeledExample example = adult.examples().apply(i);
      final SparseVector features = (SparseVector) ((Point) example.getStructure()).getFeatures();
      rows.add(
          features.getIndices().stream()
              .map(String::valueOf)
              .collect(Collectors.joining(",", "{\"vector\":{\"indices\":[", "]}}")));
    }
    return rows;
  }

  private void print(final Result result, final PrintWriter out) {
    print("floor", result.floor, 1, out);
    print("1 row", result.one, 1, out);
    print("100 rows", result.hundred, BATCH, out);
    out.printf("one row to floor  %.2f%n", result.oneToFloor);
  }

  private static void print(
      final String name, final Answers answers, final int rows, final PrintWriter out) {
    out.printf(
        "%-9s %,8.0f requests/s  %,9.0f rows/s  median %.2f ms, 99%% %.2f ms%n",
        name, answers.perSecond(), rows * answers.perSecond(), answers.median(), answers.p99());
  }
}
