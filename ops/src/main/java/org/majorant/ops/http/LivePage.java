package org.majorant.ops.http;

import com.fasterxml.jackson.databind.util.RawValue;
import io.javalin.config.RoutesConfig;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.sse.SseClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.majorant.features.Dimensions;
import org.majorant.ops.client.Passes;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.spec.Spelling;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the page at {@code /} shows: {@code /api/history} is the last quarter of an hour, so that
 * curves are there at once, and {@code /api/events} what each second adds; {@code /api/picture} is
 * there where somebody has examples to draw. A second is read and written once, whoever looks on;
 * one thread sends it, so that a browser that does not listen delays the others but never the
 * history.
 */
final class LivePage implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LivePage.class);
  private static final int SECONDS = 15 * 60;

  private final ModelSpec spec;
  private final String sentence;
  private final String brokers;
  private final ModelCatalog catalog;
  private final Passes passes;
  private final Supplier<Optional<String>> obstacle;
  private final LearnerMeters meters;
  private final Series seconds = new Series(SECONDS, LearnerMeters.COLUMNS);
  private final Series versions = new Series(SECONDS, VersionRow.COLUMNS);
  private final Set<SseClient> clients = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "majorant-page"));
  private final ExecutorService sender =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(1),
          task -> daemon(task, "majorant-page-sender"),
          new ThreadPoolExecutor.DiscardPolicy());
  private volatile Supplier<Picture> picture; // null: there is none
  private long newest;

  /**
   * @param spec of the model that is shown
   * @param sentence for the page to have labeled at first; null: a person types one
   * @param brokers the page says how to reach them
   * @param obstacle why it is not learned now; empty when it is
   */
  LivePage(
      final ModelSpec spec,
      final String sentence,
      final String brokers,
      final MeterRegistry registry,
      final ModelCatalog catalog,
      final Passes passes,
      final Supplier<Optional<String>> obstacle) {
    this.spec = spec;
    this.sentence = sentence;
    this.brokers = brokers;
    this.catalog = catalog;
    this.passes = passes;
    this.obstacle = obstacle;
    this.meters = new LearnerMeters(registry, spec.getModel());
  }

  /** What {@code /api/history} says; the series are tables of columns and rows. */
  private record History(
      About model, int window, String obstacle, RawValue seconds, RawValue versions) {}

  /** The model that is shown. */
  private record About(
      String name,
      String task,
      List<String> labels,
      int features,
      String curvature,
      String topic,
      String brokers,
      String spec,
      String sentence,
      boolean picture) {}

  /** What {@code /api/events} adds: a row, and a row for each new version. */
  private record Second(RawValue second, List<RawValue> versions, String obstacle) {}

  void addTo(final RoutesConfig routes) {
    routes.get(
        "/api/history", ctx -> ctx.contentType(ContentType.APPLICATION_JSON).result(history()));
    routes.get("/api/picture", this::picture);
    routes.sse(
        "/api/events",
        client -> {
          client.keepAlive();
          client.onClose(() -> clients.remove(client));
          clients.add(client);
        });
  }

  /** Has the page draw examples, too, as they are at each moment. */
  void show(final Supplier<Picture> picture) {
    this.picture = picture;
  }

  /** Begins to look once a second. */
  void start() {
    clock.scheduleAtFixedRate(this::tick, 0, 1, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    clock.shutdownNow();
    clients.forEach(SseClient::close);
    sender.shutdownNow();
  }

  private void picture(final Context ctx) {
    final Supplier<Picture> shown = picture;
    if (shown == null) {
      throw new NotFoundResponse("no examples are drawn for this model: a demo draws some");
    }
    ctx.json(shown.get());
  }

  private void tick() {
    try {
      final List<RawValue> added = new ArrayList<>();
      catalog.get(spec.getModel()).ifPresent(model -> addVersions(model, added));
      final RawValue second = new RawValue(seconds.add(meters.row(System.currentTimeMillis())));
      final String event = Json.line(new Second(second, added, reason()));
      sender.execute(() -> clients.forEach(client -> client.sendEvent("second", event)));
    } catch (final RuntimeException | Error e) { // what is thrown here would be the last second
      LOG.warn("a second is missing on the page", e);
    }
  }

  private void addVersions(final PublishedModel model, final List<RawValue> added) {
    for (final ModelHead head : model.versions()) {
      if (head.getVersion() > newest) {
        newest = head.getVersion();
        final boolean last = newest == model.newest().getVersion();
        final double pass = last ? passes.of(head) : Double.NaN;
        added.add(new RawValue(versions.add(VersionRow.of(head, pass))));
      }
    }
  }

  private String history() {
    return Json.line(
        new History(
            about(),
            LearnerMeters.WINDOW,
            reason(),
            new RawValue(seconds.json()),
            new RawValue(versions.json())));
  }

  private About about() {
    return new About(
        spec.getModel(),
        Spelling.of(spec.getTask()),
        spec.getLabels(),
        Dimensions.of(spec).features(),
        Spelling.of(spec.getCurvature()),
        spec.getInput(),
        brokers,
        SpecFile.write(spec),
        sentence,
        picture != null);
  }

  private String reason() {
    return obstacle.get().orElse(null);
  }

  private static Thread daemon(final Runnable task, final String name) {
    final Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
