package org.majorant.ops.http;

import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.UnauthorizedResponse;
import io.javalin.http.staticfiles.Location;
import io.javalin.util.JavalinBindException;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.majorant.ops.client.CommandFailed;
import org.majorant.schema.ModelSpec;

/**
 * A learner over HTTP: {@code /} is the {@link LivePage}, {@code /api} the {@link QueryApi}, {@code
 * /metrics} is for Prometheus, {@code /healthz} answers while the process lives, {@code /readyz}
 * while it learns and the published models are known. Health is for anybody, all else for who knows
 * the token, where there is one. It is opened before the learner, so that a port that is taken
 * stops a command before anything is learned.
 */
public final class StatusServer implements AutoCloseable {
  private static final Set<String> HEALTH = Set.of("/healthz", "/readyz");

  private final HttpAddress address;
  private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
  private final ModelCatalog catalog;
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
        new ModelCatalog(client),
        String.valueOf(client.get("bootstrap.servers")),
        spec,
        sentence,
        registry);
  }

  /**
   * The same with a catalog of the caller's making; started and closed with this server.
   *
   * @param brokers the page says how to reach them
   */
  StatusServer(
      final HttpAddress address,
      final ModelCatalog catalog,
      final String brokers,
      final ModelSpec spec,
      final String sentence,
      final PrometheusMeterRegistry registry) {
    this.address = address;
    this.catalog = catalog;
    page = new LivePage(spec, sentence, brokers, registry, catalog, () -> obstacle.get());
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.http.maxRequestSize = QueryApi.MOST_BYTES;
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
    page.start();
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    garbageCollection.bindTo(registry);
  }

  private void addTo(final RoutesConfig routes, final PrometheusMeterRegistry registry) {
    routes.before(this::authorize);
    routes.get(
        "/metrics",
        ctx ->
            ctx.contentType("text/plain; version=0.0.4; charset=utf-8").result(registry.scrape()));
    routes.get("/healthz", ctx -> ctx.result("ok\n"));
    routes.get("/readyz", this::ready);
    new QueryApi(catalog).addTo(routes);
    page.addTo(routes);
  }

  /**
   * @param obstacle why it does not learn now, in one line; empty when it does
   */
  public void watch(final Supplier<Optional<String>> obstacle) {
    this.obstacle = obstacle;
  }

  public String url() {
    final String host = address.host();
    return "http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, server.port());
  }

  @Override
  public void close() {
    page.close();
    server.stop();
    catalog.close();
    garbageCollection.close();
  }

  /** Programs send the token as a bearer; a browser asks its user for it, as a password. */
  private void authorize(final Context ctx) {
    if (address.token().isEmpty() || HEALTH.contains(ctx.path())) {
      return;
    }
    final var password = ctx.basicAuthCredentials();
    final String sent =
        password != null
            ? password.getPassword()
            : Optional.ofNullable(ctx.header(Header.AUTHORIZATION))
                .filter(header -> header.startsWith("Bearer "))
                .map(header -> header.substring("Bearer ".length()))
                .orElse("");
    if (!MessageDigest.isEqual(bytes(address.token().get()), bytes(sent))) {
      ctx.header(Header.WWW_AUTHENTICATE, "Bearer");
      ctx.res().addHeader(Header.WWW_AUTHENTICATE, "Basic realm=\"majorant\"");
      throw new UnauthorizedResponse(
          "send the token as Authorization: Bearer, or as the password of any user");
    }
  }

  private static byte[] bytes(final String text) {
    return text.getBytes(StandardCharsets.UTF_8);
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
