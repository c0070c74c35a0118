package org.majorant.ops.cli;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.AuthorizationException;
import org.majorant.fleet.FleetName;
import org.majorant.fleet.ModelPatterns;
import org.majorant.fleet.Specs;
import org.majorant.growth.SpecHistory;
import org.majorant.input.LogAccepted;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.SentMeters;
import org.majorant.ops.http.SentTraces;
import org.majorant.ops.http.StatusServer;
import org.majorant.ops.operate.GrownSpec;
import org.majorant.ops.options.BeginOptions;
import org.majorant.ops.options.ClassWeights;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.HttpOptions;
import org.majorant.ops.options.LearnerOptions;
import org.majorant.ops.options.OtlpOptions;
import org.majorant.ops.options.SpecFiles;
import org.majorant.ops.options.TypedCommand;
import org.majorant.ops.options.Usage;
import org.majorant.ops.read.PublishedModels;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Interruption;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OnDrift;
import org.majorant.store.Topics;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that learns one model from its topic until Ctrl-C. */
@Command(
    name = "learn",
    description = "Learn a model, or a fleet of them, until Ctrl-C, and publish their versions.",
    footer = {
      "  ops/majorant learn --spec ops/data/adult/adult.yaml",
      "  ops/majorant learn --spec ops/data/adult/adult.yaml --instance-id 2 \\",
      "      --http-port 0",
      "  ops/majorant learn --models fraud-*,adult --fleet risk",
    })
public final class LearnCommand implements Callable<Integer> {
  /** Longer than the sessions and transactions that a killed learner leaves behind. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(LearnCommand.class);

  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;
  @Mixin private BeginOptions begin;
  @Mixin private LearnerOptions options;
  @Mixin private ClassWeights weights;
  @Mixin private HttpOptions http;
  @Mixin private OtlpOptions otlp;

  @Option(names = "--spec", paramLabel = "FILE", description = "Model spec (YAML).")
  private Path specFile;

  @Option(
      names = "--models",
      paramLabel = "PATTERN",
      split = ",",
      description =
          "In place of --spec: learn all models that 'models apply' has applied and whose names"
              + " match, where * stands for any characters and ? for one.")
  private List<String> models;

  @Option(
      names = "--fleet",
      paramLabel = "NAME",
      description =
          "Name of the fleet that learns --models. All its instances have it. Default: default.")
  private String fleet;

  @Option(names = "--json", description = "Print model, topic and address as JSON.")
  private boolean json;

  private LearnCommand() {}

  private record Start(String model, String topic, String url) {}

  @Override
  public Integer call() throws Exception {
    connection.refuseTimeout();
    begin.requirePast();
    Usage.require(
        command,
        (specFile == null) != (models == null),
        "give either --spec FILE, or --models PATTERN for a fleet");
    Usage.require(
        command, fleet == null || models != null, "--fleet is for --models: leave it out");
    final HttpAddress address = http.address();
    if (models == null) {
      learn(address);
    } else {
      learnFleet(address);
    }
    return 0;
  }

  private void learn(final HttpAddress address) throws Exception {
    final Optional<URI> receiver = otlp.receiver();
    final Optional<URI> grafana = http.grafana();
    final ModelSpec spec = weights.in(SpecFiles.read(specFile));
    Usage.require(
        command,
        spec.getOnDrift() != OnDrift.CHALLENGER,
        "on-drift: challenger needs a fleet, which learns the challenger, too: give the spec to 'ops/majorant models apply', and --models in place of --spec");
    final Properties client = connection.clientProperties();
    final AtomicReference<SpecHistory> history = new AtomicReference<>();
    connection.await(admin -> history.set(requireWhatItNeeds(admin, client, spec)));
    final InstanceOptions instance = options.toOptions(spec);
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    final SentMeters meters =
        SentMeters.to(receiver, registry, spec.getModel(), instance.instanceId());
    final SentTraces traces = SentTraces.to(receiver, spec.getModel(), instance.instanceId());
    try (StatusServer server = new StatusServer(address, client, spec, null, registry)) {
      grafana.ifPresent(server::linkTo);
      server.startedBy(TypedCommand.again(command, connection.servers(), server.url()));
      final Learners learners =
          new Learners(
              () ->
                  connection.awaitAnswer(
                      admin ->
                          LearnerApplication.start(
                              client, history.get(), instance, meters.registry(), traces)));
      learners.next();
      try (Interruption interruption = new Interruption();
          traces;
          learners;
          meters) { // sent a last time while the learner has them
        while (!learns(learners.last, server, spec, interruption)) {
          learners.next();
        }
      }
    }
  }

  private void learnFleet(final HttpAddress address) throws Exception {
    Usage.refuse(
        command,
        "is for a model that --spec names: give it to 'ops/majorant models apply', by which a model of a fleet begins",
        "--from",
        "--after");
    Usage.refuse(command, "is for a model that --spec names: leave it out", "--class-weights");
    final FleetName name = new FleetName(fleet == null ? "default" : fleet);
    new FleetLearning(
            command,
            connection,
            name,
            new ModelPatterns(models),
            address,
            otlp.receiver(),
            http.grafana())
        .run(options.toOptions(name.group()), json);
  }

  /** Starts a learner, and another one when it can go on with a topic that it had refused. */
  private static final class Learners implements AutoCloseable {
    private final Callable<LearnerApplication> start;
    private LearnerApplication last; // null before the first

