package org.majorant.ops.http;

import com.fasterxml.jackson.databind.util.RawValue;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.catalog.PublishedModel;
import org.majorant.ops.http.curves.LearnerMeters;
import org.majorant.ops.http.curves.ModelCurves;
import org.majorant.ops.http.curves.ModelCurves.Tables;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.spec.Spelling;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the page at {@code /} shows: {@code /api/history} is the last quarter of an hour, so that
 * curves are there at once, and {@code /api/day} the last day, a row a minute; longer times are for
 * Grafana. Of the {@link LearnedModel} there are seconds; of a model that others learn, {@code
 * ?model=} has what its published versions have said since this server started.
 */
final class LivePage implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LivePage.class);

  private final LearnedModel own; // null: nothing is learned here
  private final String brokers;
  private final ModelCatalog catalog;
  private final Map<String, ModelCurves> others = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "majorant-page"));
  private volatile URI grafana; // null: not known
  private volatile Supplier<? extends Map<String, Optional<String>>> fleet = Map::of;

  /**
   * @param own is closed with this; null: nothing is learned here
   * @param brokers the page says how to reach them
   */
  LivePage(final LearnedModel own, final String brokers, final ModelCatalog catalog) {
    this.own = own;
    this.brokers = brokers;
    this.catalog = catalog;
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
   * @param views whether it has some
   * @param labelTopic where labels come late from; null: events have them
   * @param learned whether this process learns it, and it alone
   * @param fleet whether this process learns it among others
   * @param grafana where longer times than a day are shown; null: not known
   * @param start the command that starts its learner again; null: not known
   */
  private record About(
      String name,
      String task,
      List<String> labels,
      int features,
      String curvature,
      boolean views,
      String topic,
      String labelTopic,
      String brokers,
      String spec,
      String sentence,
      boolean picture,
      boolean learned,
      boolean fleet,
      URI grafana,
      String start) {}

  void addTo(final RoutesConfig routes) {
    routes.get("/api/history", this::history);
    routes.get("/api/day", ctx -> ctx.json(curves(shown(ctx)).day()));
    if (own != null) {
      own.addTo(routes);
    }
  }

  /** Says where longer times than a day are shown. */
  void linkTo(final URI address) {
    grafana = address;
  }

  /** Begins to look once a second. */
  void start() {
    clock.scheduleAtFixedRate(this::tick, 0, 1, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    clock.shutdownNow();
    if (own != null) {
      own.close();
    }
  }

  private void tick() {
    try {
      if (own != null) {
        own.tick(catalog);
      }
      followOthers();
    } catch (final RuntimeException | Error e) { // what is thrown here would be the last second
      LOG.warn("a second is missing on the page", e);
    }
  }

  private void followOthers() {
    final Set<String> models = catalog.models();
    models.removeIf(this::isOwn);
    others.keySet().retainAll(models); // some may have been deleted
    for (final String model : models) {
      final Optional<PublishedModel> published = catalog.get(model);
      published.ifPresent(
          known ->
              others.computeIfAbsent(model, name -> new ModelCurves()).follow(known.versions()));
    }
  }

  /** The model that is asked for; else the one that is learned here, or the first there is. */
  private String shown(final Context ctx) {
    final String asked = ctx.queryParam("model");
    if (asked != null) {
      return asked;
    }
    if (own != null) {
      return own.spec().getModel();
    }
    if (catalog.models().isEmpty()) {
      catalog.requireRead();
      throw new NotFoundResponse("no model has a version yet: learn one with 'ops/majorant learn'");
    }
    return catalog.models().first();
  }

  /**
   * @param models that a fleet of this process learns, each with the reason why it does not now
   */
  void learns(final Supplier<? extends Map<String, Optional<String>>> models) {
    fleet = models;
  }

  private boolean isOwn(final String model) {
    return own != null && own.spec().getModel().equals(model);
  }

  /** What is kept here of a model; of one that is new, what its versions say. */
  private ModelCurves curves(final String model) {
    if (isOwn(model)) {
      return own.curves();
    }
    final List<ModelHead> versions = catalog.require(model).versions();
    final ModelCurves followed = others.get(model);
    return followed != null ? followed : ModelCurves.of(versions);
  }

  private void history(final Context ctx) {
    final String model = shown(ctx);
    final ModelSpec spec = isOwn(model) ? own.spec() : catalog.require(model).newest().getSpec();
    final Tables tables = curves(model).quarter();
    final Optional<String> ofFleet = fleet.get().get(model); // null: no fleet here has it
    ctx.json(
        new History(
            about(spec, isOwn(model), ofFleet != null),
            LearnerMeters.WINDOW,
            isOwn(model) ? own.reason() : obstacle(ofFleet),
            tables.seconds(),
            tables.versions()));
  }

  private String obstacle(final Optional<String> ofFleet) {
    final Optional<String> ofCatalog = catalog.obstacle();
    return (ofFleet == null ? ofCatalog : ofFleet.or(() -> ofCatalog)).orElse(null);
  }

  private About about(final ModelSpec shown, final boolean learned, final boolean ofFleet) {
    return new About(
        shown.getModel(),
        Spelling.of(shown.getTask()),
        shown.getLabels(),
        Dimensions.of(shown).features(),
        Spelling.of(shown.getCurvature()),
        Views.areIn(shown),
        shown.getInput(),
        shown.getLateLabels() == null ? null : shown.getLateLabels().getTopic(),
        brokers,
        SpecFile.write(shown),
        learned ? own.sentence() : null,
        learned && own.hasPicture(),
        learned,
        ofFleet,
        grafana,
        learned ? own.start() : null);
  }

  static Thread daemon(final Runnable task, final String name) {
    final Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
