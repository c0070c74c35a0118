package org.majorant.ops.http;

import com.fasterxml.jackson.databind.util.RawValue;
import io.javalin.config.RoutesConfig;
import io.javalin.http.BadGatewayResponse;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.sse.SseClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
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
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.catalog.PublishedModel;
import org.majorant.ops.http.curves.LearnerMeters;
import org.majorant.ops.http.curves.LongCurves;
import org.majorant.ops.http.curves.ModelCurves;
import org.majorant.ops.http.curves.ModelCurves.Tables;
import org.majorant.ops.http.curves.PrometheusServer;
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
 * last day, a row a minute; longer times are those of a Prometheus, where there is one. {@code
 * /api/picture} is there where somebody has examples to draw. Of a model that others learn, {@code
 * ?model=} has what its published versions have said since this server started. A second is read
 * and written once, whoever looks on; one thread sends it, so that a browser that does not listen
 * delays the others but never the history.
 */
final class LivePage implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LivePage.class);

  private final ModelSpec spec;
  private final String sentence;
  private final String brokers;
  private final ModelCatalog catalog;
  private final Passes passes;
  private final Supplier<Optional<String>> obstacle;
  private final LearnerMeters meters;
  private final ModelCurves curves = new ModelCurves();
  private final Map<String, ModelCurves> others = new ConcurrentHashMap<>();
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
  private volatile LongCurves longer; // null: nobody keeps more than a day

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

  /**
   * What {@code /api/history} says.
   *
   * @param window seconds that means are over
   */
  private record History(
      About model, int window, String obstacle, RawValue seconds, RawValue versions) {}

  /**
   * The model that is shown.
   *
   * @param learned whether this process learns it
   * @param longer whether there are more days than one
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
      boolean longer,
      String start) {}

  /** What {@code /api/events} adds: a row, and a row for each new version. */
  private record Second(RawValue second, List<RawValue> versions, String obstacle) {}

  void addTo(final RoutesConfig routes) {
    routes.get("/api/history", this::history);
    routes.get("/api/day", ctx -> ctx.json(curves(ctx.queryParam("model")).day()));
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

  /** Has it answer for more than a day, too. */
  void ask(final PrometheusServer prometheus) {
    longer = new LongCurves(prometheus);
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
      final List<RawValue> added =
          catalog.get(spec.getModel()).map(this::addVersions).orElse(List.of());
      final RawValue second = curves.addSecond(meters.row(System.currentTimeMillis()));
      final String event = Json.line(new Second(second, added, reason()));
      sender.execute(() -> clients.forEach(client -> client.sendEvent("second", event)));
      followOthers();
    } catch (final RuntimeException | Error e) { // what is thrown here would be the last second
      LOG.warn("a second is missing on the page", e);
    }
  }

  private List<RawValue> addVersions(final PublishedModel model) {
    final ModelHead newest = model.newest();
    return curves.addVersions(
        model.versions(), head -> head == newest ? passes.of(head) : Double.NaN);
  }

  private void followOthers() {
    final Set<String> models = catalog.models();
    models.remove(spec.getModel());
    others.keySet().retainAll(models); // some may have been deleted
    for (final String model : models) {
      final Optional<PublishedModel> published = catalog.get(model);
      published.ifPresent(
          known ->
              others.computeIfAbsent(model, name -> new ModelCurves()).follow(known.versions()));
    }
  }

  /** What is kept here of a model; of one that is new, what its versions say. */
  private ModelCurves curves(final String model) {
    if (isOwn(model)) {
      return curves;
    }
    final List<ModelHead> versions = catalog.require(model).versions();
    final ModelCurves followed = others.get(model);
    return followed != null ? followed : ModelCurves.of(versions);
  }

  /**
   * @param model null: the one that is learned here
   */
  private boolean isOwn(final String model) {
    return model == null || model.equals(spec.getModel());
  }

  private void history(final Context ctx) {
    final String model = ctx.queryParam("model");
    final boolean own = isOwn(model);
    final ModelSpec shown = own ? spec : catalog.require(model).newest().getSpec();
    final Optional<Integer> days = QueryNumber.of(ctx, "days", LongCurves.LONGEST);
    final Tables tables =
        days.map(asked -> longer(shown.getModel(), asked)).orElseGet(curves(model)::quarter);
    ctx.json(
        new History(
            about(shown, own),
            days.map(LongCurves::window).orElse(LearnerMeters.WINDOW),
            own ? reason() : catalog.obstacle().orElse(null),
            tables.seconds(),
            tables.versions()));
  }

  private Tables longer(final String model, final int days) {
    final LongCurves asked = longer;
    if (asked == null) {
      throw new NotFoundResponse(
          "a day is kept here (/api/day), and no Prometheus that keeps more is named: start the"
              + " learner with --prometheus-url");
    }
    try {
      return asked.of(model, days, System.currentTimeMillis());
    } catch (final PrometheusServer.Unanswered e) {
      throw new BadGatewayResponse(e.getMessage());
    }
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
        longer != null,
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
