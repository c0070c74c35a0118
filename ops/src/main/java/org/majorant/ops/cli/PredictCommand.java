package org.majorant.ops.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.features.FeatureNames;
import org.majorant.file.ExampleReader;
import org.majorant.file.MalformedLine;
import org.majorant.model.Explainer;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.model.Prediction;
import org.majorant.model.Predictor;
import org.majorant.ops.options.ClassWeights;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.ModelFiles;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.row.Column;
import org.majorant.row.KnownColumns;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;
import org.majorant.store.ModelVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that predicts the examples of a file. */
@Command(
    name = "predict",
    description = {
      "Predict the examples of a file with a published version or a model file.",
      "It prints a JSON object for each example. A point has a label and its probabilities; a"
          + " sequence the best labels as a whole, and the probabilities of each token; a choice"
          + " the most probable alternative, from 0, and the probability of each; a graph the best"
          + " states as a whole, and the probabilities of each variable; a matching the best one as"
          + " a whole, its log-likelihood between two bounds, and the probability of each edge."
          + " Examples that cannot be predicted are named on standard error."
    },
    footer = {
      "  ops/majorant predict --model adult --format libsvm \\",
      "      --data ops/data/adult/a9a.t.gz",
      "  echo '? 3:1 11:1 14:1' | ops/majorant predict --model adult.json \\",
      "      --format libsvm --data - --explain 5",
    })
