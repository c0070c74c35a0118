package org.majorant.ops.cli.models;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.fleet.Specs;
import org.majorant.fleet.SpecsTable;
import org.majorant.fleet.ToldFaults;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.read.AppliedLine;
import org.majorant.ops.read.ModelLine;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.Terminal;
import org.majorant.ops.terminal.TextTable;
import org.majorant.schema.ModelHead;
import org.majorant.store.VersionStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that shows which models there are, published or applied. */
@Command(
    name = "list",
    description = "Show the newest version of each model, and of those that fleets learn who does.",
    footer = "  ops/majorant models list")
final class ModelsListCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsListCommand() {}

  /** A model that has a version. */
  private record Published(
      @JsonUnwrapped ModelLine line,
      @JsonProperty @JsonInclude(Include.NON_NULL) AppliedLine applied) {}

  /** A model that has none yet. */
  private record Applied(@JsonProperty String model, @JsonProperty AppliedLine applied) {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final VersionStore store = models.readHeads();
    final Map<String, AppliedLine> applied = applied();
    final Map<String, ModelLine> lines = new TreeMap<>();
    for (final String model : store.models()) {
      final List<ModelHead> versions = store.versions(model);
      lines.put(model, ModelLine.of(versions.get(versions.size() - 1)));
    }
    final Set<String> all = new TreeSet<>(lines.keySet());
    all.addAll(applied.keySet());
    if (json) {
      final List<Object> listed = new ArrayList<>();
      for (final String model : all) {
        listed.add(
            lines.containsKey(model)
                ? new Published(lines.get(model), applied.get(model))
                : new Applied(model, applied.get(model)));
      }
      out().println(Json.line(listed));
    } else if (all.isEmpty()) {
      command
          .commandLine()
          .getErr()
          .println("No model has a version yet: learn one with 'ops/majorant learn --spec FILE'");
    } else {
      print(all, lines, applied);
    }
    return 0;
  }

  private void print(
      final Set<String> all,
      final Map<String, ModelLine> lines,
      final Map<String, AppliedLine> applied) {
    final int longest = all.stream().mapToInt(String::length).max().orElse(0);
    final var columns = ModelLine.columns(longest);
    final TextTable table = new TextTable(out(), Terminal.width(command), columns);
    table.header();
    for (final String model : all) {
      final ModelLine line = lines.get(model);
      if (line == null) {
        final List<String> none = new ArrayList<>(Collections.nCopies(columns.size(), "-"));
        none.set(0, model);
        table.row(none);
      } else {
        table.row(line.cells());
        line.below(null).forEach(out()::println);
      }
      if (applied.containsKey(model)) {
        out().println("  " + applied.get(model).line());
      }
    }
  }

  /** What is applied, where this client may read it. */
  private Map<String, AppliedLine> applied() {
    final Map<String, AppliedLine> lines = new TreeMap<>();
    final Properties client = models.connection().clientProperties();
    try (Specs specs = new Specs(client)) {
      final SpecsTable table = specs.readIfAllowed();
      final Map<String, String> learners = specs.learners(table);
      final Map<String, Map<String, String>> faults = ToldFaults.read(client, table);
      table
          .applied()
          .forEach(
              (model, spec) ->
                  lines.put(
                      model,
                      AppliedLine.of(
                          spec, learners.get(model), faults.getOrDefault(model, Map.of()))));
    }
    return lines;
  }

  private PrintWriter out() {
    return command.commandLine().getOut();
  }
}
