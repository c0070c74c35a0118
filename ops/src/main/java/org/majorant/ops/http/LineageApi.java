package org.majorant.ops.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.catalog.PublishedModel;
import org.majorant.ops.lineage.LineageReader;
import org.majorant.ops.lineage.LineageReport;

/**
 * Who learns which partition of a model's topic, over HTTP. All who look share one answer: the
 * brokers are asked again after {@link #REST}, by one of them, and meanwhile the others get the
 * last one. While nobody looks nobody is asked.
 */
final class LineageApi implements AutoCloseable {
  /** Between two questions about one model. */
  static final Duration REST = Duration.ofSeconds(2);

  private final ModelCatalog catalog;
  private final LineageReader reader;
  private final String own;
  private final MeterRegistry registry;
  private final Map<String, Shared> reports = new ConcurrentHashMap<>();

  /**
   * @param reader is closed with this
   * @param own name of the model that is learned here
   * @param registry where its learner's meters will be
   */
  LineageApi(
      final ModelCatalog catalog,
      final LineageReader reader,
      final String own,
      final MeterRegistry registry) {
    this.catalog = catalog;
    this.reader = reader;
    this.own = own;
    this.registry = registry;
  }

  void addTo(final RoutesConfig routes) {
    routes.get("/api/models/{model}/lineage", this::lineage);
  }

  @Override
  public void close() {
    reader.close();
  }

  private void lineage(final Context ctx) throws InterruptedException {
    final PublishedModel model = catalog.require(ctx.pathParam("model"));
    ctx.json(
        reports
            .computeIfAbsent(model.newest().getModel(), name -> new Shared(REST))
            .get(() -> read(model)));
  }

  private LineageReport read(final PublishedModel model) throws InterruptedException {
    final boolean learned = model.newest().getModel().equals(own);
    return reader.read(
        model.newest(),
        model.versions(),
        learned ? here() : null,
        learned
            ? "the learner has read no base yet"
            : "the page of a process that learns it knows");
  }

  /** What the learner's meters say; null before there are any. */
  private LineageReport.Here here() {
    final double base = sum("majorant.base.number");
    return Double.isNaN(base)
        ? null
        : new LineageReport.Here(
            (long) base,
            (long) sum("majorant.held.examples"),
            (long) sum("majorant.in.flight.examples"));
  }

  private double sum(final String name) {
    final Collection<Gauge> gauges = registry.find(name).tag("model", own).gauges();
    return gauges.isEmpty() ? Double.NaN : gauges.stream().mapToDouble(Gauge::value).sum();
  }

  /** Asks the brokers. */
  @FunctionalInterface
  interface Question {
    LineageReport ask() throws InterruptedException;
  }

  /** The last answer about a model. */
  static final class Shared {
    private final long rest; // ns
    private final ReentrantLock asking = new ReentrantLock();
    private volatile LineageReport last; // null: none yet
    private volatile long asked; // System.nanoTime()

    Shared(final Duration rest) {
      this.rest = rest.toNanos();
    }

    /** The last answer where it is fresh or somebody asks already; else a new one. */
    LineageReport get(final Question question) throws InterruptedException {
      if (last == null) {
        asking.lockInterruptibly();
      } else if (isFresh() || !asking.tryLock()) {
        return last;
      }
      try {
        if (!isFresh()) {
          last = question.ask();
          asked = System.nanoTime();
        }
        return last;
      } finally {
        asking.unlock();
      }
    }

    private boolean isFresh() {
      return last != null && System.nanoTime() - asked < rest;
    }
  }
}
