package org.majorant.ops.cli.models;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.lineage.LearnedState;
import org.majorant.memory.SiteCodec;
import org.majorant.ops.operate.Rollback;
import org.majorant.ops.operate.SummaryWriter;
import org.majorant.ops.options.ModelFiles;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.options.StateFiles;
import org.majorant.ops.read.NewestBase;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.replay.RebuiltVersion;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that takes back what a model has learned since one of its versions. */
@Command(
    name = "rollback",
    description = {
      "Take back what a model has learned since one of its versions, or since a file of it.",
      "The model continues from that state, in a new version. Offsets that were learned since are"
          + " not learned again: each version counts their examples as undone. A version is rebuilt"
          + " from its summaries as in 'models replay', which is possible while all of them exist."
          + " Without --yes the command only says what it would do."
    },
    footer = {
      "  ops/majorant models rollback adult --to-version 12",
      "  ops/majorant models rollback adult --to adult.json.gz --yes",
    })
final class ModelsRollbackCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @ArgGroup(multiplicity = "1")
  private Former former;

  @Option(names = "--yes", description = "Do it.")
  private boolean yes;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsRollbackCommand() {}

  /** The state that it goes back to. */
  private static final class Former {
    @Option(
        names = "--to",
        paramLabel = "FILE",
        description = "A file that 'models export --with-curvature' wrote of this model.")
    private Path file;

    @Option(
        names = "--to-version",
        paramLabel = "V",
        description = "A version whose summaries all exist still.")
    private Long version;

    /** A state, and the spec that it was learned by. */
    private record State(ModelSpec spec, LearnedState learned, String origin) {}

    private State read(final ModelReading models, final ModelHead newest)
        throws ExecutionException, InterruptedException {
      if (file != null) {
        final ModelSpec spec = ModelFiles.read(file).spec();
        return new State(spec, StateFiles.read(file, spec), file.toString());
      }
      final RebuiltVersion rebuilt = models.rebuild(newest.getModel(), version);
      if (rebuilt.difference().isPresent()) {
        throw new CommandFailed(
            "version %d cannot be rebuilt (%s): go back to a file by --to"
                .formatted(version, rebuilt.difference().get()));
      }
      final SurrogateHead head =
          SurrogateHead.newBuilder(rebuilt.base().head()).setVersion(version).build();
      return new State(
          rebuilt.model().spec(),
          new LearnedState(head, SiteCodec.encode(rebuilt.base().state().site()), rebuilt.names()),
          "its summaries");
    }
  }

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ModelHead newest = models.requireHead(model, null);
    final Former.State state = former.read(models, newest);
    final var client = models.connection().clientProperties();
    final Rollback rollback =
        Rollback.of(
            newest,
            NewestBase.requireHead(client, model, models.connection().timeout()),
            state.spec(),
            state.learned());
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(rollback));
    } else {
      rollback.lines(Topics.learned(newest.getSpec())).forEach(out::println);
    }
    out.flush();
    if (!yes) {
      throw new CommandFailed("nothing was changed: add --yes to take it back");
    }
    SummaryWriter.write(
        client, model, state.learned().restart(state.origin() + ", of version " + rollback.to()));
    command
        .commandLine()
        .getErr()
        .println("Rolled back with the next base of its learner, which has to run within a day.");
    return 0;
  }
}
