package org.majorant.demo.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.demo.DataFiles;
import org.majorant.demo.Demo;
import org.majorant.demo.DemoReport;
import org.majorant.demo.DemoStream;
import org.majorant.demo.ProgressLine;
import org.majorant.demo.broker.TemporaryDirectory;
import org.majorant.file.Layout;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.SpecFiles;
import org.majorant.ops.options.TypedCommand;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.Interruption;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.Terminal;
import org.majorant.schema.ModelSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that shows the whole system on one machine as it learns. */
@Command(
    name = "demo",
    description =
        "Start a broker and a learner, and send them a data set that is shipped, or generated"
            + " examples.",
    footer = {
      "  ops/majorant demo",
      "  ops/majorant demo --stream matching",
      "  ops/majorant demo --rate 0 --exit-when-done --json",
    })
public final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = "--stream",
      paramLabel = "S",
      defaultValue = "adult",
      description = {
        "adult: who earns over 50,000 dollars a year; Adult's 32,561 examples.",
        "drift: the same, but in the middle third every label is the other one; page and command tell"
            + " when that was noticed.",
        "tagging: names in Wikipedia; Wikigold's 1,363 sentences.",
        "matching: which point of a cloud is which in a second frame; 300 generated pairs.",
        "segmentation: where the blobs of an image are; 300 generated images.",
        "clicks: which advertisements are clicked; a service answers 20,000 questions by the newest"
            + " version, and hears of clicks some seconds later."
      })
  private DemoStream stream;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Examples a second; 0 means as fast as possible. Default: 1000 for adult and drift, 50 for tagging,"
              + " 200 for clicks, 2 for the others.")
  private Double rate;

  @Option(
      names = "--loop",
      description =
          "Replay again and again until Ctrl-C; page and watch say from where on examples were seen"
              + " before.")
  private boolean loop;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "4",
      description = "Partitions of the topic examples.")
  private int partitions;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "The directory for the data of broker and learner, which stays. Default: a new temporary"
              + " one, which is deleted at the end.")
  private Path dataDir;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Loopback port of the broker; 0 for any free one.")
  private int port;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Loopback port of the page and of /metrics; 0 for any free one.")
  private int httpPort;

  @Option(
      names = "--exit-when-done",
      description = "End when every example is in a published version.")
  private boolean exitWhenDone;

  @Option(names = "--json", description = "Print one JSON object at the end.")
  private boolean json;

  private DemoCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException, IOException {
    final double perSecond = rate == null ? stream.rate() : rate;
    Usage.requireRate(command, perSecond);
    Usage.requirePartitions(command, partitions);
    Usage.require(
        command, !loop || !exitWhenDone, "--loop is never done: give it, or --exit-when-done");
    Usage.requirePort(command, "--port", port);
    Usage.requirePort(command, "--http-port", httpPort);
    final Path home = Path.of(System.getProperty("majorant.home", ".")).toAbsolutePath();
    final Replayed replayed = Replayed.of(stream, home);
    final ModelSpec spec = replayed.spec();
    SpecFiles.requireOneLearner(command, spec, partitions, "--partitions is " + partitions);
    final Path dir = dataDir == null ? Files.createTempDirectory("majorant-demo-") : dataDir;
    say("Starting a broker and a learner in %s ...", dir);
    // Its broker ends with this process: until it has started, Ctrl-C ends both at once.
    final Demo demo = new Demo(dir, spec, partitions, port, httpPort);
    demo.startedBy(TypedCommand.again(command, null, demo.url()));
    try (Interruption interruption = new Interruption()) {
      try (demo) {
        run(demo, replayed, home, perSecond, interruption);
      }
      if (dataDir == null) {
        TemporaryDirectory.delete(dir); // a failure leaves it, with the broker's log
      }
    }
    return 0;
  }

  private void run(
      final Demo demo,
      final Replayed replayed,
      final Path home,
      final double perSecond,
      final Interruption interruption)
      throws ExecutionException, InterruptedException {
    say("Broker at %s; watch it learn at %s", demo.bootstrapServers(), demo.url());
    final DemoReport report = replay(demo, replayed.examples(), perSecond, interruption);
    final boolean ends = exitWhenDone || interruption.isPending();
    final Hint hint = new Hint(home, stream);
    if (report.versions() > 0) {
      print(
          report,
          ends ? hint.afterEnd() : hint.whileRunning(demo.bootstrapServers(), replayed.spec()));
    }
    if (!ends) {
      interruption.await(demo.ended());
    }
  }

  private DemoReport replay(
      final Demo demo,
      final List<byte[]> examples,
      final double perSecond,
      final Interruption interruption)
      throws ExecutionException, InterruptedException {
    final Optional<Terminal> terminal = json ? Optional.empty() : Terminal.of(command);
    if (terminal.isEmpty()) {
      return demo.replay(examples, perSecond, loop, progress -> {}, interruption::isPending);
    }
    final ProgressLine line = new ProgressLine(terminal.get(), !loop);
    try {
      return demo.replay(examples, perSecond, loop, line::show, interruption::isPending);
    } finally {
      line.end();
    }
  }

  private void print(final DemoReport r, final String next) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(r));
    } else {
      out.printf(
          "Learned %,d %s in %.1f s into %d versions; %d rejected.%n",
          r.examples(),
          r.tokens() == null ? "examples" : "sequences of %,d tokens".formatted(r.tokens()),
          r.seconds(),
          r.versions(),
          r.rejected());
      out.printf(
          "Progressive log-loss %.4f, accuracy %.4f (no change %.4f, class frequency %.4f).%n",
          r.progressiveLogLoss(),
          r.progressiveAccuracy(),
          r.baselines().noChange(),
          r.baselines().classFrequency());
      r.drift().forEach(alarm -> out.println(alarm.line().strip()));
      if (r.servedLogLoss() != null) {
        out.printf("As served: log-loss %.4f.%n", r.servedLogLoss());
      }
      if (r.entities() != null) {
        out.printf("Entities: %s.%n", r.entities().line());
      }
      out.println(next);
    }
    out.flush();
  }

  private void say(final String format, final Object... arguments) {
    final PrintWriter err = command.commandLine().getErr();
    err.printf(format + "%n", arguments);
    err.flush();
  }

  /** A spec, and the examples that its model learns. */
  private record Replayed(ModelSpec spec, List<byte[]> examples) {
    static Replayed of(final DemoStream stream, final Path home) {
      return stream
          .generated()
          .map(made -> new Replayed(made.spec(), made.train()))
          .orElseGet(() -> of(stream, stream.files().orElseThrow(), home));
    }

    private static Replayed of(final DemoStream stream, final DataFiles files, final Path home) {
      final ModelSpec spec = SpecFiles.read(files.spec(home), stream::spec);
      final List<byte[]> records =
          FileOptions.of(files.format())
              .readAll(files.train(home).toString(), Layout.of(spec), example -> {});
      return new Replayed(spec, stream.train(records));
    }
  }

  /**
   * What to try next, as it can be pasted where this command was run.
   *
   * @param home of Majorant
   */
  private record Hint(Path home, DemoStream stream) {
    String whileRunning(final String broker, final ModelSpec spec) {
      final String majorant = path("ops/majorant");
      return "Until Ctrl-C, try: "
          + stream
              .files()
              .map(
                  files ->
                      "%s predict --bootstrap-server %s --model %s --format %s --data %s | head"
                          .formatted(
                              majorant,
                              broker,
                              spec.getModel(),
                              files.format(),
                              path(home.relativize(files.test(home)).toString())))
              .orElseGet(
                  () ->
                      "%s models weights %s --bootstrap-server %s"
                          .formatted(majorant, spec.getModel(), broker));
    }

    String afterEnd() {
      return "Next, try: %s demo --stream %s --rate %.0f"
          .formatted(path("ops/majorant"), stream, stream.rate());
    }

    private String path(final String file) {
      final boolean here = home.normalize().equals(Path.of("").toAbsolutePath());
      return here ? file : home.normalize().resolve(file).toString();
    }
  }
}
