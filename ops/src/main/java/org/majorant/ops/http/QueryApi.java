package org.majorant.ops.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.UnsupportedMediaTypeResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.majorant.model.Prediction;
import org.majorant.model.Predictor;
import org.majorant.ops.client.FeatureWeight;
import org.majorant.ops.client.ModelLine;
import org.majorant.ops.http.catalog.LoadedVersion;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.catalog.PublishedModel;
import org.majorant.ops.http.catalog.TallyWindow;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.spec.SpecFile;

/**
 * The published models over HTTP, as {@code /api/openapi.json} describes it: what {@code models}
 * and {@code predict} say on the command line, in the same JSON. An error is {@code {"error": "…"}}
 * with one line that says what to do.
 */
final class QueryApi {
  /** Bytes of a request's body at most. */
  static final long MOST_BYTES = 4 << 20;

  /** Of an answer to several examples: a short body of tokens has many probabilities. */
  private static final int MOST_ANSWERED = 32 << 20;

  private static final String CSV = "text/csv";

  /** A parameter of a type. */
  private static final Pattern CHARSET =
      Pattern.compile("\\s*charset\\s*=\\s*\"?([^\"]*?)\"?\\s*", Pattern.CASE_INSENSITIVE);

  private static final Set<String> READ = Set.of("utf-8", "utf8", "us-ascii");

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
    routes.get("/api/models/{model}/mistakes", this::mistakes);
    routes.post("/api/models/{model}/predict", this::predict);
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

  /** Reads the body before its turn, which one who sends slowly would hold for long. */
  private void predict(final Context ctx) throws Exception {
    final boolean rows = isTable(ctx);
    final String sent = body(ctx);
    heavy.inTurn(turn -> predict(turn, rows, sent)).handle(ctx);
  }

  private void predict(final Context ctx, final boolean rows, final String sent) {
    final Predictor predictor = catalog.newest(ctx.pathParam("model")).predictor();
    final boolean given = flag(ctx, "given");
    final ExampleBody body;
    try {
      final ModelSpec spec = predictor.model().spec();
      body = rows ? rows(sent, spec) : ExampleBody.read(sent, spec.getFeatures().getTemplates());
    } catch (final IOException e) {
      throw new BadRequestResponse(e.getMessage());
    }
    if (body.examples().isEmpty() && !body.batch()) {
      throw new BadRequestResponse("no example: send one as JSON, or an array of them");
    }
    final StringJoiner answers = new StringJoiner(",");
    int number = 0;
    for (final LabeledExample example : body.examples()) {
      number++;
      try {
        final Prediction prediction =
            given ? predictor.predictGiven(example) : predictor.predict(example);
        answers.add(ctx.jsonMapper().toJsonString(prediction, prediction.getClass()));
      } catch (final RejectedExample e) {
        throw new BadRequestResponse("example:%d: %s".formatted(number, e.getMessage()));
      }
      if (answers.length() > MOST_ANSWERED && number < body.examples().size()) {
        throw new ContentTooLargeResponse(
            "the answer is larger than %d characters at example %d: send fewer at a time"
                .formatted(MOST_ANSWERED, number));
      }
    }
    ctx.contentType(ContentType.JSON).result(body.batch() ? "[" + answers + "]" : answers + "");
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

  private PublishedModel require(final Context ctx) {
    return catalog.require(ctx.pathParam("model"));
  }

  /**
   * Whether the body is a table, else it is JSON. Pages of strangers may send a form without being
   * asked whether they may, but neither of these.
   */
  private static boolean isTable(final Context ctx) {
    final String[] type =
        Optional.ofNullable(ctx.header(Header.CONTENT_TYPE)).orElse("").split(";", -1);
    final boolean table = type[0].strip().equalsIgnoreCase(CSV);
    if (!table && !type[0].strip().equalsIgnoreCase(ContentType.JSON)) {
      throw new UnsupportedMediaTypeResponse(
          "a body of type '%s' is not read: send Content-Type: application/json, or %s for rows"
              .formatted(type[0].strip(), CSV));
    }
    Arrays.stream(type)
        .map(CHARSET::matcher)
        .filter(charset -> charset.matches() && !READ.contains(charset.group(1).toLowerCase(ROOT)))
        .forEach(
            other -> {
              throw new UnsupportedMediaTypeResponse(
                  "a body in '%s' is not read: send it in UTF-8".formatted(other.group(1)));
            });
    return table;
  }

  private static String body(final Context ctx) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(ctx.bodyAsBytes())).toString();
    } catch (final CharacterCodingException e) {
      throw new BadRequestResponse("the body has bytes that are not UTF-8: send it in UTF-8");
    } catch (final HttpResponseException e) {
      throw e.getStatus() == HttpStatus.CONTENT_TOO_LARGE.getCode()
          ? new ContentTooLargeResponse(
              "the body is larger than %d bytes: send fewer examples at a time"
                  .formatted(MOST_BYTES))
          : e;
    }
  }
}
