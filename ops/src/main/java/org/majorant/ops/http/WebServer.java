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
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.majorant.ops.http.inference.RequestBody;
import org.majorant.ops.terminal.CommandFailed;

/**
 * What every process that is asked over HTTP has in common: {@link Gate} says who is answered, an
 * error is an {@link ErrorAnswer}, {@code /metrics} is for Prometheus, {@code /healthz} answers
 * while the process lives, and {@code /readyz} while nothing is in the way of its work.
 */
final class WebServer implements AutoCloseable {
  /** Each may hold a body in memory. */
  private static final int THREADS = 16;

  private final HttpAddress address;
  private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
  private final Supplier<Optional<String>> obstacle;
  private final Javalin server;

  /**
   * Answers from now on.
   *
   * @param obstacle why the process does not do its work now, in one line; empty when it does
   * @param routes adds what it answers beside
   * @throws CommandFailed if the address is taken
   */
  WebServer(
      final HttpAddress address,
      final PrometheusMeterRegistry registry,
      final Supplier<Optional<String>> obstacle,
      final Consumer<RoutesConfig> routes) {
    this.address = address;
    this.obstacle = obstacle;
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.jetty.threadPool = new QueuedThreadPool(THREADS);
              config.http.maxRequestSize = RequestBody.MOST_BYTES;
              config.jetty.modifyHttpConfiguration(WebServer::answerWithHeaders);
              config.jetty.modifyServer(jetty -> jetty.setErrorHandler(new ErrorAnswer()));
              address.tls().ifPresent(keys -> config.jetty.addConnector(tls(keys)));
              config.staticFiles.add("/web", Location.CLASSPATH);
              config.staticFiles.enableWebjars();
              addTo(config.routes, registry);
              routes.accept(config.routes);
            });
    try {
      server.start(address.host(), address.port());
    } catch (final JavalinBindException e) {
      throw new CommandFailed(
          "port %d is taken: name another by --http-port, or 0 for any free one"
              .formatted(address.port()),
          e);
    }
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
  }

  String url() {
    final String scheme = address.tls().isPresent() ? "https" : "http";
    return "%s://%s:%d".formatted(scheme, address.hostInUrl(), server.port());
  }

  @Override
  public void close() {
    server.stop();
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
        .ifPresentOrElse(
            reason -> ctx.status(503).json(new Unready(false, reason)),
            () -> ctx.result("ready\n"));
  }

  private record Unready(boolean ready, String reason) {}
}
