package org.majorant.research.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.majorant.demo.broker.TemporaryDirectory;
import org.majorant.features.FeatureMoments;
import org.majorant.file.UnusableData;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;
import org.majorant.file.train.FileTrainer;
import org.majorant.file.train.TrainingReport;
import org.majorant.file.train.TrainingSettings;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.Task;
import org.majorant.solve.StopRule;
import org.majorant.spec.Spelling;
import org.majorant.train.Solver;

/**
 * How well the learner learns beside others, with one pass and each with its defaults: the
 * progressive loss, which the stream pays, and the loss on examples that are held out. All learn
 * the same features in the same order. Seconds are of learning in memory, without Kafka.
 *
 * <p>Of points there are also what needs no features (the label before, and how often each label
 * was there), the batch optimum, and the peers with the best of some rates. The last two are chosen
 * by the held-out loss.
 */
public final class QualityBench {
  /** λ of ½ λ |θ|², totals over the data. */
  private static final double[] PENALTIES = {0.01, 0.1, 1, 10, 100};

  private static final StopRule OPTIMUM = StopRule.of(500, 1e-6);

  private final DataSet data;
  private final int rounds;
  private final boolean points;
  private final List<ModelSpec> specs = new ArrayList<>();

  /**
   * @param data points or sequences
   * @param rounds how often each learns
   */
  public QualityBench(final DataSet data, final int rounds) {
    this.data = data;
    this.rounds = rounds;
    final ModelSpec diagonal = data.data().spec("bench", "diagonal");
    final ModelSpec automatic = data.data().spec("bench", "auto");
    points = diagonal.getTask() == Task.MULTICLASS;
    specs.add(diagonal);
    if (automatic.getCurvature() != diagonal.getCurvature()) {
      specs.add(automatic);
    }
    if (points) {
      final ModelSpec alone = data.data().spec("bench", "auto");
      alone.setMembers(Members.NONE);
      specs.add(alone);
    }
  }

  /** How many learners there are with peers; one that is tuned, too, counts once. */
  public int learners() {
    return ours() + peers().size();
  }

  /** With the batch optimum. */
  private int ours() {
    return specs.size() + (points ? 1 : 0);
  }

  private List<Peer> peers() {
    return points ? List.of(Peer.VW, Peer.MOA, Peer.TRIBUO, Peer.LIBLINEAR) : List.of(Peer.MALLET);
  }

  /**
   * Measures.
   *
   * @param peers null: none
   * @param done is told how many learners are done
   * @throws UnusableData where nothing can be scored
   */
  public List<QualityRow> run(final Peers peers, final IntConsumer done) throws Exception {
    final List<QualityRow> rows = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      rows.addAll(ours(specs.get(i), points && i == 0));
      done.accept(i + 1);
    }
    if (points) {
      rows.add(batchOptimum());
      done.accept(ours());
    }
    if (peers != null) {
      rows.addAll(TemporaryDirectory.use(dir -> theirs(peers, dir, done)));
    }
    return rows;
  }

  /**
   * @param baselines whether their rows are wanted, before the learner's
   */
  private List<QualityRow> ours(final ModelSpec spec, final boolean baselines) {
    final Evaluator evaluator = new Evaluator(spec);
    final double[] seconds = new double[rounds];
    Evaluation evaluation = null;
    for (int round = 0; round < rounds; round++) {
      evaluation = evaluator.run(data.train(), 1, Rounds.ALONE, data.test());
      seconds[round] = evaluation.seconds();
    }
    if (evaluation.heldOutLogLoss() == null) {
      throw new UnusableData("no example that is held out can be scored: hold out more, or others");
    }
    final long examples = evaluation.tokens() == null ? evaluation.examples() : evaluation.tokens();
    final double median = Alternation.median(seconds);
    final QualityRow row =
        QualityRow.measured(
            title(spec),
            new Peer.Outcome(
                examples,
                median,
                examples / median,
                evaluation.progressiveLogLoss(),
                evaluation.heldOutLogLoss(),
                evaluation.heldOutAccuracy()));
    return baselines
        ? List.of(
            QualityRow.baseline("no change", evaluation.baselines().noChange()),
            QualityRow.baseline("class frequency", evaluation.baselines().classFrequency()),
            row)
        : List.of(row);
  }

  private static String title(final ModelSpec spec) {
    return "Majorant, "
        + Spelling.of(spec.getCurvature())
        + (spec.getMembers() == Members.NONE ? ", no members" : "");
  }

  private QualityRow batchOptimum() throws IOException, InterruptedException {
    final FileTrainer trainer = new FileTrainer(specs.get(0), data.train());
    return Hindsight.best(
        "λ",
        PENALTIES,
        QualityRow::heldOutLogLoss,
        l2 -> {
          final TrainingReport report =
              trainer
                  .train(
                      new TrainingSettings(Solver.LBFGS, l2, false, null, OPTIMUM),
                      i -> {},
                      data.test())
                  .report();
          return QualityRow.heldOut("batch optimum", report.heldOutLogLoss());
        });
  }

  private List<QualityRow> theirs(final Peers peers, final Path dir, final IntConsumer done)
      throws IOException, InterruptedException {
    final Path train = dir.resolve("train");
    final Path test = dir.resolve("test");
    try {
      final ModelSpec spec = specs.get(0);
      final Moments moments = FeatureMoments.of(spec, data.train());
      PeerFile.write(spec, moments, data.train(), train);
      PeerFile.write(spec, moments, data.test(), test);
    } catch (final Peer.Unavailable e) {
      return peers().stream().map(peer -> QualityRow.unavailable(peer.title(), e)).toList();
    }
    final List<QualityRow> rows = new ArrayList<>();
    int over = ours();
    for (final Peer peer : peers()) {
      try {
        final Peer.Outcome outcome = peers.run(peer, train, test, rounds);
        rows.add(QualityRow.measured(peer.title(), outcome));
        if (peer.rates().length > 0) {
          rows.add(tuned(peers, peer, train, test));
        }
      } catch (final Peer.Unavailable e) {
        rows.add(QualityRow.unavailable(peer.title(), e));
      }
      done.accept(++over);
    }
    return rows;
  }

  private static QualityRow tuned(
      final Peers peers, final Peer peer, final Path train, final Path test)
      throws IOException, InterruptedException {
    return Hindsight.best(
        "rate",
        peer.rates(),
        QualityRow::heldOutLogLoss,
        rate -> QualityRow.measured(peer.title(), peers.run(peer, train, test, 1, rate)));
  }
}
