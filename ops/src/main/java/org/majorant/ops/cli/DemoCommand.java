package org.majorant.ops.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.majorant.ops.CommandFailed;
import org.majorant.ops.data.ExampleReader;
import org.majorant.ops.data.Format;
import org.majorant.ops.demo.Demo;
import org.majorant.ops.demo.DemoReport;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The main job on one machine, with real data. */
@Command(
    name = "demo",
    description = "Start a broker and a learner, and replay the Adult data set to them.")
public final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Examples a second; 0: as fast as it goes.")
  private double rate;

  @Option(names = "--loop", description = "Replay again and again until Ctrl-C.")
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
      description = "Where broker and learner keep their data; default: a fresh directory.")
  private Path dataDir;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Loopback port of /metrics, /healthz, /readyz; 0 for any free one.")
  private int httpPort;

  @Option(
      names = "--exit-when-done",
      description = "End when every example is in a published version.")
  private boolean exitWhenDone;

  @Option(names = "--json", description = "Print one JSON object at the end.")
  private boolean json;

  private DemoCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    final Path adult = Path.of(System.getProperty("majorant.home", "."), "ops/data/adult");
    final ModelSpec spec = SpecFiles.read(adult.resolve("adult.yaml"));
    final List<byte[]> examples = read(adult.resolve("a9a.gz"));
    final Path dir = dataDir == null ? Files.createTempDirectory("majorant-demo-") : dataDir;
    final CountDownLatch end = new CountDownLatch(1);
    final CountDownLatch ended = new CountDownLatch(1);
    say("Starting a broker and a learner in %s ...", dir);
    try (Demo demo = new Demo(dir, spec, partitions, httpPort)) {
      final Thread main = Thread.currentThread();
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    demo.stop();
                    end.countDown();
                    main.interrupt();
                    Interrupts.awaitQuietly(ended);
                  }));
      say("Broker at %s, metrics at %s/metrics", demo.bootstrapServers(), demo.url());
      final DemoReport report = demo.replay(examples, rate, loop, live());
      print(report, demo);
      if (!exitWhenDone) {
        say("Everything keeps running until Ctrl-C.");
        end.await();
      }
    } catch (final InterruptedException e) {
      if (end.getCount() > 0) {
        throw e;
      }
    } finally {
      ended.countDown();
    }
    return 0;
  }

  private static List<byte[]> read(final Path file) {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> examples = new ArrayList<>();
    try (ExampleReader reader = ExampleReader.open(Format.LIBSVM, file.toString(), null)) {
      for (LabeledExample e = reader.read(); e != null; e = reader.read()) {
        examples.add(serde.encode(e));
      }
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    return examples;
  }

  /** One line that is written over, on a terminal only. */
  private Consumer<ModelHead> live() {
    if (json || System.console() == null) {
      return head -> {};
    }
    final long start = System.nanoTime();
    return head -> {
      final Tally t = head.getTally();
      command
          .commandLine()
          .getErr()
          .printf(
              "\r%,9d examples  %,8.0f/s  version %-4d log-loss %.4f"
                  + " (no change %.4f, class frequency %.4f) ",
              t.getExamples(),
              t.getExamples() / ((System.nanoTime() - start) / 1e9),
              head.getVersion(),
              t.getLogLoss() / t.getWeight(),
              t.getNoChangeLogLoss() / t.getWeight(),
              t.getClassFrequencyLogLoss() / t.getWeight());
      command.commandLine().getErr().flush();
    };
  }

  private void print(final DemoReport r, final Demo demo) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(r));
    } else {
      out.printf(
          "%nLearned %,d examples in %.1f s into %d versions; %d rejected.%n",
          r.examples(), r.seconds(), r.versions(), r.rejected());
      out.printf(
          "Progressive log-loss %.4f, accuracy %.4f (no change %.4f, class frequency %.4f).%n",
          r.progressiveLogLoss(),
          r.progressiveAccuracy(),
          r.baselines().noChange(),
          r.baselines().classFrequency());
      out.printf(
          "Next: ops/majorant topics create --help, or any Kafka client at %s.%n",
          demo.bootstrapServers());
    }
    out.flush();
  }

  private void say(final String format, final Object... arguments) {
    final PrintWriter err = command.commandLine().getErr();
    err.printf(format + "%n", arguments);
    err.flush();
  }
}
