package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that runs every other bench, so that one run on one machine has all numbers. */
@Command(
    name = "all",
    description = {
      "Run all benches, one after another.",
      "For each it prints the command that runs it alone. If one fails, the others do not run."
    },
    footer = {"  ops/majorant bench all --quick", "  ops/majorant bench all"})
final class BenchAllCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = "--quick",
      description = "Run one round of each, on fewer examples. The numbers are rough.")
  private boolean quick;

  @Option(
      names = "--without-peers",
      description = "Do not measure other learners. Maven builds them before they first run.")
  private boolean withoutPeers;

  @Option(
      names = "--json",
      description = "Print one JSON object, which has an object for each command.")
  private boolean json;

  private BenchAllCommand() {}

  @Override
  public Integer call() {
    final PrintWriter out = command.commandLine().getOut();
    final Map<String, String> documents = new LinkedHashMap<>();
    for (final List<String> call : calls(quick, withoutPeers)) {
      final String shown = String.join(" ", call);
      final CommandLine bench = command.commandLine().getParent().getSubcommands().get(call.get(0));
      final List<String> arguments = new ArrayList<>(call.subList(1, call.size()));
      final StringWriter document = new StringWriter();
      if (json) {
        arguments.add("--json");
        bench.setOut(new PrintWriter(document));
      } else {
        out.printf("ops/majorant bench %s%n", shown);
      }
      final int exitCode = bench.execute(arguments.toArray(String[]::new));
      if (exitCode != 0) {
        return exitCode;
      }
      documents.put(shown, document.toString().strip());
      out.printf(json ? "" : "%n");
    }
    if (json) {
      out.println(
          documents.entrySet().stream()
              .map(entry -> "\"%s\":%s".formatted(entry.getKey(), entry.getValue()))
              .collect(Collectors.joining(",", "{", "}")));
    }
    return 0;
  }

  /** Words of each command line behind {@code bench}. */
  static List<List<String>> calls(final boolean quick, final boolean withoutPeers) {
    final String round = quick ? " --rounds 1" : "";
    final String peers = withoutPeers ? " --without-peers" : "";
    final String few = quick ? " --examples 200000" : "";
    final String many = " --examples " + (quick ? "1000000" : "3000000");
    return List.of(
            "pipeline" + few + round + peers,
            "pipeline --pack 100" + few + round + peers,
            "pipeline --data ADULT --examples 400000" + round + peers,
            "pipeline --data ADULT --pack 100" + many + round + peers,
            "events" + few + round,
            "fleet" + (quick ? " --models 50 --examples 20000" : "") + round,
            "trickle" + (quick ? " --models 200 --seconds 10" : ""),
            "late" + few,
            "quality --format libsvm --data ADULT --test ADULT.T" + round + peers,
            "quality --format text --data SMS --shuffle 1 --holdout 0.2" + round + peers,
            "league --rows " + (quick ? 300 : 1000) + peers,
            "drift --examples " + (quick ? "20000" : "100000") + round + peers,
            "train" + round + peers,
            "sequence --format conll --data TRAIN --test TEST" + round + peers,
            "scale" + (quick ? " --examples 2000" : "") + round,
            "latency --data ADULT" + few + (quick ? " --seconds 10" : ""),
            "serve" + (quick ? " --seconds 3" : ""))
        .stream()
        .map(line -> Stream.of(line.split(" ")).map(BenchAllCommand::file).toList())
        .toList();
  }

  /** The path for the name of a file; any other word as it is. */
  private static String file(final String word) {
    return switch (word) {
      case "ADULT" -> DataSets.shipped("adult/a9a.gz");
      case "ADULT.T" -> DataSets.shipped("adult/a9a.t.gz");
      case "SMS" -> DataSets.shipped("sms/SMSSpamCollection.gz");
      case "TRAIN" -> DataSets.shipped("wikigold/train.conll.gz");
      case "TEST" -> DataSets.shipped("wikigold/test.conll.gz");
      default -> word;
    };
  }
}
