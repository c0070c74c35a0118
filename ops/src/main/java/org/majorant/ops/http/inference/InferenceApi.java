package org.majorant.ops.http.inference;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.majorant.model.Prediction;
import org.majorant.model.Predictor;
import org.majorant.ops.http.catalog.LoadedVersion;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.inference.InferenceProtocol.Answer;
import org.majorant.ops.http.inference.InferenceProtocol.Live;
import org.majorant.ops.http.inference.InferenceProtocol.Metadata;
import org.majorant.ops.http.inference.InferenceProtocol.ModelReady;
import org.majorant.ops.http.inference.InferenceProtocol.Ready;
import org.majorant.ops.http.inference.InferenceProtocol.Request;
import org.majorant.ops.http.inference.InferenceProtocol.Server;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;

/**
 * The Open Inference Protocol (V2) over REST, so that clients of KServe, Triton and Seldon can ask.
 * Whether a model is ready is found out by reading it, so that who asks this first waits for
 * nothing later.
 */
public final class InferenceApi {
  private static final String MODEL = "/v2/models/{model}";
  private static final String VERSION = MODEL + "/versions/{v}";
  private static final String V = "v";

  private final ModelCatalog catalog;
  private final PredictionRequests requests;

  public InferenceApi(final ModelCatalog catalog, final PredictionRequests requests) {
    this.catalog = catalog;
    this.requests = requests;
  }

  public void addTo(final RoutesConfig routes) {
    routes.get("/v2", this::server);
    routes.get("/v2/health/live", ctx -> ctx.json(new Live(true)));
    routes.get("/v2/health/ready", this::ready);
    for (final String path : List.of(MODEL, VERSION)) {
      routes.get(path, this::metadata);
      routes.get(path + "/ready", this::modelReady);
      routes.post(path + "/infer", this::infer);
    }
  }

  private void server(final Context ctx) {
    final String version = InferenceApi.class.getPackage().getImplementationVersion();
    ctx.json(new Server("majorant", Optional.ofNullable(version).orElse(""), List.of()));
  }

  /** By the protocol a status of 4xx says no. */
  private void ready(final Context ctx) {
    final boolean ready = catalog.obstacle().isEmpty();
    ctx.status(ready ? 200 : 400).json(new Ready(ready));
  }

  private void metadata(final Context ctx) {
    final var model = catalog.require(ctx.pathParam("model"));
    final String asked = ctx.pathParamMap().get(V);
    final ModelHead head = asked == null ? model.newest() : model.version(asked);
    final ModelSpec spec = head.getSpec();
    ctx.json(
        new Metadata(
            head.getModel(),
            model.versions().stream().map(each -> Long.toString(each.getVersion())).toList(),
            "majorant",
            new InputTensors(spec).describe(),
            new OutputTensors(spec, ctx.jsonMapper()).describe()));
  }

  private void modelReady(final Context ctx) {
    final LoadedVersion version = version(ctx);
    ctx.header(PredictionRequests.VERSION, Long.toString(version.version().version()))
        .json(new ModelReady(ctx.pathParam("model"), true));
  }

  private LoadedVersion version(final Context ctx) {
    final String model = ctx.pathParam("model");
    final String asked = ctx.pathParamMap().get(V);
    return asked == null ? catalog.newest(model) : catalog.version(model, asked);
  }

  private void infer(final Context ctx) throws Exception {
    requests.answer(ctx, ctx.pathParam("model"), () -> version(ctx), this::infer);
  }

  private void infer(final Context ctx, final LoadedVersion version, final String body) {
    final Predictor predictor = version.predictor();
    final ModelSpec spec = predictor.model().spec();
    final Request request = Request.read(body);
    final OutputTensors outputs = new OutputTensors(spec, ctx.jsonMapper());
    final List<LabeledExample> examples =
        new InputTensors(spec).read(request.inputs(), version.json());
    final List<Prediction> predictions = new ArrayList<>();
    for (final LabeledExample example : examples) {
      try {
        predictions.add(predictor.predict(example));
        outputs.add(predictions.get(predictions.size() - 1));
      } catch (final RejectedExample e) {
        throw new BadRequestResponse(
            "example:%d: %s".formatted(outputs.size() + 1, e.getMessage()));
      }
    }
    final Answer answer =
        new Answer(
            spec.getModel(),
            Long.toString(predictor.model().version()),
            request.id(),
            outputs.get(request.outputs()));
    requests.answered(spec.getModel(), examples, predictions);
    ctx.json(answer);
  }
}