public final class PredictCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;
  @Mixin private FileOptions files;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      required = true,
      description = "A published model, or a model file.")
  private String model;

  @Option(
      names = "--version",
      paramLabel = "V",
      description = "The version of the model. Default: the newest.")
  private Long version;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      description = "Examples to predict; - is standard input.")
  private Path data;

  @Option(
      names = "--given",
      description =
          "For sequences and graphs: take the labels or states that an example has as given, and"
              + " predict the others. Without this option they are ignored.")
  private boolean given;

  @Option(
      names = "--cost",
      paramLabel = "LABEL=C",
      split = ClassWeights.NEXT,
      description =
          "Of points: what it costs to miss a label, as no=1,yes=8; 1 of those not named. Label is"
              + " then the one of least expected cost, C times probability the greatest; the"
              + " probabilities stay as they are.")
  private List<String> givenCosts = List.of();

  private final Map<String, Double> costs = new LinkedHashMap<>();

  @Option(
      names = "--strict",
      description =
          "Refuse a row with a column that the model does not know, or without one that its spec"
              + " names. Else the answer says so.")
  private boolean strict;

  @Option(
      names = "--explain",
      paramLabel = "N",
      arity = "0..1",
      fallbackValue = "10",
      description =
          "Of points: add the N features that gave most to the score of each label, as value times"
              + " weight, with the intercept and the sum of the rest; 10 where no N is given. Of two"
              + " labels the second has a score, its log-odds. These are the model's own weights;"
              + " the members of a mixture, which read with other priors, are not explained. Of a model"
              + " with views it is the score of the stack; the N are inputs and pairs of inputs, with"
              + " all that they gave beside an example whose numbers are at their means, and 'mixing'"
              + " is what the members add to the score.")
  private Integer explained;

  private PredictCommand() {}

  /** The model, with the names of its features as far as they are known. */
  private record Read(Model model, FeatureNames names, List<String> learned) {
    KnownColumns columns() {
      return new KnownColumns(model.spec(), learned);
    }
  }

  private Read read() throws ExecutionException, InterruptedException {
    final Path file = Path.of(model);
    if (!Files.isRegularFile(file)) {
      final ModelVersion found = published();
      return new Read(
          found.model(),
          new FeatureNames(found.head().getSpec(), found.head().getNames()),
          found.head().getNames().stream().map(NameCount::getName).toList());
    }
    Usage.refuse(
        command,
        "is for published models, and %s is a file: leave it out".formatted(file),
        "--version");
    final Model found = ModelFiles.read(file);
    return new Read(found, new FeatureNames(found.spec(), List.of()), List.of());
  }

  /** Models may be called so, too, but most of whoever types such a name means a file. */
  private ModelVersion published() throws ExecutionException, InterruptedException {
    try {
      return models.require(model, version);
    } catch (final CommandFailed e) {
      throw model.matches(".*\\.json(\\.gz)?|.*/.*")
          ? new CommandFailed(
              "there is no file %s, and as a published model: %s".formatted(model, e.getMessage()),
              e)
          : e;
    }
  }

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    Usage.refuse(
        command,
        "is not for predict, where the model says what its features are: leave it out",
        "--templates",
        "--feature-columns");
    final Read read = read();
    final ModelSpec spec = read.model().spec();
    final Predictor predictor = Predictor.of(read.model());
    if (!predictor.takesGiven()) {
      Usage.refuse(command, "is for models of sequences and graphs: leave it out", "--given");
    }
    requireCosts(spec);
    final Explainer explainer = explainer(read);
    try (ExampleReader reader = files.open(data.toString(), files.layout(spec).unlabeled())) {
      final PredictedColumns columns = new PredictedColumns(read.columns(), reader, strict);
      boolean sound = true;
      for (boolean more = true; more; ) {
        LabeledExample example = null;
        try {
          example = reader.read();
          more = example != null;
          if (more) {
            columns.see(example);
            final Prediction answer = predict(predictor, explainer, example);
            print(example.getId(), columns.with(Json.line(answer)));
          }
        } catch (final MalformedLine | RejectedExample e) {
          sound = false;
          printFault(example, e instanceof MalformedLine ? "" : reader.place() + ": ", e);
        }
      }
      command.commandLine().getOut().flush();
      FileOptions.tell(command, reader.fault());
      FileOptions.tell(command, columns.told(data.toString()));
      return sound ? 0 : 1;
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  private void printFault(final LabeledExample example, final String place, final Exception e) {
    final String fault = place + e.getMessage();
    command.commandLine().getErr().println("majorant: " + fault);
    print(example == null ? null : example.getId(), Json.line(Map.of("error", fault)));
  }

  private void print(final String id, final String line) {
    command.commandLine().getOut().println(Json.withId(id, line));
  }

  /** Null where nobody asks for explanations. */
  private Explainer explainer(final Read read) {
    if (explained == null) {
      return null;
    }
    Usage.require(
        command,
        explained >= 1 && explained <= Explainer.MOST,
        "--explain needs a number from 1 to %d".formatted(Explainer.MOST));
    Usage.require(
        command,
        read.model().spec().getTask() == Task.MULTICLASS,
        "--explain is for models of points: leave it out");
    return new Explainer(read.model(), read.names(), explained);
  }

  private Prediction predict(
      final Predictor predictor, final Explainer explainer, final LabeledExample example)
      throws RejectedExample {
    final Prediction prediction =
        given ? predictor.predictGiven(example) : predictor.predict(example);
    if (!(prediction instanceof PointPrediction point)) {
      return prediction;
    }
    final PointPrediction decided = costs.isEmpty() ? point : point.atCost(costs);
    return explainer == null ? decided : explainer.explain(decided, example);
  }

  private void requireCosts(final ModelSpec spec) {
    Usage.require(
        command,
        givenCosts.isEmpty() || spec.getTask() == Task.MULTICLASS,
        "--cost is for models of points: leave it out");
    for (final String each : givenCosts) {
      final int equals = each.lastIndexOf('=');
      Usage.require(
          command,
          equals > 0 && Column.isNumber(each.substring(equals + 1)),
          "--cost: '%s' is no LABEL=C, as yes=8".formatted(each));
      costs.put(each.substring(0, equals), Double.parseDouble(each.substring(equals + 1)));
    }
    costs.forEach(
        (label, cost) -> {
          Usage.require(
              command,
              spec.getLabels().contains(label),
              "--cost: '%s' is not one of the labels %s".formatted(label, spec.getLabels()));
          Usage.require(
              command,
              cost > 0 && Double.isFinite(cost),
              "--cost of '%s' must be above 0".formatted(label));
        });
  }
}
