package org.majorant.ops.http.inference;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.majorant.model.Explainer;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.model.Prediction;
import org.majorant.model.Predictor;
import org.majorant.ops.http.catalog.LoadedVersion;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.terminal.Json;
import org.majorant.row.KnownColumns;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;

/**
 * What {@code predict} says on the command line, over HTTP and in the same JSON, by the newest
 * version of a model or by one that is named.
 */
public final class PredictApi {
  private final ModelCatalog catalog;
  private final PredictionRequests requests;

  public PredictApi(final ModelCatalog catalog, final PredictionRequests requests) {
    this.catalog = catalog;
    this.requests = requests;
  }

  public void addTo(final RoutesConfig routes) {
    routes.post("/api/models/{model}/predict", this::newest);
    routes.post("/api/models/{model}/versions/{v}/predict", this::version);
  }

  private void newest(final Context ctx) throws Exception {
    final String model = ctx.pathParam("model");
    requests.answer(ctx, model, () -> catalog.newest(model), this::predict);
  }

  private void version(final Context ctx) throws Exception {
    final String model = ctx.pathParam("model");
    requests.answer(ctx, model, () -> catalog.version(model, ctx.pathParam("v")), this::predict);
  }

  private void predict(final Context ctx, final LoadedVersion version, final String sent) {
    final Predictor predictor = version.predictor();
    final boolean given = flag(ctx, "given");
    final boolean strict = flag(ctx, "strict");
    final Optional<Explainer> explainer =
        QueryNumber.of(ctx, "explain", Explainer.MOST).map(most -> explainer(version, most));
    final ExampleBody body = read(version, RequestBody.isTable(ctx), sent);
    final StringJoiner answers = new StringJoiner(",");
    final List<Prediction> predictions = new ArrayList<>();
    int number = 0;
    for (final LabeledExample example : body.examples()) {
      PredictionRequests.requireRoom(answers.length(), number);
      final Set<String> row = body.rows().get(number);
      number++;
      try {
        Prediction prediction =
            given ? predictor.predictGiven(example) : predictor.predict(example);
        predictions.add(prediction);
        if (explainer.isPresent()) {
          prediction = explainer.get().explain((PointPrediction) prediction, example);
        }
        final String answer = ctx.jsonMapper().toJsonString(prediction, prediction.getClass());
        answers.add(Json.withId(example.getId(), answer(version, row, strict, answer)));
      } catch (final RejectedExample e) {
        throw new BadRequestResponse("example:%d: %s".formatted(number, e.getMessage()));
      }
    }
    requests.answered(predictor.model().spec().getModel(), body.examples(), predictions);
    ctx.contentType(ContentType.JSON).result(body.batch() ? "[" + answers + "]" : answers + "");
  }

  /**
   * An answer with the names of a row that the model does not know, and those that the row lacks.
   *
   * @param row the columns that it has; null: it is no row
   */
  private String answer(
      final LoadedVersion version, final Set<String> row, final boolean strict, final String answer)
      throws RejectedExample {
    if (row == null) {
      return answer;
    }
    final KnownColumns.Told told = version.columns().of(row);
    requests.told(
        version.version().head().getModel(), told.unknown().size(), told.missing().size());
    if (strict) {
      told.refuse("leave ?strict out");
    }
    return Json.with(Json.with(answer, "unknown", told.unknown()), "missing", told.missing());
  }

  private static Explainer explainer(final LoadedVersion version, final int most) {
    try {
      return new Explainer(version.version().model(), version.names(), most);
    } catch (final IllegalArgumentException e) {
      throw new BadRequestResponse(e.getMessage() + ": leave ?explain out");
    }
  }

  private static ExampleBody read(
      final LoadedVersion version, final boolean table, final String sent) {
    try {
      final ExampleBody body =
          table
              ? rows(sent, version.version().head().getSpec())
              : ExampleBody.read(sent, version.json());
      if (body.examples().isEmpty() && !body.batch()) {
        throw new BadRequestResponse("no example: send one as JSON, or an array of them");
      }
      return body;
    } catch (final IOException e) {
      throw new BadRequestResponse(e.getMessage());
    }
  }

  private static ExampleBody rows(final String sent, final ModelSpec spec) throws IOException {
    if (spec.getColumns() == null) {
      throw new BadRequestResponse(
          "the spec of model '%s' has no columns, which say what rows are: send Content-Type: %s"
              .formatted(spec.getModel(), ContentType.JSON));
    }
    return ExampleBody.rows(sent, spec);
  }

  private static boolean flag(final Context ctx, final String name) {
    final String value = Optional.ofNullable(ctx.queryParam(name)).orElse("false");
    if (!List.of("true", "false").contains(value)) {
      throw new BadRequestResponse("?%s=%s is neither true nor false".formatted(name, value));
    }
    return value.equals("true");
  }
}
