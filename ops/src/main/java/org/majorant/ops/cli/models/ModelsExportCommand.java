package org.majorant.ops.cli.models;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.features.FeatureNames;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.model.Model;
import org.majorant.model.ModelFile;
import org.majorant.ops.onnx.OnnxModel;
import org.majorant.ops.options.ModelFiles;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.options.StateFiles;
import org.majorant.ops.options.Usage;
import org.majorant.ops.read.ModelLine;
import org.majorant.ops.read.NewestBase;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.Fingerprint;
import org.majorant.store.ModelVersion;
import org.majorant.store.Snapshot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that writes a version to a file, or all that its model knows. */
@Command(
    name = "export",
    description = {
      "Write one version as a model file in JSON, for predict and evaluate.",
      "With --format onnx a model of points becomes a file that ONNX runtimes predict with; it says"
          + " itself what they give it.",
      "With --with-curvature the file has the whole state of the newest base, so that a model can"
          + " continue from it with 'models rollback' or 'models import'."
    },
    footer = {
      "  ops/majorant models export adult --out adult.json",
      "  ops/majorant models export adult --format onnx --out adult.onnx",
      "  ops/majorant models export adult --with-curvature --out adult.json.gz",
    })
final class ModelsExportCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(names = "--version", paramLabel = "V", description = "Default: the newest.")
  private Long version;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "json",
      description = "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format;

  @Option(
      names = "--with-curvature",
      description = "Write all that is needed to continue learning, from the newest base.")
  private boolean withCurvature;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "The file to write; it is compressed if its name ends in .gz. Default: standard output.")
  private Path file;

  /** What kind of file it is, as it is typed. */
  private enum Format {
    JSON,
    ONNX;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private ModelsExportCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException, IOException {
    Usage.require(
        command,
        !withCurvature || version == null,
        "--with-curvature is of the newest base alone: leave --version out");
    Usage.require(
        command,
        format == Format.JSON || !withCurvature && file != null,
        "--format onnx needs --out, and has no curvature");
    if (file != null) {
      ModelFiles.requireWritable(file);
    }
    final ModelVersion found = models.require(model, version);
    if (format == Format.ONNX) {
      ModelFiles.write(file, OnnxModel.of(found.model(), found.head()));
      return 0;
    }
    final var names = new FeatureNames(found.head().getSpec(), found.head().getNames());
    final Snapshot<SurrogateHead> base = withCurvature ? base(found.head()) : null;
    final Model exported = base == null ? found.model() : solved(base, found.head().getSpec());
    final ModelLine head = ModelLine.of(found.head());
    final StateFiles.Curvature curvature =
        base == null ? null : StateFiles.of(base, found.head().getNames());
    if (file != null) {
      ModelFiles.write(file, exported, names, head, curvature);
    } else {
      ModelFile.write(exported, names, head, curvature, command.commandLine().getOut());
      command.commandLine().getOut().println();
    }
    return 0;
  }

  private Snapshot<SurrogateHead> base(final ModelHead newest) {
    final var client = models.connection().clientProperties();
    NewestBase.requireHead(client, model, models.connection().timeout());
    final Base base =
        NewestBase.whole(client, newest.getSpec(), models.connection().timeout())
            .filter(known -> Fingerprint.matches(newest.getSpec(), known.head().getSpec()))
            .orElseThrow(
                () ->
                    new CommandFailed(
                        "version %d of '%s' is not from the state that is learned now: wait for the next version"
                            .formatted(newest.getVersion(), model)));
    final SurrogateHead head = SurrogateHead.newBuilder(base.head()).setSnapshot(0).build();
    return new Snapshot<>(
        head.getBase() == newest.getBase() ? published(head, newest) : head,
        SiteCodec.encode(base.state().site()));
  }

  /**
   * A base says which version was the newest when it was merged; that it became one comes after.
   */
  private static SurrogateHead published(final SurrogateHead base, final ModelHead version) {
    return SurrogateHead.newBuilder(base).setVersion(version.getVersion()).build();
  }

  /** The base as a version would publish it. */
  private static Model solved(final Snapshot<SurrogateHead> base, final ModelSpec spec) {
    final Surrogate surrogate = Surrogate.of(spec);
    surrogate.add(SiteCodec.decode(ByteBuffer.wrap(base.data()), spec));
    final Surrogate.Solution solution = surrogate.constrained();
    return solution
        .model(spec, base.head().getVersion())
        .with(base.head().getMoments())
        .mixing(solution.members(spec, base.head().getMembers()));
  }
}
