package org.majorant.ops.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.majorant.ops.http.catalog.LoadedVersions;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.inference.HeavyRequests;
import org.majorant.ops.http.inference.InferenceApi;
import org.majorant.ops.http.inference.PredictApi;
import org.majorant.ops.http.inference.PredictionRequests;
import org.majorant.ops.lineage.LineageReader;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.served.PredictionLog;

/**
 * Models that others learn, over HTTP: predictions, comparisons, versions, history and dead
 * letters. It keeps nothing that is not on the topics, and belongs to no consumer group, so that
 * any number of them come and go without anybody noticing. It is ready while the published models
 * are known; while they are not, it answers by those that it has. A fleet, which has many models,
 * has it as its page.
 */
public final class ServingServer implements AutoCloseable {
  private final ModelCatalog catalog;
  private final LatestDeadLetters letters;
  private final LineageApi lineage;
  private final LivePage page;
  private final WebServer server;
  private volatile Supplier<Optional<String>> obstacle = Optional::empty;

  /**
   * @param client how to reach the brokers
   * @param shown which models it answers for
   * @param mostBytes that their parameters take
   * @param log of what it answers; null: there is none
   * @throws CommandFailed if the address is taken
   */
  public ServingServer(
      final HttpAddress address,
      final Map<?, ?> client,
      final Predicate<String> shown,
      final long mostBytes,
      final PrometheusMeterRegistry registry,
      final PredictionLog log) {
    final LoadedVersions loaded = LoadedVersions.onTopic(mostBytes, client);
    catalog = ModelCatalog.of(shown, loaded, client);
    letters = new LatestDeadLetters(shown, client);
    lineage = new LineageApi(catalog, LineageReader.of(client), null, registry);
    page = new LivePage(null, String.valueOf(client.get("bootstrap.servers")), catalog);
    final HeavyRequests heavy = HeavyRequests.ofHeap();
    final PredictionRequests requests = new PredictionRequests(heavy, registry, log);
    server =
        new WebServer(
            address,
            registry,
            () -> obstacle.get().or(catalog::obstacle),
            routes -> {
              new QueryApi(catalog, heavy).addTo(routes);
              new PredictApi(catalog, requests).addTo(routes);
              new InferenceApi(catalog, requests).addTo(routes);
              new RecentExample(catalog, client).addTo(routes);
              letters.addTo(routes);
              new VersionApi(catalog, heavy).addTo(routes);
              lineage.addTo(routes);
              page.addTo(routes);
            });
    bind(loaded, mostBytes, registry);
    if (log != null) {
      bind(log, registry);
    }
    catalog.start();
    letters.start();
    page.start();
  }

  private static void bind(
      final LoadedVersions loaded, final long mostBytes, final PrometheusMeterRegistry registry) {
    Gauge.builder("majorant.cache", loaded, LoadedVersions::bytes)
        .description("What the parameters in memory take")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
    Gauge.builder("majorant.cache.limit", () -> mostBytes)
        .description("What they may take")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
    FunctionCounter.builder("majorant.cache.loads", loaded, LoadedVersions::loads)
        .description("Versions whose parameters were read because somebody asked")
        .register(registry);
    FunctionCounter.builder("majorant.cache.evictions", loaded, LoadedVersions::evictions)
        .description("Versions whose parameters made room for others")
        .register(registry);
  }

  private static void bind(final PredictionLog log, final PrometheusMeterRegistry registry) {
    FunctionCounter.builder("majorant.logged.predictions", log, PredictionLog::logged)
        .description("Answers that were logged to a topic")
        .register(registry);
    for (final PredictionLog.Reason reason : PredictionLog.Reason.values()) {
      FunctionCounter.builder(
              "majorant.logged.predictions.dropped", log, each -> each.dropped(reason))
          .description("Answers that are not logged, by the reason")
          .tag("reason", reason.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  /**
   * @param obstacle why a fleet whose page this is does not learn now, in one line; empty when it
   *     does
   * @param models of the fleet, each with the reason why it is not learned now
   */
  public void watch(
      final Supplier<Optional<String>> obstacle,
      final Supplier<? extends Map<String, Optional<String>>> models) {
    this.obstacle = obstacle;
    page.learns(models);
  }

  /** Has the page say where longer times than a day are shown. */
  public void linkTo(final URI grafana) {
    page.linkTo(grafana);
  }

  public String url() {
    return server.url();
  }

  @Override
  public void close() {
    page.close();
    server.close();
    catalog.close();
    letters.close();
    lineage.close();
  }
}
