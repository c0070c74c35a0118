package org.majorant.ops.cli.models;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.lineage.LearnedState;
import org.majorant.ops.operate.SummaryWriter;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.ModelFiles;
import org.majorant.ops.options.SpecFiles;
import org.majorant.ops.options.StateFiles;
import org.majorant.ops.options.Usage;
import org.majorant.ops.read.NewestBase;
import org.majorant.ops.read.PublishedModels;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that has a model go on from what another one knows. */
@Command(
    name = "import",
    description = {
      "Let a model continue from the file of another model, or from another cluster.",
      "The model keeps its own offsets, counts and losses; each version counts the examples that"
          + " the file had learned as imported. Start the learner before or within a day.",
      "Without --yes the command only says what it would do."
    },
    footer = {
      "  ops/majorant models import adult.json.gz",
      "  ops/majorant models import adult.json.gz --model adult-2 --yes",
      "  ops/majorant models import adult.json.gz --spec adult-3.yaml --yes",
    })
final class ModelsImportCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;

  @Parameters(
      paramLabel = "FILE",
      description = "A file that 'models export --with-curvature' wrote.")
  private Path file;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "The model that continues from the file. Default: the file's model.")
  private String name;

  @Option(
      names = "--spec",
      paramLabel = "SPEC",
      description =
          "Spec of the model that continues, which may have more labels, features and views than the"
              + " file's. Default: the file's.")
  private Path specFile;

  @Option(
      names = "--replace",
      description = "Import even if the model has learned already; all of that is undone.")
  private boolean replace;

  @Option(names = "--yes", description = "Do it.")
  private boolean yes;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsImportCommand() {}

  /** What goes into which model, and how many examples of its own are undone by that. */
  private record Import(String model, String from, long version, long examples, long undone) {
    String line() {
      final String own =
          undone == 0 ? "" : "; %,d examples that it has learned here are undone".formatted(undone);
      return "%s goes on from version %d of %s, which had learned %,d examples%s"
          .formatted(model, version, from, examples, own);
    }
  }

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ModelSpec given = ModelFiles.read(file).spec();
    final ModelSpec spec = spec(given);
    final String model = spec.getModel();
    final LearnedState state = StateFiles.grown(file, given, spec);
    final Properties client = connection.clientProperties();
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, Topics.MODELS, Topics.SURROGATES, Topics.SUMMARIES);
    }
    PublishedModels.continued(client, spec, connection.timeout());
    final long learned = requireNew(NewestBase.head(client, model, connection.timeout()), model);
    final Import what =
        new Import(model, given.getModel(), state.head().getVersion(), state.examples(), learned);
    final PrintWriter out = command.commandLine().getOut();
    out.println(json ? Json.line(what) : what.line());
    out.flush();
    if (!yes) {
      throw new CommandFailed("nothing was changed: add --yes to import it");
    }
    SummaryWriter.write(
        client,
        model,
        state
            .importedBy(spec)
            .restart("model %s, version %d".formatted(what.from(), what.version())));
    command
        .commandLine()
        .getErr()
        .println("Imported with the next base of its learner, which has to run within a day.");
    return 0;
  }

  private ModelSpec spec(final ModelSpec given) {
    Usage.require(
        command, specFile == null || name == null, "--spec names the model: leave --model out");
    return specFile == null
        ? ModelSpec.newBuilder(given).setModel(name == null ? given.getModel() : name).build()
        : SpecFiles.read(specFile);
  }

  /** Examples that the model has learned already: none, unless they are to be undone. */
  private long requireNew(final Optional<SurrogateHead> base, final String model) {
    final long learned = base.map(known -> known.getTally().getExamples()).orElse(0L);
    if (learned > 0 && !replace) {
      throw new CommandFailed(
          "model '%s' has learned %,d examples here: name another by --model, or undo them by --replace"
              .formatted(model, learned));
    }
    return learned;
  }
}
