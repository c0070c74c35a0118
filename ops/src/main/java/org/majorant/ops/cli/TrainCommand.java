package org.majorant.ops.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.learn.Restriction;
import org.majorant.model.FeatureNames;
import org.majorant.ops.CommandFailed;
import org.majorant.ops.PublishedModels;
import org.majorant.ops.TextTable;
import org.majorant.ops.TextTable.Column;
import org.majorant.ops.data.DataSummary;
import org.majorant.ops.train.FileTrainer;
import org.majorant.ops.train.TrainingReport;
import org.majorant.ops.train.TrainingSettings;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.StopRule;
import org.majorant.store.ModelPublisher;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;
import org.majorant.train.Iteration;
import org.majorant.train.Solver;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A batch solver over a file. */
@Command(
    name = "train",
    description = {
      "Train a model on a whole file, to the optimum of log-likelihood and prior.",
      "Each step is bounded before it is taken: the objective never rises, and slack = bound -"
          + " objective is never negative."
    },
    footer = {
      "  ops/majorant train --format libsvm --data ops/data/adult/a9a.gz \\",
      "      --test ops/data/adult/a9a.t.gz --l2 1 --warm-start stream --out adult.json",
      "  ops/majorant train --format conll --data esp.train.gz --test esp.testb.gz \\",
      "      --l2 10 --warm-start stream --solver lbfgs --out es.json"
    })
