package org.majorant.ops.cli.deadletters;

import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.majorant.ops.deadletters.DeadLetterLine;
import org.majorant.ops.deadletters.DeadLetterReader;
import org.majorant.ops.deadletters.StoredDeadLetter;
import org.majorant.ops.options.DeadLetterFilter;
import org.majorant.ops.options.DeadLetterReading;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.Terminal;
import org.majorant.ops.terminal.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that shows the newest dead letters, a line each, and counts them all by reason. */
@Command(
    name = "list",
    description = "Show the newest dead letters, and how many there are for each reason.",
    footer = {
      "  ops/majorant dead-letters list",
      "  ops/majorant dead-letters list --model adult --reason label --since 2h",
    })
final class DeadLettersListCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private DeadLetterReading reading;
  @Mixin private DeadLetterFilter filter;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many of the newest to show.")
  private int limit;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Map<String, Long> reasons = new TreeMap<>();
  private final Deque<DeadLetterLine> newest = new ArrayDeque<>();

  private DeadLettersListCommand() {}

  /** What is printed. */
  private record Listed(long count, Map<String, Long> reasons, List<DeadLetterLine> letters) {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    Usage.require(command, limit >= 0, "--limit must be 0 or more");
    try (DeadLetterReader reader = reading.open()) {
      final Map<Long, String> replayed = reader.replayed();
      reader.letters(stored -> add(stored, replayed.get(stored.offset())));
      final long count = reasons.values().stream().mapToLong(n -> n).sum();
      print(new Listed(count, reasons, List.copyOf(newest)));
      reader
          .passedOver()
          .ifPresent(what -> command.commandLine().getErr().println("majorant: " + what));
    }
    return 0;
  }

  private void add(final StoredDeadLetter stored, final String replayedTo) {
    if (filter.test(stored)) {
      final DeadLetterLine line = DeadLetterLine.of(stored, replayedTo);
      reasons.merge(line.reason(), 1L, Long::sum);
      newest.addLast(line);
      if (newest.size() > limit) {
        newest.removeFirst();
      }
    }
  }

  private void print(final Listed listed) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(listed));
      return;
    }
    if (!listed.letters.isEmpty()) {
      final TextTable table =
          new TextTable(out, Terminal.width(command), DeadLetterLine.columns(listed.letters));
      table.header();
      listed.letters.forEach(line -> table.row(line.cells()));
    }
    final String byReason =
        reasons.entrySet().stream()
            .map(reason -> "%s %,d".formatted(reason.getKey(), reason.getValue()))
            .collect(Collectors.joining(", "));
    out.printf(
        "%,d dead letter%s%s%n",
        listed.count, listed.count == 1 ? "" : "s", byReason.isEmpty() ? "" : ": " + byReason);
  }
}
