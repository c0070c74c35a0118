package org.majorant.ops.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.majorant.model.Model;
import org.majorant.model.ModelFile;
import org.majorant.ops.http.catalog.LoadedVersion;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.catalog.PublishedModel;
import org.majorant.ops.http.inference.HeavyRequests;
import org.majorant.ops.read.ModelLine;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelVersion;

/**
 * Single versions over HTTP: what each says of itself, its parameters as a file, and what changed
 * between two. Which parameters are at hand says {@link ModelCatalog}.
 */
final class VersionApi {
  /** What has no place in the name of a file. */
  private static final Pattern NO_LETTER = Pattern.compile("[^\\w.-]");

  private final ModelCatalog catalog;

  /** Apart, since one who reads slowly holds a turn for long. */
  private final HeavyRequests files = HeavyRequests.one();

  private final HeavyRequests heavy;

  VersionApi(final ModelCatalog catalog, final HeavyRequests heavy) {
    this.catalog = catalog;
    this.heavy = heavy;
  }

  void addTo(final RoutesConfig routes) {
    routes.get("/api/models/{model}/versions/{v}", this::version);
    routes.get("/api/models/{model}/versions/{v}/file", files.inTurn(this::file));
    routes.get("/api/models/{model}/changes", heavy.inTurn(this::changes));
  }

  /**
   * What {@code GET /api/models/{model}/changes} says.
   *
   * @param label whose weights these are; null for choices and graphs, which have no labels
   */
  record Changes(long from, long to, String label, List<WeightChange> changes) {}

  private void version(final Context ctx) {
    ctx.json(ModelLine.of(catalog.require(ctx.pathParam("model")).version(ctx.pathParam("v"))));
  }

  /** The file that {@code models export} writes. */
  private void file(final Context ctx) throws IOException {
    final LoadedVersion found = catalog.version(ctx.pathParam("model"), ctx.pathParam("v"));
    final ModelVersion version = found.version();
    final ModelHead head = version.head();
    ctx.contentType(ContentType.APPLICATION_JSON)
        .header(
            Header.CONTENT_DISPOSITION,
            "attachment; filename=\"%s-%d.json\""
                .formatted(NO_LETTER.matcher(head.getModel()).replaceAll("_"), head.getVersion()));
    final Writer out = new OutputStreamWriter(ctx.outputStream(), StandardCharsets.UTF_8);
    ModelFile.write(version.model(), found.names(), ModelLine.of(head), out);
    out.write("\n");
    out.flush();
  }

  private void changes(final Context ctx) {
    final PublishedModel model = catalog.require(ctx.pathParam("model"));
    final String name = model.newest().getModel();
    final Model from = catalog.version(name, parameter(ctx, "from")).version().model();
    final LoadedVersion to = catalog.version(name, parameter(ctx, "to"));
    final int label = model.label(ctx.queryParam("label"));
    try {
      ctx.json(
          new Changes(
              from.version(),
              to.version().version(),
              model.labelName(label),
              WeightChange.largest(from, to.version().model(), to.names(), label)));
    } catch (final IllegalArgumentException e) {
      throw new BadRequestResponse(e.getMessage());
    }
  }

  private static String parameter(final Context ctx, final String name) {
    return Optional.ofNullable(ctx.queryParam(name))
        .orElseThrow(() -> new BadRequestResponse("name two versions: ?from=1&to=2"));
  }
}
