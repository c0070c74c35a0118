package org.majorant.ops.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.majorant.file.DataSummary;
import org.majorant.file.LabelTwins;
import org.majorant.file.Layout;
import org.majorant.file.evaluate.Calibration;
import org.majorant.file.evaluate.Confusion;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;
import org.majorant.file.evaluate.Scores;
import org.majorant.model.Model;
import org.majorant.ops.options.ClassWeights;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.ModelFiles;
import org.majorant.ops.options.ModelOptions;
import org.majorant.ops.options.SpecFiles;
import org.majorant.ops.options.SpecSettings;
import org.majorant.ops.options.SplitOptions;
import org.majorant.ops.options.Usage;
import org.majorant.ops.options.WorkerOptions;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.Spelling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command that learns a file as a stream would be learned, without Kafka, and says how well.
 */
@Command(
    name = "evaluate",
    description =
        "Learn a file as a stream would be learned, but without Kafka, and report the losses.",
    footer = {
      "  ops/majorant evaluate --format libsvm --data ops/data/adult/a9a.gz \\",
      "      --test ops/data/adult/a9a.t.gz",
      "  ops/majorant evaluate --format text --data ops/data/sms/SMSSpamCollection.gz \\",
      "      --holdout 0.2",
      "  ops/majorant evaluate --format libsvm --data ops/data/adult/a9a.gz \\",
      "      --set curvature.memory=diagonal --workers 4",
    })
public final class EvaluateCommand implements Callable<Integer> {
  private static final int WIDTH = 80;

