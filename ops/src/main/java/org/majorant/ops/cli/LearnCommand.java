package org.majorant.ops.cli;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.model.Fingerprint;
import org.majorant.ops.CommandFailed;
import org.majorant.ops.StatusServer;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.store.ModelVersion;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;
import org.majorant.store.VersionStore;
import org.majorant.stream.LearnerApplication;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The learner of one model. */
@Command(
    name = "learn",
    description = {
      "Learn a model from its topic until Ctrl-C, and publish its versions.",
      "",
      "  ops/majorant learn --spec ops/data/adult/adult.yaml"
    })
public final class LearnCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;
  @Mixin private LearnerOptions options;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      required = true,
      description = "Model spec (YAML).")
  private Path specFile;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Loopback port of /metrics, /healthz, /readyz; 0 for any free one.")
  private int httpPort;

  private LearnCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException, IOException {
    final ModelSpec spec = SpecFiles.read(specFile);
    final Properties client = connection.clientProperties();
    try (Admin admin = connection.connect()) {
      connection.requireTopics(
          admin,
          spec.getInput(),
          Topics.SUMMARIES,
          Topics.SURROGATES,
          Topics.MODELS,
          Topics.DEAD_LETTERS);
    }
    requireSameMeaning(client, spec);
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    final CountDownLatch end = new CountDownLatch(1);
    final CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  end.countDown();
                  Interrupts.awaitQuietly(ended);
                }));
    try (LearnerApplication learner =
            LearnerApplication.start(client, spec, options.toOptions(spec), registry);
        StatusServer server = new StatusServer(httpPort, registry, learner::isRunning)) {
      final PrintWriter out = command.commandLine().getOut();
      out.printf("Learning %s from %s, until Ctrl-C%n", spec.getModel(), spec.getInput());
      out.printf("Metrics at %s/metrics%n", server.url());
      out.flush();
      end.await();
    } finally {
      ended.countDown();
    }
    return 0;
  }

  private static void requireSameMeaning(final Map<?, ?> client, final ModelSpec spec) {
    final VersionStore store = new VersionStore();
    try (SnapshotReader<ModelHead> reader =
        new SnapshotReader<>(
            SnapshotFormat.MODELS,
            SnapshotReader.consumer(client),
            spec.getModel()::equals,
            SnapshotReader.TIMEOUT)) {
      reader.readToEnd(store);
    } catch (final StoreException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    store
        .latest(spec.getModel())
        .map(ModelVersion::head)
        .flatMap(head -> Fingerprint.contradiction(head.getSpec(), spec))
        .ifPresent(
            difference -> {
              throw new CommandFailed(
                  difference + ": give the model another name, or the spec its former value");
            });
  }
}
