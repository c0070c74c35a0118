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
 * curves are there at once, {@code /api/events} what each second adds, and {@code /api/day} the
 * last day, a row a minute; {@code /api/picture} is there where somebody has examples to draw. Of a
 * model that others learn, {@code /api/history?model=} has what its published versions say. A
 * second is read and written once, whoever looks on; one thread sends it, so that a browser that
 * does not listen delays the others but never the history.
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
  private final DaySeries minutes = new DaySeries(LearnerMeters.LASTING, LearnerMeters.COLUMNS);
  private final DaySeries versionsOfDay = DaySeries.ofLast(VersionRow.COLUMNS);
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
  private volatile String start; // null: how is not known
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

  /**
   * The model that is shown.
   *
   * @param learned whether this process learns it
   * @param start the command that starts its learner again; null: not known
   */
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
      boolean picture,
      boolean learned,
      String start) {}

  /** What {@code /api/day} says. */
  private record Day(RawValue seconds, RawValue versions) {}

  /** What {@code /api/events} adds: a row, and a row for each new version. */
  private record Second(RawValue second, List<RawValue> versions, String obstacle) {}

  void addTo(final RoutesConfig routes) {
    routes.get(
        "/api/history",
        ctx ->
            ctx.contentType(ContentType.APPLICATION_JSON).result(history(ctx.queryParam("model"))));
    routes.get("/api/day", ctx -> ctx.contentType(ContentType.APPLICATION_JSON).result(day()));
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

  /** Has the page say how to start this learner again, when it does not answer any more. */
  void startedBy(final String command) {
    start = command;
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
      final double[] row = meters.row(System.currentTimeMillis());
      minutes.add(row);
      final RawValue second = new RawValue(seconds.add(row));
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
        final double[] row = VersionRow.of(head, pass);
        versionsOfDay.add(row);
        added.add(new RawValue(versions.add(row)));
      }
    }
  }

  /**
   * @param model null: the one that is learned here
   */
  private String history(final String model) {
    if (model != null && !model.equals(spec.getModel())) {
      return published(catalog.require(model));
    }
    return Json.line(
        new History(
            about(spec, true),
            LearnerMeters.WINDOW,
            reason(),
            new RawValue(seconds.json()),
            new RawValue(versions.json())));
  }

  /** What versions say of a model that others learn: nobody here knows its seconds. */
  private String published(final PublishedModel model) {
    final List<ModelHead> heads = model.versions();
    final Series rows = new Series(heads.size(), VersionRow.COLUMNS);
    heads.forEach(head -> rows.add(VersionRow.of(head, Double.NaN)));
    return Json.line(
        new History(
            about(model.newest().getSpec(), false),
            LearnerMeters.WINDOW,
            catalog.obstacle().orElse(null),
            new RawValue(new Series(0, LearnerMeters.COLUMNS).json()),
            new RawValue(rows.json())));
  }

  private String day() {
    return Json.line(new Day(new RawValue(minutes.json()), new RawValue(versionsOfDay.json())));
  }

  private About about(final ModelSpec shown, final boolean learned) {
    return new About(
        shown.getModel(),
        Spelling.of(shown.getTask()),
        shown.getLabels(),
        Dimensions.of(shown).features(),
        Spelling.of(shown.getCurvature()),
        shown.getInput(),
        brokers,
        SpecFile.write(shown),
        learned ? sentence : null,
        learned && picture != null,
        learned,
        learned ? start : null);
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
