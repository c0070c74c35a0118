package org.majorant.ops.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.features.FeatureNames;
import org.majorant.features.Views;
import org.majorant.file.DataSummary;
import org.majorant.file.Layout;
import org.majorant.file.train.Trainer;
import org.majorant.file.train.TrainingReport;
import org.majorant.file.train.TrainingSettings;
import org.majorant.ops.options.ClassWeights;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.FeatureOptions;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.ModelFiles;
import org.majorant.ops.options.SpecFiles;
import org.majorant.ops.options.SpecSettings;
import org.majorant.ops.options.StopOptions;
import org.majorant.ops.options.Usage;
import org.majorant.ops.read.PublishedModels;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.IterationTable;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.Terminal;
import org.majorant.prior.Restriction;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.store.ModelPublisher;
import org.majorant.store.ModelVersion;
import org.majorant.store.PackedVersion;
import org.majorant.store.Topics;
import org.majorant.train.Iteration;
import org.majorant.train.Solver;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that trains a model on a file by a batch solver. */
@Command(
    name = "train",
    description = {
      "Train a model on a whole file, to the optimum of log-likelihood and prior.",
      "Each step is bounded before it is taken: the objective never rises, and slack = bound -"
          + " objective is never negative. The steps of lbfgs and frank-wolfe have no bound.",
      "A spec with views is learned in one pass, as 'learn' does, since a stack combines what views"
          + " predict of examples that they have not seen."
    },
    footer = {
      "  ops/majorant train --format libsvm --data ops/data/adult/a9a.gz \\",
      "      --test ops/data/adult/a9a.t.gz --l2 1 --warm-start stream --out adult.json",
      "  ops/majorant train --format conll --data esp.train.gz --test esp.testb.gz \\",
      "      --l2 10 --warm-start stream --solver lbfgs --out es.json"
    })
