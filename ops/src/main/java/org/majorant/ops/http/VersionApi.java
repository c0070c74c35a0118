package org.majorant.ops.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.ServiceUnavailableResponse;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.majorant.features.FeatureNames;
import org.majorant.model.Model;
import org.majorant.model.ModelFile;
import org.majorant.ops.client.CommandFailed;
import org.majorant.ops.client.ModelLine;
import org.majorant.ops.client.PublishedModels;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelVersion;
import org.majorant.store.SnapshotReader;

/**
 * Single versions over HTTP: what each says of itself, its parameters as a file, and what changed
 * between two. The parameters of the newest and of some earlier ones ({@link EarlierVersions}) are
 * known; those of another version that is kept are read from the topic when somebody asks, one
 * request after the other.
 */
final class VersionApi {
  /** What has no place in the name of a file. */
  private static final Pattern NO_LETTER = Pattern.compile("[^\\w.-]");

  private final ModelCatalog catalog;
  private final Versions versions;

  /** Reads the parameters of one version. */
  @FunctionalInterface
  interface Versions {
    /** Empty if that version is not on the topic any more. */
    Optional<ModelVersion> read(String model, long version);
  }

  VersionApi(final ModelCatalog catalog, final Versions versions) {
    this.catalog = catalog;
    this.versions = versions;
  }

  /**
   * Those on the topic.
   *
   * @param client how to reach the brokers
   */
  static Versions onTopic(final Map<?, ?> client) {
    return (model, version) ->
        PublishedModels.read(
                client, model::equals, head -> head.getVersion() == version, SnapshotReader.TIMEOUT)
            .latest(model);
  }

  void addTo(final RoutesConfig routes) {
    routes.get("/api/models/{model}/versions/{v}", this::version);
    routes.get("/api/models/{model}/versions/{v}/file", this::file);
    routes.get("/api/models/{model}/changes", this::changes);
  }

  /**
   * What {@code GET /api/models/{model}/changes} says.
   *
   * @param label whose weights these are; null for choices and graphs, which have no labels
   */
  record Changes(long from, long to, String label, List<WeightChange> changes) {}

  private void version(final Context ctx) {
    final PublishedModel model = catalog.require(ctx.pathParam("model"));
    ctx.json(ModelLine.of(head(model, ctx.pathParam("v"))));
  }

  /** The file that {@code models export} writes. */
  private void file(final Context ctx) throws IOException {
    final PublishedModel model = catalog.require(ctx.pathParam("model"));
    final ModelVersion version = read(model, head(model, ctx.pathParam("v")));
    final ModelHead head = version.head();
    ctx.contentType(ContentType.APPLICATION_JSON)
        .header(
            Header.CONTENT_DISPOSITION,
            "attachment; filename=\"%s-%d.json\""
                .formatted(NO_LETTER.matcher(head.getModel()).replaceAll("_"), head.getVersion()));
    final Writer out = new OutputStreamWriter(ctx.outputStream(), StandardCharsets.UTF_8);
    ModelFile.write(version.model(), names(head), ModelLine.of(head), out);
    out.write("\n");
    out.flush();
  }

  private void changes(final Context ctx) {
    final PublishedModel model = catalog.require(ctx.pathParam("model"));
    final Model from = read(model, head(model, parameter(ctx, "from"))).model();
    final ModelVersion to = read(model, head(model, parameter(ctx, "to")));
    final int label = model.label(ctx.queryParam("label"));
    try {
      ctx.json(
          new Changes(
              from.version(),
              to.version(),
              model.labelName(label),
              WeightChange.largest(from, to.model(), names(to.head()), label)));
    } catch (final IllegalArgumentException e) {
      throw new BadRequestResponse(e.getMessage());
    }
  }

  private static String parameter(final Context ctx, final String name) {
    return Optional.ofNullable(ctx.queryParam(name))
        .orElseThrow(() -> new BadRequestResponse("name two versions: ?from=1&to=2"));
  }

  private static ModelHead head(final PublishedModel model, final String wanted) {
    final List<ModelHead> known =
        Stream.concat(model.earlier().stream(), model.versions().stream()).toList();
    return known.stream()
        .filter(head -> String.valueOf(head.getVersion()).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new NotFoundResponse(
                    "model '%s' has no version %s: there are %s"
                        .formatted(
                            model.newest().getModel(),
                            wanted,
                            known.stream()
                                .map(head -> String.valueOf(head.getVersion()))
                                .collect(Collectors.joining(", ")))));
  }

  private ModelVersion read(final PublishedModel model, final ModelHead head) {
    if (head.getVersion() == model.newest().getVersion()) {
      return new ModelVersion(model.newest(), model.predictor().model());
    }
    try {
      return model.remembered(head.getVersion()).orElseGet(() -> onTopic(head));
    } catch (final CommandFailed e) {
      throw new ServiceUnavailableResponse(e.getMessage());
    }
  }

  private synchronized ModelVersion onTopic(final ModelHead head) {
    return versions
        .read(head.getModel(), head.getVersion())
        .filter(found -> found.version() == head.getVersion())
        .orElseThrow(
            () ->
                new NotFoundResponse(
                    "version %d of '%s' is not kept any more: choose a later one"
                        .formatted(head.getVersion(), head.getModel())));
  }

  private static FeatureNames names(final ModelHead head) {
    return new FeatureNames(head.getSpec(), head.getNames());
  }
}