    Learners(final Callable<LearnerApplication> start) {
      this.start = start;
    }

    void next() throws Exception {
      close();
      last = start.call();
    }

    @Override
    public void close() {
      if (last != null) {
        last.close();
      }
    }
  }

  /** Learns until Ctrl-C; false: the learner had stopped, and another one can be started now. */
  private boolean learns(
      final LearnerApplication learner,
      final StatusServer server,
      final ModelSpec spec,
      final Interruption interruption)
      throws ExecutionException, InterruptedException {
    server.watch(learner::obstacle);
    tell(spec, server.url());
    try {
      if (!interruption.await(learner.ended(), PATIENCE)) {
        learner.obstacle().ifPresent(this::warn);
        interruption.await(learner.ended());
      }
      return true;
    } catch (final ExecutionException e) {
      if (e.getCause() instanceof LogAccepted) {
        return false;
      }
      throw e;
    }
  }

  private void tell(final ModelSpec spec, final String url) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(new Start(spec.getModel(), spec.getInput(), url)));
    } else {
      final String labels =
          spec.getLateLabels() == null
              ? ""
              : " with the labels of " + spec.getLateLabels().getTopic();
      out.printf("Learning %s from %s%s, until Ctrl-C%n", spec.getModel(), spec.getInput(), labels);
      out.printf("Watch it learn at %s, metrics at /metrics%n", url);
    }
    out.flush();
  }

  /** Returns the spec with the one that it has grown from, if it has. */
  private SpecHistory requireWhatItNeeds(
      final Admin admin, final Properties client, final ModelSpec spec)
      throws ExecutionException, InterruptedException {
    if (spec.getLateLabels() != null) {
      connection.requireTopics(admin, spec.getLateLabels().getTopic());
    }
    connection.requireTopics(
        admin,
        spec.getInput(),
        Topics.SUMMARIES,
        Topics.ROUNDS,
        Topics.SURROGATES,
        Topics.MODELS,
        Topics.DEAD_LETTERS);
    requireNoFleet(client, spec.getModel());
    final int partitions = connection.partitions(admin, spec.getInput());
    SpecFiles.requireOneLearner(
        command, spec, partitions, "topic %s has %d".formatted(spec.getInput(), partitions));
    final Optional<ModelHead> newest =
        PublishedModels.newest(client, spec.getModel(), connection.timeout());
    final SpecHistory history =
        GrownSpec.goingOn(
            client, newest, spec, connection.timeout(), command.commandLine().getErr());
    final boolean learned = newest.filter(head -> !head.getLineage().isEmpty()).isPresent();
    begin.begin(client, admin, spec, learned);
    return history;
  }

  /** Where this client may not see what fleets have, they may see that the model is learned. */
  private static void requireNoFleet(final Properties client, final String model) {
    try (Specs specs = new Specs(client)) {
      specs
          .fleetOf(specs.readIfAllowed(), model)
          .ifPresent(
              fleet -> {
                throw new CommandFailed(
                    "fleet %s learns '%s', or has the name of its group: stop the fleet, or delete the model there by 'ops/majorant models delete %s'"
                        .formatted(fleet.value(), model, model));
              });
    } catch (final AuthorizationException e) {
      LOG.debug("which models fleets have is not known", e);
    }
  }

  /** Kafka Streams may wait for ever: it warns each minute that it does, but not what for. */
  private void warn(final String obstacle) {
    final PrintWriter err = command.commandLine().getErr();
    err.printf(
        "majorant: does not learn yet after %d s (%s): type 'ops/majorant doctor%s'%n",
        PATIENCE.toSeconds(), obstacle, connection.typed());
    err.flush();
  }
}