public final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;
  @Mixin private FileOptions files;
  @Mixin private SpecSettings settings;
  @Mixin private FeatureOptions features;
  @Mixin private ClassWeights weights;
  @Mixin private StopOptions stop;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      description = "Labeled examples; - is standard input.")
  private Path data;

  @Option(names = "--test", paramLabel = "FILE", description = "Examples that are only scored.")
  private Path test;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description = "Model spec (YAML); without one, labels and features are found in the files.")
  private Path specFile;

  @Option(
      names = "--solver",
      paramLabel = "S",
      description =
          "bound, relaxed, adaptive, newton or lbfgs; for matchings lbfgs or frank-wolfe. Default:"
              + " newton, for matchings lbfgs.")
  private Solver solver;

  @Option(
      names = "--latent",
      hidden = true,
      paramLabel = "M",
      defaultValue = "1",
      description =
          "Hidden states of each label, each with weights of its own; 1: none. With more there are"
              + " several optima and no Hessian, so use any --solver but newton.")
  private int latent;

  @ArgGroup private Penalty penalty = new Penalty();

  @Option(
      names = "--l1",
      hidden = true,
      paramLabel = "TOTAL",
      defaultValue = "0",
      description = "λ₁ of λ₁ |θ|₁ over all the data; only with --solver bound.")
  private double l1;

  @Option(
      names = "--constraints",
      hidden = true,
      paramLabel = "C",
      defaultValue = "none",
      description = "none, or nonnegative; only with --solver bound.")
  private String constraints;

  @Option(
      names = "--warm-start",
      paramLabel = "W",
      description = "stream: begin at the weights of one streaming pass. Default: begin at 0.")
  private WarmStart warmStart;

  @Option(names = "--out", paramLabel = "FILE", description = "Write the model, as JSON.")
  private Path out;

  @Option(
      names = "--publish",
      description = "Publish the model on the model topic as the next version of the spec's model.")
  private boolean publish;

  @Option(names = "--json", description = "Print one JSON object at the end.")
  private boolean json;

  private TrainCommand() {}

  /** Where θ begins. */
  enum WarmStart {
    STREAM;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** λ of ½ λ |θ|². */
  private static final class Penalty {
    @Option(
        names = "--l2",
        paramLabel = "TOTAL",
        description = "λ of ½ λ |θ|² over all the data; the intercept counts too. Default: 1.")
    private Double total;

    @Option(
        names = "--l2-per-example",
        paramLabel = "λ",
        description = "The same, but for each example.")
    private Double each;

    double total(final int examples) {
      return total != null ? total : each != null ? each * examples : 1;
    }
  }

  /** What a model file says of where it comes from. */
  private record Origin(String data, TrainingReport training) {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ModelSpec given =
        specFile == null ? null : weights.in(SpecFiles.read(specFile, settings));
    requireUsage(given);
    final Optional<ModelVersion> parent = publish ? newest(given) : Optional.empty();
    final Layout layout = files.layout(given);
    final DataSummary summary = new DataSummary(files.format(data.toString()), layout);
    final List<byte[]> records = files.readAll(data.toString(), layout, summary::add);
    final List<byte[]> held =
        test == null ? List.of() : files.readAll(test.toString(), layout, summary::add);
    if (records.isEmpty()) {
      throw new CommandFailed(data + " has no examples: is it another file, or another --format?");
    }
    final ModelSpec spec =
        given == null ? weights.in(found(features.tree("trained", summary, settings))) : given;
    final double l2 = penalty.total(records.size());
    final TrainingSettings settings =
        new TrainingSettings(solver, l2, warmStart != null, stop.gap(), stop.rule());
    final Trainer trainer = Trainer.of(spec, records);
    final Trainer.Result result = trainer.train(settings, listener(), held);
    if (out != null) {
      ModelFiles.write(
          out,
          result.model(),
          new FeatureNames(spec, trainer.names(result)),
          new Origin(data.toString(), result.report()));
    }
    if (publish) {
      final ModelHead head = trainer.head(result, data.toString(), parent);
      ModelPublisher.publish(connection.clientProperties(), head, result.model());
      command.commandLine().getErr().printf("Version %d is published.%n", head.getVersion());
    }
    final PrintWriter console = command.commandLine().getOut();
    if (json) {
      console.println(Json.line(result.report()));
    } else {
      TrainingText.print(result.report(), console);
    }
    return 0;
  }

  /** All that can be said of the options before the data is read. */
  private void requireUsage(final ModelSpec given) {
    Usage.require(
        command, !publish || given != null, "--publish needs --spec, which names the model");
    if (given != null) {
      Usage.refuse(
          command,
          "is not for --spec: say it in the spec",
          "features",
          "--latent",
          "--l1",
          "--constraints",
          "--templates",
          "--feature-columns");
    }
    if (!publish) {
      Usage.refuse(command, "is for --publish: give that, too, or leave it out", "connection");
    }
    stop.requireUsage();
    final double l2 = penalty.total(1);
    Usage.require(command, l2 >= 0 && Double.isFinite(l2), "--l2 must be 0 or more");
    final ModelSpec trial = given == null ? found(features.trial(settings)) : given;
    if (Views.areIn(trial)) {
      Usage.refuse(
          command,
          "is not for a spec with views, which is learned in one pass: leave it out",
          "--solver",
          "--l2",
          "--l2-per-example",
          "--warm-start",
          "stop");
    }
    Usage.require(
        command,
        solver == Solver.BOUND || Restriction.of(trial).isNone(),
        "constraints and --l1 need --solver bound");
    if (out != null) {
      ModelFiles.requireWritable(out);
    }
  }

  private Consumer<Iteration> listener() {
    return json
        ? i -> {}
        : new IterationTable(command.commandLine().getOut(), Terminal.width(command));
  }

  /** The newest version of a model that no stream learns. */
  private Optional<ModelVersion> newest(final ModelSpec spec)
      throws ExecutionException, InterruptedException {
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, Topics.MODELS);
    }
    final Optional<ModelVersion> newest =
        PublishedModels.continued(connection.clientProperties(), spec, connection.timeout())
            .map(PackedVersion::unpack);
    if (newest.isPresent() && newest.get().head().getSource() == null) {
      throw new CommandFailed(
          "model '%s' is learned from a stream: give this one another name in its spec"
              .formatted(spec.getModel()));
    }
    return newest;
  }

  /** The warm start's memory is diagonal: quick, and near enough. */
  private ModelSpec found(final ObjectNode tree) {
    tree.put("latent", latent);
    tree.putObject("curvature").put("memory", "diagonal");
    tree.putObject("prior").put("l1", l1);
    tree.put("constraints", constraints);
    return features.read(settings.in(tree));
  }
}