public final class TrainCommand implements Callable<Integer> {
  private static final int MOST_ITERATIONS = 1000;

  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;
  @Mixin private FileOptions files;
  @Mixin private FeatureOptions features;

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
      defaultValue = "newton",
      completionCandidates = Solvers.class,
      description = "bound, relaxed, adaptive, newton or lbfgs.")
  private Solver solver;

  @Option(
      names = "--latent",
      paramLabel = "M",
      defaultValue = "1",
      description =
          "Hidden states a label, each with weights of its own; 1: none. More have many optima, and"
              + " no Hessian: by any --solver but newton.")
  private int latent;

  @ArgGroup private Penalty penalty = new Penalty();

  @Option(
      names = "--l1",
      paramLabel = "TOTAL",
      defaultValue = "0",
      description = "λ₁ of λ₁ |θ|₁ over all the data; by --solver bound.")
  private double l1;

  @Option(
      names = "--constraints",
      paramLabel = "C",
      defaultValue = "none",
      description =
          "none, or nonnegative: on all weights but the intercept's; more in a spec. By"
              + " --solver bound.")
  private String constraints;

  @Option(
      names = "--warm-start",
      paramLabel = "W",
      description = "stream: begin at what one streaming pass learns; default: at 0.")
  private WarmStart warmStart;

  @Option(
      names = "--gap",
      paramLabel = "G",
      description = "End at this relative gap to the optimum, which is found first.")
  private Double gap;

  @Option(
      names = "--gradient-norm",
      paramLabel = "G",
      defaultValue = "1e-6",
      description = "End where the gradient's length is at most G times the larger of 1 and |θ|.")
  private double gradientNorm;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "" + MOST_ITERATIONS,
      description = "End after so many.")
  private int iterations;

  @Option(names = "--out", paramLabel = "FILE", description = "Write the model, as JSON.")
  private Path out;

  @Option(
      names = "--publish",
      description = "Put it on the model topic as the next version of the spec's model.")
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

  /** The solvers as they are typed. */
  static final class Solvers implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Solver.values())
          .map(solver -> solver.name().toLowerCase(Locale.ROOT))
          .iterator();
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
        description = "The same for each example.")
    private Double each;

    double total(final int examples) {
      return total != null ? total : each != null ? each * examples : 1;
    }
  }

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ModelSpec given = specFile == null ? null : SpecFiles.read(specFile);
    final List<String> templates =
        given == null ? files.templates() : given.getFeatures().getTemplates();
    final DataSummary summary = new DataSummary(files.format(), templates);
    final List<byte[]> records = files.readAll(data.toString(), templates, summary::add);
    final List<byte[]> held =
        test == null ? List.of() : files.readAll(test.toString(), templates, summary::add);
    if (records.isEmpty()) {
      throw new CommandFailed(data + " has no examples: is it another file, or another --format?");
    }
    final double l2 = penalty.total(records.size());
    Usage.require(command, l2 >= 0 && Double.isFinite(l2), "--l2 must be 0 or more");
    Usage.require(command, gap == null || gap > 0, "--gap must be more than 0");
    Usage.require(command, iterations >= 0, "--iterations must be 0 or more");
    final ModelSpec spec = given == null ? found(summary) : given;
    Usage.require(
        command,
        solver == Solver.BOUND || Restriction.of(spec).isNone(),
        "constraints and --l1 need --solver bound");
    final TrainingSettings settings =
        new TrainingSettings(
            solver, l2, warmStart != null, gap, StopRule.of(iterations, gradientNorm));
    Usage.require(
        command, !publish || specFile != null, "--publish needs --spec, which names the model");
    if (out != null) {
      ModelFiles.requireWritable(out);
    }
    final Optional<ModelVersion> parent = publish ? newest(spec) : Optional.empty();
    final FileTrainer trainer = new FileTrainer(spec, records);
    final FileTrainer.Result result = trainer.train(settings, table(), held);
    if (out != null) {
      ModelFiles.write(
          out,
          result.model(),
          new FeatureNames(spec, trainer.names(result)),
          Map.of("data", data.toString(), "training", result.report()));
    }
    if (publish) {
      final ModelHead head = trainer.head(result, data.toString(), parent);
      ModelPublisher.publish(connection.clientProperties(), head, result.model());
      command.commandLine().getErr().printf("Version %d is published.%n", head.getVersion());
    }
    print(result.report());
    return 0;
  }

  /** The newest version of a model that no stream learns. */
  private Optional<ModelVersion> newest(final ModelSpec spec)
      throws ExecutionException, InterruptedException {
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, Topics.MODELS);
    }
    final Optional<ModelVersion> newest =
        PublishedModels.continued(connection.clientProperties(), spec);
    if (newest.isPresent() && newest.get().head().getSource() == null) {
      throw new CommandFailed(
          "model '%s' is learned from a stream: give this one another name in its spec"
              .formatted(spec.getModel()));
    }
    return newest;
  }

  /** The warm start's memory is diagonal: quick, and near enough. */
  private ModelSpec found(final DataSummary summary) {
    final ObjectNode tree = features.tree("trained", summary);
    tree.put("latent", latent);
    tree.putObject("curvature").put("memory", "diagonal");
    tree.putObject("prior").put("l1", l1);
    tree.put("constraints", constraints);
    return features.read(tree);
  }

  private Consumer<Iteration> table() {
    if (json) {
      return i -> {};
    }
    final PrintWriter console = command.commandLine().getOut();
    final TextTable table =
        new TextTable(
            console,
            Terminal.width(command),
            List.of(
                Column.number("iteration", 9),
                Column.number("objective", 15),
                Column.number("bound", 15),
                Column.number("slack", 10),
                Column.number("step", 8),
                Column.number("passes", 7),
                Column.number("seconds", 8)));
    return i -> {
      if (i.iteration() == 0) {
        table.header(); // not before it is clear that there is something to train
      }
      table.row(
          List.of(
              cell("%d", i.iteration()),
              cell("%.6f", i.objective()),
              cell("%.6f", i.bound()),
              cell("%.3g", i.slack()),
              cell("%.4f", i.step()),
              cell("%d", i.passes()),
              cell("%.2f", i.seconds())));
    };
  }

  private static String cell(final String format, final Number number) {
    return number == null ? "" : format.formatted(number);
  }

  private void print(final TrainingReport r) {
    final PrintWriter console = command.commandLine().getOut();
    if (json) {
      console.println(Json.line(r));
      return;
    }
    console.printf(
        "%,d examples, %d rejected, %,d parameters; ended by %s after %d passes and %.2f s%n",
        r.examples(),
        r.rejected(),
        r.parameters(),
        r.stop().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        r.passes(),
        r.seconds());
    if (r.heldOutLogLoss() != null) {
      console.printf(
          "held out     log-loss %.4f   accuracy %.4f%n", r.heldOutLogLoss(), r.heldOutAccuracy());
    }
  }
}
