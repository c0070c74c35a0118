package org.majorant.ops;

import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Metrics and health over HTTP, on loopback: {@code /metrics} for Prometheus, {@code /healthz}
 * while the process lives, {@code /readyz} while it learns. It is opened before the learner, so
 * that a port that is taken stops a command before anything is learned.
 */
public final class StatusServer implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
  private final Javalin server;
  private volatile Supplier<Optional<String>> obstacle = () -> Optional.of("the learner starts");

  /**
   * @param port 0: any free one
   * @throws CommandFailed if that port is taken
   */
  public StatusServer(final int port, final PrometheusMeterRegistry registry) {
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.routes.get(
                  "/metrics",
                  ctx ->
                      ctx.contentType("text/plain; version=0.0.4; charset=utf-8")
                          .result(registry.scrape()));
              config.routes.get("/healthz", ctx -> ctx.result("ok\n"));
              config.routes.get("/readyz", this::ready);
            });
    try {
      server.start(LOOPBACK, port);
    } catch (final JavalinBindException e) {
      throw new CommandFailed(
          "port %d is taken: name another by --http-port, or 0 for any free one".formatted(port),
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
    return "http://" + LOOPBACK + ":" + server.port();
  }

  @Override
  public void close() {
    server.stop();
    garbageCollection.close();
  }

  private void ready(final Context ctx) {
    obstacle
        .get()
        .ifPresentOrElse(
            reason -> ctx.status(503).json(Map.of("ready", false, "reason", reason)),
            () -> ctx.result("ready\n"));
  }
}
