package org.majorant.ops.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.majorant.model.Dimensions;
import org.majorant.model.Model;
import org.majorant.model.SpecFile;
import org.majorant.ops.CommandFailed;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelVersion;
import org.majorant.store.VersionStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What stands on the model topic. */
@Command(name = "models", description = "Look at the published models and their versions.")
public final class ModelsCommand {

  @Spec private CommandSpec command;

  private ModelsCommand() {}

  @Command(name = "list", description = "The newest version of each model.")
  int list(@Mixin final ModelReading models, @Option(names = "--json") final boolean json)
      throws ExecutionException, InterruptedException {
    final VersionStore store = models.readAll();
    final List<ModelHead> heads = new ArrayList<>();
    store
        .models()
        .forEach(model -> store.latest(model).map(ModelVersion::head).ifPresent(heads::add));
    print(heads, json);
    return 0;
  }

  @Command(name = "versions", description = "The versions of a model that are kept.")
  int versions(
      @Mixin final ModelReading models,
      @Parameters(paramLabel = "MODEL") final String model,
      @Option(names = "--json") final boolean json)
      throws ExecutionException, InterruptedException {
    models.require(model, null);
    print(models.readAll().versions(model), json);
    return 0;
  }

  @Command(name = "show", description = "One version: its spec, losses, objective and bound.")
  int show(
      @Mixin final ModelReading models,
      @Parameters(paramLabel = "MODEL") final String model,
      @Option(names = "--version", description = "Default: the newest.") final Long version,
      @Option(names = "--json") final boolean json)
      throws ExecutionException, InterruptedException {
    final ModelHead head = models.require(model, version).head();
    final ModelLine line = ModelLine.of(head);
    if (json) {
      out().println(Json.line(line));
    } else {
      print(List.of(head), false);
      out()
          .printf(
              "objective %.6f, bound %.6f, least slack %.3g, step norm %.4f%n",
              line.objective(), line.bound(), line.boundSlackMin(), line.stepNorm());
      out().print(SpecFile.write(head.getSpec()));
    }
    return 0;
  }

  @Command(name = "lineage", description = "The offsets that a version has learned from.")
  int lineage(
      @Mixin final ModelReading models,
      @Parameters(paramLabel = "MODEL") final String model,
      @Option(names = "--version", description = "Default: the newest.") final Long version,
      @Option(names = "--json") final boolean json)
      throws ExecutionException, InterruptedException {
    final ModelHead head = models.require(model, version).head();
    final ModelLine line = ModelLine.of(head);
    if (json) {
      out().println(Json.line(line.lineage()));
    } else {
      line.lineage()
          .forEach(
              (p, next) -> out().printf("%s-%d  up to %,d%n", head.getSpec().getInput(), p, next));
      out()
          .printf(
              "%,d records: %,d examples, %,d rejected, %,d unlabeled, %,d lost%n",
              head.getTally().getRecords(),
              head.getTally().getExamples(),
              head.getTally().getRejected(),
              head.getTally().getUnlabeled(),
              head.getTally().getLost());
    }
    return 0;
  }

  @Command(name = "export", description = "One version with its weights, as JSON.")
  int export(
      @Mixin final ModelReading models,
      @Parameters(paramLabel = "MODEL") final String model,
      @Option(names = "--version", description = "Default: the newest.") final Long version,
      @Option(names = "--out", paramLabel = "FILE", description = "Default: standard output.")
          final Path file)
      throws ExecutionException, InterruptedException {
    final String json = Json.line(export(models.require(model, version)));
    if (file == null) {
      out().println(json);
      return 0;
    }
    try {
      Files.writeString(file, json + "\n");
    } catch (final IOException e) {
      throw new CommandFailed("cannot write " + file + ": " + e.getMessage(), e);
    }
    return 0;
  }

  /** Weights of the features that have any: feature index → a weight a vector. */
  private static Map<String, Object> export(final ModelVersion version) {
    final Model model = version.model();
    final int vectors = Dimensions.of(model.spec()).vectors();
    final Map<Integer, double[]> weights = new LinkedHashMap<>();
    for (int i = 0; i < model.rms().length; i++) {
      if (model.rms()[i] > 0) {
        final double[] own = new double[vectors];
        System.arraycopy(model.weights(), i * vectors, own, 0, vectors);
        weights.put(i, own);
      }
    }
    final Map<String, Object> object = new LinkedHashMap<>();
    object.put("head", ModelLine.of(version.head()));
    object.put("spec", SpecFile.write(model.spec()));
    object.put("weights", weights);
    return object;
  }

  private void print(final List<ModelHead> heads, final boolean json) {
    final List<ModelLine> lines = heads.stream().map(ModelLine::of).toList();
    if (json) {
      out().println(Json.line(lines));
    } else {
      out().println(ModelLine.HEADER);
      lines.forEach(line -> out().println(line.row()));
    }
  }

  private PrintWriter out() {
    return command.commandLine().getOut();
  }
}