  @Spec private CommandSpec command;
  @Mixin private FileOptions files;
  @Mixin private SpecSettings settings;
  @Mixin private ModelOptions model;
  @Mixin private ClassWeights weights;
  @Mixin private WorkerOptions workers;
  @Mixin private SplitOptions split;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description = "Model spec (YAML); without one, labels and features are found in the files.")
  private Path spec;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "Learn nothing: score the data with the model in this file.")
  private Path scored;

  @Option(
      names = "--passes",
      paramLabel = "P",
      defaultValue = "1",
      description = "Times to learn the data.")
  private int passes;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private EvaluateCommand() {}

  @Override
  public Integer call() {
    Usage.require(command, passes >= 1, "--passes must be 1 or more");
    split.requireUsage();
    if (scored != null) {
      score();
      return 0;
    }
    final Rounds rounds = workers.rounds();
    final ModelSpec given = spec == null ? null : weights.in(SpecFiles.read(spec, settings));
    requireUsage(given, rounds);
    final Layout layout = files.layout(given);
    final DataSummary summary = new DataSummary(files.format(split.data()), layout);
    final SplitOptions.Split examples = split.read(files, layout, summary);
    FileOptions.tell(command, LabelTwins.told(summary.labels()));
    final ModelSpec resolved =
        given == null ? weights.in(model.spec("evaluation", summary, settings)) : given;
    final double all = (double) passes * examples.train().size();
    final Evaluation evaluation;
    final List<Evaluator.Rejected> rejected;
    try (ProgressBar progress = ProgressBar.of(command, "examples learned")) {
      final Evaluator evaluator =
          new Evaluator(resolved, learned -> progress.show(learned / all, learned));
      evaluation = evaluator.run(examples.train(), passes, rounds, examples.test());
      rejected = evaluator.firstRejected();
    }
    final long heldOut = evaluation.heldOutRejected() == null ? 0 : evaluation.heldOutRejected();
    new RejectedRows(command, files, layout)
        .tell(split.paths(), rejected, evaluation.rejected() / passes + heldOut);
    print(evaluation, resolved);
    return 0;
  }

  /** Scores the data with the model of a file. */
  private void score() {
    Usage.refuse(
        command,
        "is not for --model, which is only scored: leave it out",
        "--spec",
        "--test",
        "--holdout",
        "--shuffle",
        "--passes",
        "--set",
        "model",
        "--class-weights",
        "workers",
        "--templates",
        "--feature-columns");
    final Model finished = ModelFiles.read(scored);
    final Layout layout = files.layout(finished.spec());
    print(
        Scores.of(finished, files.readAll(split.data(), layout, example -> {})),
        finished.spec().getLabels());
  }

  /** All that can be said of the options before the data is read. */
  private void requireUsage(final ModelSpec given, final Rounds rounds) {
    if (given != null) {
      Usage.refuse(
          command,
          "is not for --spec: say it in the spec",
          "model",
          "--templates",
          "--feature-columns");
    }
    final ModelSpec trial = given == null ? model.trial(settings) : given;
    if (trial.getForgetting() instanceof HalfLifeTime) {
      throw new CommandFailed(
          "a file has no record time: give the half-life as a number of examples, as in"
              + " 'half-life: 100000'");
    }
    SpecFiles.requireOneLearner(
        command, trial, rounds.workers(), "--workers is " + rounds.workers());
  }

  private void print(final Scores s, final List<String> labels) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(s));
    } else {
      out.printf(
          "version %d: log-loss %.4f   accuracy %.4f   rejected %d%n",
          s.version(), s.logLoss(), s.accuracy(), s.rejected());
      if (s.entities() != null) {
        out.printf("entities     %s%n", s.entities().line());
      }
      print(s.confusion());
      print(s.calibration(), labels);
    }
  }

  private void print(final Evaluation e, final ModelSpec resolved) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(e));
      return;
    }
    out.printf(
        "%,d %s learned, %d rejected, in %.2f s (%,.0f a second)%n",
        e.examples(),
        e.tokens() == null ? "examples" : "sequences of %,d tokens".formatted(e.tokens()),
        e.rejected(),
        e.seconds(),
        e.examplesPerSecond());
    final boolean labeled = e.classes() > 0;
    out.printf(
        "model        %s curvature, %d features, %s%n",
        e.curvature(),
        e.dimension(),
        labeled ? e.classes() + " classes" : Spelling.of(resolved.getTask()) + "s");
    out.printf(
        "progressive  log-loss %.4f   accuracy %.4f%n",
        e.progressiveLogLoss(), e.progressiveAccuracy());
    if (labeled) {
      out.printf(
          "baselines    no change %.4f   class frequency %.4f%n",
          e.baselines().noChange(), e.baselines().classFrequency());
    } else {
      out.printf("baseline     prior, else uniform %.4f%n", e.baselines().noChange());
    }
    if (e.entities() != null) {
      out.printf("entities     %s%n", e.entities().line());
    }
    if (e.heldOutCalibration() == null) {
      print(e.calibration(), resolved.getLabels());
    }
    printHeldOut(out, e);
    print(e.heldOutCalibration(), resolved.getLabels());
    out.printf("least slack of the bound  %.3g%n", e.boundSlackMin());
  }

  private void printHeldOut(final PrintWriter out, final Evaluation e) {
    if (e.heldOutRejected() != null) {
      out.printf("held out     %s%d rejected%n", heldOutScores(e), e.heldOutRejected());
    }
    if (e.heldOutEntities() != null) {
      out.printf("entities     %s%n", e.heldOutEntities().line());
    }
    print(e.heldOutConfusion());
  }

  private void print(final Confusion confusion) {
    if (confusion != null) {
      confusion.lines(WIDTH).forEach(command.commandLine().getOut()::println);
    }
  }

  private void print(final Calibration calibration, final List<String> labels) {
    if (calibration != null) {
      calibration.lines(labels).forEach(command.commandLine().getOut()::println);
    }
  }

  private static String heldOutScores(final Evaluation e) {
    if (e.heldOutLogLoss() == null) {
      return "nothing to score   ";
    }
    final String scores =
        "log-loss %.4f   accuracy %.4f   ".formatted(e.heldOutLogLoss(), e.heldOutAccuracy());
    return e.auc() == null ? scores : scores + "AUC %.4f   ".formatted(e.auc());
  }
}
