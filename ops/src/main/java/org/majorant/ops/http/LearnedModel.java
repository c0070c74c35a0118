package org.majorant.ops.http;

import com.fasterxml.jackson.databind.util.RawValue;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.sse.SseClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.catalog.PublishedModel;
import org.majorant.ops.http.curves.LearnerMeters;
import org.majorant.ops.http.curves.ModelCurves;
import org.majorant.ops.read.Passes;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;

/**
 * What the page knows of the model that this process learns, second by second: {@code /api/events}
 * is what each second adds, and {@code /api/picture} is there where somebody has examples to draw.
 * A second is read and written once, whoever looks on; one thread sends it, so that a browser that
 * does not listen delays the others but never the history.
 */
final class LearnedModel implements AutoCloseable {
  private final ModelSpec spec;
  private final String sentence;
  private final Passes passes;
  private final Supplier<Optional<String>> obstacle;
  private final LearnerMeters meters;
  private final ModelCurves curves = new ModelCurves();
  private final Set<SseClient> clients = ConcurrentHashMap.newKeySet();
  private final ExecutorService sender =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(1),
          task -> LivePage.daemon(task, "majorant-page-sender"),
          new ThreadPoolExecutor.DiscardPolicy());
  private volatile Supplier<Picture> picture; // null: there is none
  private volatile String start; // null: how is not known

  /**
   * @param sentence for the page to have labeled at first; null: a person types one
   * @param registry where its learner's meters will be
   * @param obstacle why it is not learned now; empty when it is
   */
  LearnedModel(
      final ModelSpec spec,
      final String sentence,
      final MeterRegistry registry,
      final Passes passes,
      final Supplier<Optional<String>> obstacle) {
    this.spec = spec;
    this.sentence = sentence;
    this.passes = passes;
    this.obstacle = obstacle;
    meters = new LearnerMeters(registry, spec.getModel());
  }

  /** What {@code /api/events} adds: a row, and a row for each new version. */
  private record Second(RawValue second, List<RawValue> versions, String obstacle) {}

  void addTo(final RoutesConfig routes) {
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

  /** Adds a second. */
  void tick(final ModelCatalog catalog) {
    final List<RawValue> added =
        catalog.get(spec.getModel()).map(this::addVersions).orElse(List.of());
    final RawValue second = curves.addSecond(meters.row(System.currentTimeMillis()));
    final String event = Json.line(new Second(second, added, reason()));
    sender.execute(() -> clients.forEach(client -> client.sendEvent("second", event)));
  }

  private List<RawValue> addVersions(final PublishedModel model) {
    final ModelHead newest = model.newest();
    return curves.addVersions(
        model.versions(), head -> head == newest ? passes.of(head) : Double.NaN);
  }

  private void picture(final Context ctx) {
    final Supplier<Picture> shown = picture;
    if (shown == null) {
      throw new NotFoundResponse("no examples are drawn for this model: a demo draws some");
    }
    ctx.json(shown.get());
  }

  ModelSpec spec() {
    return spec;
  }

  ModelCurves curves() {
    return curves;
  }

  /** Null: a person types one. */
  String sentence() {
    return sentence;
  }

  boolean hasPicture() {
    return picture != null;
  }

  /** The command that starts it again; null: not known. */
  String start() {
    return start;
  }

  /** Why it is not learned now; null when it is. */
  String reason() {
    return obstacle.get().orElse(null);
  }

  @Override
  public void close() {
    clients.forEach(SseClient::close);
    sender.shutdownNow();
  }
}
