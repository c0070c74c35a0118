package org.majorant.ops;

import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.UnauthorizedResponse;
import io.javalin.util.JavalinBindException;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Metrics and health over HTTP: {@code /metrics} for Prometheus, {@code /healthz} while the process
 * lives, {@code /readyz} while it learns. Health is for anybody, all else for who knows the token,
 * where there is one. It is opened before the learner, so that a port that is taken stops a command
 * before anything is learned.
 */
public final class StatusServer implements AutoCloseable {
  private static final Set<String> HEALTH = Set.of("/healthz", "/readyz");

  private final HttpAddress address;
  private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
  private final Javalin server;
  private volatile Supplier<Optional<String>> obstacle = () -> Optional.of("the learner starts");

  /**
   * @throws CommandFailed if the address is taken
   */
  public StatusServer(final HttpAddress address, final PrometheusMeterRegistry registry) {
    this.address = address;
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.routes.before(this::authorize);
              config.routes.get(
                  "/metrics",
                  ctx ->
                      ctx.contentType("text/plain; version=0.0.4; charset=utf-8")
                          .result(registry.scrape()));
              config.routes.get("/healthz", ctx -> ctx.result("ok\n"));
              config.routes.get("/readyz", this::ready);
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
    server.stop();
    garbageCollection.close();
  }

  private void authorize(final Context ctx) {
    if (address.token().isPresent() && !HEALTH.contains(ctx.path())) {
      final String sent = Objects.requireNonNullElse(ctx.header(Header.AUTHORIZATION), "");
      if (!MessageDigest.isEqual(bytes("Bearer " + address.token().get()), bytes(sent))) {
        ctx.header(Header.WWW_AUTHENTICATE, "Bearer");
        throw new UnauthorizedResponse("send the token as Authorization: Bearer");
      }
    }
  }

  private static byte[] bytes(final String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void ready(final Context ctx) {
    obstacle
        .get()
        .ifPresentOrElse(
            reason -> ctx.status(503).json(Map.of("ready", false, "reason", reason)),
            () -> ctx.result("ready\n"));
  }
}
