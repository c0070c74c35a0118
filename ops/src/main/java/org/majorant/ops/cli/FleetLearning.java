package org.majorant.ops.cli;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import org.majorant.fleet.FleetName;
import org.majorant.fleet.FleetSpecs;
import org.majorant.fleet.ModelPatterns;
import org.majorant.fleet.ToldFaults;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.SentMeters;
import org.majorant.ops.http.SentTraces;
import org.majorant.ops.http.ServingServer;
import org.majorant.ops.operate.Promotions;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.terminal.Interruption;
import org.majorant.ops.terminal.Json;
import org.majorant.store.Topics;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Learns the models of a fleet until Ctrl-C. Its page is that of {@code serve}, because it has many
 * models; it is ready while all of them are learned.
 *
 * @param receiver of metrics and traces; empty: there is none
 * @param grafana that the page links to; empty: none
 */
record FleetLearning(
    CommandSpec command,
    ConnectionOptions connection,
    FleetName fleet,
    ModelPatterns patterns,
    HttpAddress address,
    Optional<URI> receiver,
    Optional<URI> grafana) {
  /** Longer than the sessions and transactions that a killed learner leaves behind. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** What the page and requests may hold of the heap at most; the models need the rest. */
  private static final int HEAP_SHARE = 8;

  private record Start(String fleet, List<String> models, String url) {}

  void run(final InstanceOptions instance, final boolean json) throws Exception {
    final Properties client = connection.clientProperties();
    connection.await(
        admin ->
            connection.requireTopics(
                admin,
                Topics.SPECS,
                Topics.SUMMARIES,
                Topics.ROUNDS,
                Topics.SURROGATES,
                Topics.MODELS,
                Topics.DEAD_LETTERS));
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    final SentMeters meters =
        SentMeters.to(receiver, registry, fleet.group(), instance.instanceId());
    final SentTraces traces = SentTraces.to(receiver, fleet.group(), instance.instanceId());
    final Promotions promotions = new Promotions(client, patterns::matches);
    final String name = fleet.instance(instance.instanceId());
    try (ServingServer server =
            new ServingServer(address, client, patterns::matches, bytes(), registry, null);
        Interruption interruption = new Interruption();
        traces;
        ToldFaults faults = new ToldFaults(client, fleet, name);
        FleetSpecs specs = FleetSpecs.start(client, fleet, name, patterns);
        LearnerApplication learner =
            LearnerApplication.start(
                client, fleet.group(), specs::current, instance, meters.registry(), traces);
        meters;
        promotions) {
      grafana.ifPresent(server::linkTo);
      server.watch(() -> specs.obstacle().or(learner::obstacle), () -> states(learner));
      promotions.start(specs::current, learner::published);
      faults.start(specs::current, () -> states(learner));
      tell(json, server.url());
      if (!interruption.await(learner.ended(), PATIENCE)) {
        specs.obstacle().or(learner::obstacle).ifPresent(this::warn);
        interruption.await(learner.ended());
      }
    }
  }

  /**
   * Each model, and why it is not learned here now: what is wrong with it, else what keeps the
   * whole instance from learning; empty where it is learned.
   */
  private static SortedMap<String, Optional<String>> states(final LearnerApplication learner) {
    final Optional<String> obstacle = learner.obstacle();
    final SortedMap<String, Optional<String>> states = learner.states();
    states.replaceAll((model, own) -> own.or(() -> obstacle));
    return states;
  }

  private static long bytes() {
    return Runtime.getRuntime().maxMemory() / HEAP_SHARE;
  }

  private void tell(final boolean json, final String url) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(new Start(fleet.value(), patterns.globs(), url)));
    } else {
      out.printf("Fleet %s learns models %s, until Ctrl-C%n", fleet.value(), patterns);
      out.printf("Watch them learn at %s, metrics at /metrics%n", url);
    }
    out.flush();
  }

  private void warn(final String obstacle) {
    final PrintWriter err = command.commandLine().getErr();
    err.printf(
        "majorant: does not learn all models after %d s (%s): type 'ops/majorant models list%s'%n",
        PATIENCE.toSeconds(), obstacle, connection.typed());
    err.flush();
  }
}
