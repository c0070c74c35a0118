package org.majorant.ops.http;

import io.javalin.config.RoutesConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.majorant.features.Dimensions;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.inference.HeavyRequests;
import org.majorant.ops.http.inference.PredictApi;
import org.majorant.ops.http.inference.PredictionRequests;
import org.majorant.ops.lineage.LineageReader;
import org.majorant.ops.read.Passes;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;

/**
 * A learner over HTTP: {@code /} is the {@link LivePage}, {@code /api} the {@link QueryApi} with
 * its neighbours, and it is ready while it learns and the published models are known. It is opened
 * before the learner, so that a port that is taken stops a command before anything is learned.
 */
public final class StatusServer implements AutoCloseable {
  /** A learner that starts has so many of its parameters ready in a second, or more. */
  private static final int STARTED_PER_SECOND = 1_000_000;

  private static final int LOOK_MILLIS = 100;

  private final ModelCatalog catalog;
  private final Passes passes;
  private final LatestDeadLetters letters;
  private final LineageApi lineage;
  private final JoinApi join;
  private final LearnedModel learned;
  private final LivePage page;
  private final WebServer server;
  private final long patience; // nanoseconds, how long the versions wait for the learner
  private volatile Supplier<Optional<String>> obstacle = () -> Optional.of("the learner starts");
  private boolean reads; // the versions

  /**
   * @param client how to reach the brokers
   * @param spec of the model that is learned here
   * @param sentence for the page to have labeled at first; null: a person types one
   * @param registry where its learner's meters will be
   * @throws CommandFailed if the address is taken
   */
  public StatusServer(
      final HttpAddress address,
      final Map<?, ?> client,
      final ModelSpec spec,
      final String sentence,
      final PrometheusMeterRegistry registry) {
    this(
        address,
        ModelCatalog.ofLearner(spec.getModel(), client),
        client,
        new Passes(client),
        new LatestDeadLetters(spec.getModel()::equals, client),
        LineageReader.of(client),
        String.valueOf(client.get("bootstrap.servers")),
        spec,
        sentence,
        registry);
  }

  /**
   * The same with a catalog of the caller's making; closed with this server.
   *
   * @param client how to reach the brokers for an example
   * @param passes likewise closed
   * @param letters likewise started and closed
   * @param learners likewise closed
   * @param brokers the page says how to reach them
   */
  StatusServer(
      final HttpAddress address,
      final ModelCatalog catalog,
      final Map<?, ?> client,
      final Passes passes,
      final LatestDeadLetters letters,
      final LineageReader learners,
      final String brokers,
      final ModelSpec spec,
      final String sentence,
      final PrometheusMeterRegistry registry) {
    this.catalog = catalog;
    this.passes = passes;
    this.letters = letters;
    lineage = new LineageApi(catalog, learners, spec.getModel(), registry);
    join = new JoinApi(spec, registry);
    learned = new LearnedModel(spec, sentence, registry, passes, () -> obstacle.get());
    page = new LivePage(learned, brokers, catalog);
    patience = TimeUnit.SECONDS.toNanos(Dimensions.of(spec).parameters()) / STARTED_PER_SECOND;
    server =
        new WebServer(
            address,
            registry,
            () -> obstacle.get().or(catalog::obstacle),
            routes -> addTo(routes, client, registry));
    letters.start();
    page.start();
  }

  private void addTo(
      final RoutesConfig routes, final Map<?, ?> client, final PrometheusMeterRegistry registry) {
    final HeavyRequests heavy = HeavyRequests.ofHeap();
    new QueryApi(catalog, heavy).addTo(routes);
    new PredictApi(catalog, new PredictionRequests(heavy, registry)).addTo(routes);
    new RecentExample(catalog, client).addTo(routes);
    letters.addTo(routes);
    new VersionApi(catalog, heavy).addTo(routes);
    lineage.addTo(routes);
    join.addTo(routes);
    page.addTo(routes);
  }

  /**
   * The learner has begun. Those versions that there are already are read when it learns: those of
   * a wide model take as long as its start, and would delay it. A learner that cannot learn has
   * them read after the time in which it should have started, at once for a small model.
   *
   * @param obstacle why it does not learn now, in one line; empty when it does
   */
  public void watch(final Supplier<Optional<String>> obstacle) {
    this.obstacle = obstacle;
    if (!reads) {
      reads = true;
      readVersions(System.nanoTime() + patience);
    }
  }

  private void readVersions(final long atLast) {
    if (System.nanoTime() - atLast >= 0 || obstacle.get().isEmpty()) {
      catalog.start();
    } else {
      CompletableFuture.delayedExecutor(LOOK_MILLIS, TimeUnit.MILLISECONDS)
          .execute(() -> readVersions(atLast));
    }
  }

  /**
   * @param picture examples for the page to draw, as they are at each moment
   */
  public void show(final Supplier<Picture> picture) {
    learned.show(picture);
  }

  /**
   * @param command that starts what is learned here again, on this port; the page tells it when
   *     nobody answers any more
   */
  public void startedBy(final String command) {
    learned.startedBy(command);
  }

  /** Has the page say where longer times than a day are shown. */
  public void linkTo(final URI grafana) {
    page.linkTo(grafana);
  }

  public String url() {
    return server.url();
  }

  @Override
  public void close() {
    page.close();
    server.close();
    catalog.close();
    letters.close();
    lineage.close();
    passes.close();
  }
}
