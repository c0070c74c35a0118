package org.majorant.ops.http;

import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.staticfiles.Location;
import io.javalin.util.JavalinBindException;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.security.KeyStore;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.majorant.ops.client.CommandFailed;
import org.majorant.ops.client.Passes;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.curves.PrometheusServer;
import org.majorant.ops.lineage.LineageReader;
import org.majorant.schema.ModelSpec;

/**
 * A learner over HTTP: {@code /} is the {@link LivePage}, {@code /api} the {@link QueryApi}, {@code
 * /metrics} is for Prometheus, {@code /healthz} answers while the process lives, {@code /readyz}
 * while it learns and the published models are known. {@link Gate} says who is answered. It is
 * opened before the learner, so that a port that is taken stops a command before anything is
 * learned.
 */
public final class StatusServer implements AutoCloseable {
  /** Each may hold a body in memory. */
  private static final int THREADS = 16;

  private final HttpAddress address;
  private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
  private final ModelCatalog catalog;
  private final Passes passes;
  private final LatestDeadLetters letters;
  private final QueryApi queryApi;
  private final RecentExample example;
  private final VersionApi versionApi;
  private final LineageApi lineage;
  private final LivePage page;
  private final Javalin server;
  private volatile Supplier<Optional<String>> obstacle = () -> Optional.of("the learner starts");

  /**
   * @param client how to reach the brokers
   * @param spec of the model that is learned here
   * @param sentence for the page to have labeled at first; null: a person types one
   * @param registry where its learner's meters will be
   * @throws CommandFailed if the address is taken
   */
  public StatusServer(
      final HttpAddress address,
      final Map<?, ?> client,
      final ModelSpec spec,
      final String sentence,
      final PrometheusMeterRegistry registry) {
    this(
        address,
        ModelCatalog.ofLearner(spec.getModel(), client),
        client,
        new Passes(client),
        new LatestDeadLetters(spec.getModel(), client),
        LineageReader.of(client),
        String.valueOf(client.get("bootstrap.servers")),
        spec,
        sentence,
        registry);
  }

  /**
   * The same with a catalog of the caller's making; started and closed with this server.
   *
   * @param client how to reach the brokers for an example
   * @param passes likewise closed
   * @param letters likewise started and closed
   * @param learners likewise closed
   * @param brokers the page says how to reach them
   */
  StatusServer(
      final HttpAddress address,
      final ModelCatalog catalog,
      final Map<?, ?> client,
      final Passes passes,
      final LatestDeadLetters letters,
      final LineageReader learners,
      final String brokers,
      final ModelSpec spec,
      final String sentence,
      final PrometheusMeterRegistry registry) {
    this.address = address;
    this.catalog = catalog;
    this.passes = passes;
    this.letters = letters;
    final HeavyRequests heavy = HeavyRequests.ofHeap();
    queryApi = new QueryApi(catalog, heavy);
    example = new RecentExample(catalog, client);
    versionApi = new VersionApi(catalog, heavy);
    lineage = new LineageApi(catalog, learners, spec.getModel(), registry);
    page = new LivePage(spec, sentence, brokers, registry, catalog, passes, () -> obstacle.get());
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.jetty.threadPool = new QueuedThreadPool(THREADS);
              config.http.maxRequestSize = QueryApi.MOST_BYTES;
              config.jetty.modifyHttpConfiguration(StatusServer::answerWithHeaders);
              config.jetty.modifyServer(jetty -> jetty.setErrorHandler(new ErrorAnswer()));
              address.tls().ifPresent(keys -> config.jetty.addConnector(tls(keys)));
              config.staticFiles.add("/web", Location.CLASSPATH);
              config.staticFiles.enableWebjars();
              addTo(config.routes, registry);
            });
    try {
      server.start(address.host(), address.port());
    } catch (final JavalinBindException e) {
      throw new CommandFailed(
          "port %d is taken: name another by --http-port, or 0 for any free one"
              .formatted(address.port()),
          e);
    }
    catalog.start();
    letters.start();
    page.start();
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    garbageCollection.bindTo(registry);
  }

  private void addTo(final RoutesConfig routes, final PrometheusMeterRegistry registry) {
    routes.before(new Gate(address)::check);
    ErrorAnswer.addTo(routes);
    routes.get(
        "/metrics",
        ctx ->
            ctx.contentType("text/plain; version=0.0.4; charset=utf-8").result(registry.scrape()));
    routes.get("/healthz", ctx -> ctx.result("ok\n"));
    routes.get("/readyz", this::ready);
    queryApi.addTo(routes);
    example.addTo(routes);
    letters.addTo(routes);
    versionApi.addTo(routes);
    lineage.addTo(routes);
    page.addTo(routes);
  }

  /**
   * @param obstacle why it does not learn now, in one line; empty when it does
   */
  public void watch(final Supplier<Optional<String>> obstacle) {
    this.obstacle = obstacle;
  }

  /**
   * @param picture examples for the page to draw, as they are at each moment
   */
  public void show(final Supplier<Picture> picture) {
    page.show(picture);
  }

  /**
   * @param command that starts what is learned here again, on this port; the page tells it when
   *     nobody answers any more
   */
  public void startedBy(final String command) {
    page.startedBy(command);
  }

  /** Has the page show longer times than a day, too, as Prometheus has kept them. */
  public void ask(final PrometheusServer prometheus) {
    page.ask(prometheus);
  }

  public String url() {
    final String scheme = address.tls().isPresent() ? "https" : "http";
    return "%s://%s:%d".formatted(scheme, address.hostInUrl(), server.port());
  }

  @Override
  public void close() {
    page.close();
    server.stop();
    catalog.close();
    letters.close();
    lineage.close();
    passes.close();
    garbageCollection.close();
  }

  /** On every answer, whoever gives it. */
  private static void answerWithHeaders(final HttpConfiguration http) {
    http.addCustomizer(
        (request, headers) -> {
          Gate.HEADERS.forEach(headers::put);
          return request;
        });
  }

  private BiFunction<Server, HttpConfiguration, Connector> tls(final KeyStore keys) {
    return (jetty, http) -> {
      final SslContextFactory.Server ssl = new SslContextFactory.Server();
      ssl.setKeyStore(keys);
      ssl.setKeyStorePassword(PemKeyStore.PASSWORD);
      // Clients check the name: a scraper may well ask by another than the certificate has.
      http.addCustomizer(new SecureRequestCustomizer(false));
      final ServerConnector connector =
          new ServerConnector(jetty, ssl, new HttpConnectionFactory(http));
      connector.setHost(address.host());
      connector.setPort(address.port());
      return connector;
    };
  }

  private void ready(final Context ctx) {
    obstacle
        .get()
        .or(catalog::obstacle)
        .ifPresentOrElse(
            reason -> ctx.status(503).json(new Unready(false, reason)),
            () -> ctx.result("ready\n"));
  }

  private record Unready(boolean ready, String reason) {}
}
