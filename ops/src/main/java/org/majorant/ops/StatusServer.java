package org.majorant.ops;

import io.javalin.Javalin;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.BooleanSupplier;

/**
 * Metrics and health over HTTP, on loopback: {@code /metrics} for Prometheus, {@code /healthz}
 * while the process lives, {@code /readyz} while it learns.
 */
public final class StatusServer implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
  private final Javalin server;

  /**
   * @param port 0: any free one
   */
  public StatusServer(
      final int port, final PrometheusMeterRegistry registry, final BooleanSupplier ready) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    garbageCollection.bindTo(registry);
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
                  config.routes.get(
                      "/readyz",
                      ctx -> {
                        final boolean isReady = ready.getAsBoolean();
                        ctx.status(isReady ? 200 : 503).result(isReady ? "ready\n" : "starting\n");
                      });
                })
            .start(LOOPBACK, port);
  }

  public String url() {
    return "http://" + LOOPBACK + ":" + server.port();
  }

  @Override
  public void close() {
    server.stop();
    garbageCollection.close();
  }
}
