package org.majorant.ops.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.config.RoutesConfig;
import io.javalin.http.ContentType;
import io.javalin.http.sse.SseClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the page at {@code /} shows: {@code /api/history} is the last quarter of an hour, so that
 * curves are there at once, and {@code /api/events} what each second adds. A second is read and
 * written once, whoever looks on; one thread sends it, so that a browser that does not listen
 * delays the others but never the history.
 */
final class LivePage implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LivePage.class);
  private static final int SECONDS = 15 * 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ModelSpec spec;
  private final String sentence;
  private final String brokers;
  private final ModelCatalog catalog;
  private final Supplier<Optional<String>> obstacle;
  private final LearnerMeters meters;
  private final Series seconds = new Series(SECONDS, LearnerMeters.COLUMNS);
  private final Series versions =
      new Series(SECONDS, "time", "version", "examples", "objective", "bound", "slack", "stepNorm");
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
      final Supplier<Optional<String>> obstacle) {
    this.spec = spec;
    this.sentence = sentence;
    this.brokers = brokers;
    this.catalog = catalog;
    this.obstacle = obstacle;
    this.meters = new LearnerMeters(registry, spec.getModel());
  }

  void addTo(final RoutesConfig routes) {
    routes.get(
        "/api/history", ctx -> ctx.contentType(ContentType.APPLICATION_JSON).result(history()));
    routes.sse(
        "/api/events",
        client -> {
          client.keepAlive();
          client.onClose(() -> clients.remove(client));
          clients.add(client);
        });
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

  private void tick() {
    try {
      final List<String> added = new ArrayList<>();
      catalog.get(spec.getModel()).ifPresent(model -> addVersions(model, added));
      final String second = seconds.add(meters.row(System.currentTimeMillis()));
      final String event =
          "{\"second\":%s,\"versions\":[%s],\"obstacle\":%s}"
              .formatted(second, String.join(",", added), json(reason()));
      sender.execute(() -> clients.forEach(client -> client.sendEvent("second", event)));
    } catch (final RuntimeException | Error e) { // what is thrown here would be the last second
      LOG.warn("a second is missing on the page", e);
    }
  }

  private void addVersions(final PublishedModel model, final List<String> added) {
    for (final ModelHead head : model.versions()) {
      if (head.getVersion() > newest) {
        newest = head.getVersion();
        added.add(
            versions.add(
                head.getCreated(),
                head.getVersion(),
                head.getTally().getExamples(),
                head.getObjective(),
                head.getBound(),
                head.getBound() - head.getObjective(),
                head.getStepNorm()));
      }
    }
  }

  private String history() {
    return "{\"model\":%s,\"window\":%d,\"obstacle\":%s,\"seconds\":%s,\"versions\":%s}"
        .formatted(
            json(about()), LearnerMeters.WINDOW, json(reason()), seconds.json(), versions.json());
  }

  private Map<String, Object> about() {
    final Map<String, Object> about = new LinkedHashMap<>();
    about.put("name", spec.getModel());
    about.put("task", spec.getTask().name().toLowerCase(Locale.ROOT));
    about.put("labels", spec.getLabels());
    about.put("features", Dimensions.of(spec).features());
    about.put("curvature", spec.getCurvature().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    about.put("topic", spec.getInput());
    about.put("brokers", brokers);
    about.put("spec", SpecFile.write(spec));
    about.put("sentence", sentence);
    return about;
  }

  private String reason() {
    return obstacle.get().orElse(null);
  }

  private static String json(final Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (final JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Thread daemon(final Runnable task, final String name) {
    final Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
