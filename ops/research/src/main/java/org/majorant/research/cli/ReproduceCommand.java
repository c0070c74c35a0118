package org.majorant.research.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.majorant.ops.options.ModelFiles;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.ops.terminal.Terminal;
import org.majorant.ops.terminal.TextTable;
import org.majorant.research.reproduce.Figure1;
import org.majorant.research.reproduce.Horses;
import org.majorant.research.reproduce.House;
import org.majorant.research.reproduce.MatchingEstimators;
import org.majorant.research.reproduce.PaperData;
import org.majorant.research.reproduce.Reproduction;
import org.majorant.research.reproduce.Roommates;
import org.majorant.research.reproduce.Table1;
import org.majorant.research.reproduce.Table2;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that computes tables and figures of papers again. */
@Command(
    name = "reproduce",
    description =
        "Repeat the experiments of two papers. table1, table2 and figure1 print the results of"
            + " Jebara and Choromanska (2012) again, beside the paper's own numbers. house and"
            + " horses learn matchings and images in one pass, beside other learners. matching and"
            + " roommates compare the methods of Tang, Ruozzi, Belanger and Jebara (2015).",
    footer = {
      "  ops/majorant reproduce figure1 --out figure1.png",
      "  ops/majorant reproduce table1 --data ../shared/data",
      "  ops/majorant reproduce roommates --out roommates.png",
    })
public final class ReproduceCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "WHAT",
      description =
          "table1, table2, house, horses, matching (all take minutes), roommates or figure1.")
  private What what;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "../shared/data",
      description = "The directory with the data sets; matching, roommates and figure1 need none.")
  private Path data;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "The picture that figure1, horses or roommates write. Default: figure1.png and so on.")
  private Path out;

  @Option(names = "--json", description = "Print one JSON object at the end.")
  private boolean json;

  private ReproduceCommand() {}

  /** Of the papers. */
  enum What {
    TABLE1(true, false),
    TABLE2(true, false),
    HOUSE(true, false),
    HORSES(true, true),
    MATCHING(false, false),
    ROOMMATES(false, true),
    FIGURE1(false, true);

    private final boolean reads;
    private final boolean draws;

    What(final boolean reads, final boolean draws) {
      this.reads = reads;
      this.draws = draws;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What {@code --json} prints. */
  private record Result(List<Reproduction.Row> rows, List<String> notes) {}

  @Override
  public Integer call() {
    final Reproduction reproduction = reproduction();
    final PrintWriter console = command.commandLine().getOut();
    final TextTable table = new TextTable(console, Terminal.width(command), reproduction.columns());
    final List<Reproduction.Row> rows = new ArrayList<>();
    if (!json) {
      table.header();
    }
    try (ProgressBar progress =
        ProgressBar.of(command, "of %d rows".formatted(reproduction.size()))) {
      progress.show(0, 0);
      reproduction.run(
          row -> {
            rows.add(row);
            if (!json) {
              progress.clear();
              table.row(row.cells());
            }
            progress.show((double) rows.size() / reproduction.size(), rows.size());
          });
    }
    if (json) {
      console.println(Json.line(new Result(rows, reproduction.notes())));
    } else {
      reproduction.notes().forEach(console::println);
    }
    return 0;
  }

  private Reproduction reproduction() {
    if (!what.reads) {
      Usage.refuse(command, "is for what reads data: leave it out", "--data");
    }
    if (!what.draws) {
      Usage.refuse(command, "is for figure1, horses and roommates: leave it out", "--out");
    }
    return switch (what) {
      case TABLE1 -> new Table1(new PaperData(data));
      case TABLE2 -> new Table2(new PaperData(data));
      case HOUSE -> new House(new PaperData(data));
      case HORSES -> new Horses(new PaperData(data), picture());
      case MATCHING -> new MatchingEstimators();
      case ROOMMATES -> new Roommates(picture());
      case FIGURE1 -> new Figure1(picture());
    };
  }

  private Path picture() {
    final Path file = out == null ? Path.of(what + ".png") : out;
    ModelFiles.requireWritable(file);
    return file;
  }
}
