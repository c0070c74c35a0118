package org.majorant.ops.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.majorant.ops.http.catalog.LoadedVersion;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.catalog.PublishedModel;
import org.majorant.ops.http.catalog.TallyWindow;
import org.majorant.ops.http.inference.HeavyRequests;
import org.majorant.ops.http.inference.QueryNumber;
import org.majorant.ops.read.FeatureWeight;
import org.majorant.ops.read.ModelLine;
import org.majorant.ops.read.NumberCurve;
import org.majorant.schema.ModelHead;
import org.majorant.spec.SpecFile;

/**
 * The published models over HTTP, as {@code /api/openapi.json} describes it: what {@code models}
 * says on the command line, in the same JSON. An error is {@code {"error": "…"}} with one line that
 * says what to do.
 */
final class QueryApi {
  private final ModelCatalog catalog;
  private final HeavyRequests heavy;

  QueryApi(final ModelCatalog catalog, final HeavyRequests heavy) {
    this.catalog = catalog;
    this.heavy = heavy;
  }

  void addTo(final RoutesConfig routes) {
    routes.get("/api/models", this::models);
    routes.get("/api/models/{model}", this::model);
    routes.get("/api/models/{model}/weights", heavy.inTurn(this::weights));
    routes.get("/api/models/{model}/curves", heavy.inTurn(this::curves));
    routes.get("/api/models/{model}/mistakes", this::mistakes);
  }

  /**
   * What {@code GET /api/models/{model}} says.
   *
   * @param versions those that the topic keeps, oldest first
   * @param earlier those of the last day that it does not keep, but this process remembers
   */
  record Model(String model, String spec, List<ModelLine> versions, List<ModelLine> earlier) {}

  /**
   * What {@code GET /api/models/{model}/weights} says.
   *
   * @param label whose weights these are; null for choices and graphs, which have no labels
   * @param conditional whether the deviations are, see {@link org.majorant.model.Model#conditional}
   */
  record Weights(long version, String label, boolean conditional, List<FeatureWeight> weights) {}

  /**
   * What {@code GET /api/models/{model}/curves} says.
   *
   * @param label for which; null for choices and graphs, which have no labels
   * @param curves of the numbers, the strongest first; empty without views
   * @param pairs of columns, the strongest first; likewise
   */
  record Curves(long version, String label, List<NumberCurve> curves, List<FeatureWeight> pairs) {}

  private void models(final Context ctx) {
    if (catalog.models().isEmpty()) {
      catalog.requireRead();
    }
    ctx.json(
        catalog.models().stream()
            .map(catalog::get)
            .flatMap(Optional::stream)
            .map(model -> ModelLine.of(model.newest()))
            .toList());
  }

  private void model(final Context ctx) {
    final PublishedModel model = require(ctx);
    final ModelHead newest = model.newest();
    ctx.json(
        new Model(
            newest.getModel(),
            SpecFile.write(newest.getSpec()),
            model.versions().stream().map(ModelLine::of).toList(),
            model.earlier().stream().map(ModelLine::of).toList()));
  }

  private void weights(final Context ctx) {
    final PublishedModel model = require(ctx);
    final int label = model.label(ctx.queryParam("label"));
    final LoadedVersion newest = catalog.newest(ctx.pathParam("model"));
    ctx.json(
        new Weights(
            newest.version().version(),
            model.labelName(label),
            newest.version().model().conditional(),
            newest.weights(label)));
  }

  private void curves(final Context ctx) {
    final PublishedModel model = require(ctx);
    final int label = model.label(ctx.queryParam("label"));
    final LoadedVersion newest = catalog.newest(ctx.pathParam("model"));
    final LoadedVersion.Effects effects = newest.effects(label);
    ctx.json(
        new Curves(
            newest.version().version(), model.labelName(label), effects.curves(), effects.pairs()));
  }

  private void mistakes(final Context ctx) {
    final PublishedModel model = require(ctx);
    final Duration span = minutes(ctx);
    final List<String> labels = model.newest().getSpec().getLabels();
    if (labels.isEmpty()) {
      throw new NotFoundResponse(
          "a model of choices, graphs or matchings has no labels to mistake for each other:"
              + " /api/models/%s has its accuracy".formatted(ctx.pathParam("model")));
    }
    ctx.json(Mistakes.of(labels, model.tallies(), span));
  }

  /** The last minutes that are asked about; all that are known of where none are. */
  private static Duration minutes(final Context ctx) {
    return QueryNumber.of(ctx, "minutes", (int) TallyWindow.LONGEST.toMinutes())
        .map(Duration::ofMinutes)
        .orElse(TallyWindow.LONGEST);
  }

  private PublishedModel require(final Context ctx) {
    return catalog.require(ctx.pathParam("model"));
  }
}
