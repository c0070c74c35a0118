package org.majorant.ops.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.ops.lineage.LineageReader;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.options.SentenceOptions;
import org.majorant.ops.options.VersionLines;
import org.majorant.ops.read.Passes;
import org.majorant.ops.read.VersionPanel;
import org.majorant.ops.terminal.Interruption;
import org.majorant.ops.terminal.Redrawn;
import org.majorant.ops.terminal.Terminal;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;
import org.majorant.store.VersionStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that follows the versions of a model as they are published. */
@Command(
    name = "watch",
    description = {
      "Watch a model learn, until Ctrl-C.",
      "On a terminal one table is kept up to date. It has log-loss and accuracy of predictions made"
          + " before each example was learned, beside the two baselines; objective and bound of the"
          + " last mini-batch; the least slack of all steps; the lag, which is what its learners"
          + " can read and have not read; and two means over the members that predict: temperature, how many"
          + " times as confident predictions are as the weights alone, and prior, in units of the"
          + " spec's λ. While no broker answers, it says since when; if examples are sent again, it"
          + " says in which pass. If the output is no terminal, each version is a line. For a model"
          + " of sequences it also shows how each version labels a sentence."
    },
    footer = {
      "  ops/majorant watch --model adult",
      "  ops/majorant watch --model adult --once --json",
    })
public final class WatchCommand implements Callable<Integer> {
  private static final Duration LOOK = Duration.ofMillis(500);

  @Spec private CommandSpec command;
  @Mixin private ModelReading models;
  @Mixin private SentenceOptions sentence;

  @Option(names = "--model", paramLabel = "NAME", required = true, description = "Which model.")
  private String model;

  @Option(
      names = "--once",
      description = "Print the state now and end, with exit code 1 if there is no version.")
  private boolean once;

  @Option(names = "--json", description = "Print a JSON object for each version.")
  private boolean json;

  private WatchCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    if (once) {
      try (Admin admin = models.connection().connect();
          LineageReader learners = learners();
          Passes passes = passes()) {
        requireWhatItNeeds(admin);
        printState(learners, passes);
      }
    } else {
      models.connection().refuseTimeout();
      models.connection().await(this::requireWhatItNeeds);
      try (LineageReader learners = learners();
          Passes passes = passes()) {
        follow(learners, passes);
      }
    }
    return 0;
  }

  private void requireWhatItNeeds(final Admin admin)
      throws ExecutionException, InterruptedException {
    models.connection().requireTopics(admin, Topics.MODELS);
    if (sentence.isGiven()) {
      models.newest(model).ifPresent(sentence::require);
    }
  }

  private void printState(final LineageReader learners, final Passes passes)
      throws ExecutionException, InterruptedException {
    final VersionStore store = models.requireModel(model, head -> true);
    final ModelVersion newest = store.latest(model).orElseThrow();
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(sentence.json(newest));
    } else {
      final Ansi ansi = command.commandLine().getColorScheme().ansi();
      final VersionPanel panel = new VersionPanel(Terminal.width(command), ansi);
      store.versions(model).forEach(panel::add);
      lines(panel, newest, learners, passes, Terminal.width(command))
          .forEach(line -> out.println(line.stripTrailing()));
    }
  }

  private void follow(final LineageReader learners, final Passes passes)
      throws ExecutionException, InterruptedException {
    final Optional<Terminal> terminal =
        json ? Optional.empty() : Terminal.of(command).filter(Terminal::canRedraw);
    try (Interruption interruption = new Interruption();
        ModelSubscriber subscriber =
            ModelSubscriber.start(models.connection().clientProperties(), model)) {
      if (terminal.isPresent()) {
        redraw(terminal.get(), subscriber, learners, passes, interruption);
      } else {
        final VersionLines lines =
            new VersionLines(
                command.commandLine().getOut(), Terminal.width(command), model, json, sentence);
        lines.header();
        subscriber.onVersion(lines::print);
        interruption.await();
      }
    }
  }

  private void redraw(
      final Terminal terminal,
      final ModelSubscriber subscriber,
      final LineageReader learners,
      final Passes passes,
      final Interruption interruption)
      throws ExecutionException, InterruptedException {
    final VersionPanel panel = new VersionPanel(terminal.width(), terminal.ansi());
    final Redrawn redrawn = new Redrawn(terminal.writer());
    do {
      final Optional<ModelVersion> newest = subscriber.current();
      final List<String> lines = new ArrayList<>();
      if (newest.isEmpty()) {
        lines.add("No version of '%s' yet ...".formatted(model));
      } else {
        lines.addAll(lines(panel, newest.get(), learners, passes, terminal.width()));
        subscriber.obstacle().ifPresent(why -> lines.addAll(terminal.wrapped(why)));
      }
      redrawn.draw(lines);
    } while (!interruption.await(LOOK));
  }

  private LineageReader learners() {
    return new LineageReader(models.connection()::open, models.connection().clientProperties());
  }

  private Passes passes() {
    return new Passes(models.connection().clientProperties());
  }

  private List<String> lines(
      final VersionPanel panel,
      final ModelVersion version,
      final LineageReader learners,
      final Passes passes,
      final int width)
      throws ExecutionException, InterruptedException {
    final ModelHead head = version.head();
    final List<String> lines =
        new ArrayList<>(
            panel.lines(head, learners.lag(head), passes.of(head), System.currentTimeMillis()));
    lines.addAll(sentence.lines(version, "", width));
    return lines;
  }
}
