package org.majorant.research.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.research.bench.LeagueBench;
import org.majorant.research.bench.LeagueBench.Result;
import org.majorant.research.bench.LeagueSet;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.Peers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that compares the learner with others on a dozen data sets. */
@Command(
    name = "league",
    description = {
      "Compare the learner with others on a dozen data sets, and print the page docs/LEAGUE.md.",
      "Each set is learned by the spec that 'spec infer' writes, and without"
          + " its views. The others are Vowpal Wabbit, FTRL-Proximal and AdaGrad with rates chosen in"
          + " hindsight, MOA's forests, and in batch liblinear and XGBoost.",
      "Three sets come with Majorant. Sets that are found nowhere are left out, and the page says so."
    },
    footer = {
      "  ops/majorant bench league --rows 1000",
      "  ops/majorant bench league --data-dir ../shared/data > docs/LEAGUE.md",
    })
final class BenchLeagueCommand implements Callable<Integer> {
  private static final int LEAST_ROWS = 100;

  @Spec private CommandSpec command;
  @Mixin private BenchOutput output;
  @Mixin private PeerOptions peers;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Directory that has files of more sets, somewhere in it; give it again for more.")
  private List<Path> directories = List.of();

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Take so many rows of each set at most; default: ${DEFAULT-VALUE}.")
  private int rows;

  private BenchLeagueCommand() {}

  /** What {@code --json} prints. */
  record League(int rows, List<Result> results, List<String> missing) {}

  @Override
  public Integer call() throws Exception {
    Usage.require(command, rows >= LEAST_ROWS, "--rows must be %d or more".formatted(LEAST_ROWS));
    for (final Path directory : directories) {
      Usage.require(
          command,
          Files.isDirectory(directory),
          "--data-dir %s is no directory: give one that has data files".formatted(directory));
    }
    try (ProgressBar progress = ProgressBar.of(command, "sets of " + LeagueSet.ALL.size())) {
      final Measured<League> measured = Measured.of(() -> measure(progress));
      progress.clear();
      output.print(measured, LeaguePage::print);
    }
    return 0;
  }

  private League measure(final ProgressBar progress) throws Exception {
    final Peers others = peers.peers();
    final List<Result> results = new ArrayList<>();
    final List<String> missing = new ArrayList<>();
    for (final LeagueSet set : LeagueSet.ALL) {
      final int done = results.size() + missing.size();
      progress.show((double) done / LeagueSet.ALL.size(), done);
      final Optional<Path> file = set.in(places());
      if (file.isEmpty()) {
        missing.add(set.title());
      } else {
        results.add(LeagueBench.run(LeagueEntries.read(set, file.get(), rows), others));
      }
    }
    return new League(rows, results, missing);
  }

  private List<Path> places() throws IOException {
    final List<Path> places = new ArrayList<>(List.of(Path.of(DataSets.shipped(""))));
    places.addAll(directories);
    return places;
  }
}
