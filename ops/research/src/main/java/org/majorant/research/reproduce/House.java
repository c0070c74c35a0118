package org.majorant.research.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.majorant.demo.KnownMatching;
import org.majorant.demo.MatchedFrames;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;
import org.majorant.file.train.FileTrainer;
import org.majorant.file.train.TrainingReport;
import org.majorant.file.train.TrainingSettings;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.research.reproduce.matching.MatchingRivals;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;
import org.majorant.train.Solver;

/**
 * Landmarks of a house that a camera passes, matched from one frame of the film to another, so many
 * frames later (CMU house). Every third pair is learned, another third is the test, as Caetano et
 * al. 2009 have it; the landmarks of the later frame are shuffled.
 */
public final class House implements Reproduction {
  private static final int STEP = 10;
  private static final int MOST = 90;
  private static final int PASSES = 20;
  private static final int MARGIN_PASSES = 100;
  private static final double[] MARGIN_PRIORS = {1, 0.1, 0.01, 0.001};

  /** Landmarks are told apart by sharp scores, which a stronger prior does not allow. */
  private static final TrainingSettings BATCH =
      new TrainingSettings(Solver.LBFGS, 0.03, false, null, StopRule.of(100, 1e-3));

  private final PaperData data;
  private final int[] apart;

  /** Of pairs that are 10, 20, … 90 frames apart. */
  public House(final PaperData data) {
    this(data, IntStream.rangeClosed(1, MOST / STEP).map(i -> i * STEP).toArray());
  }

  /** Of pairs that are so many frames apart. */
  public House(final PaperData data, final int... apart) {
    this.data = data;
    this.apart = apart.clone();
  }

  /**
   * Shares of the test's landmarks that are matched wrongly.
   *
   * @param apart frames between those of a pair
   * @param train pairs learned
   * @param test pairs
   * @param equal with all weights equal, so that nothing is learned
   * @param perceptron averaged, of 20 passes
   * @param margin of the support vector machine, 100 passes, with the prior that is best in the
   *     test
   * @param diagonal of one pass, with diagonal curvature
   * @param full of one pass, with full curvature
   * @param batch of the optimum, by L-BFGS
   * @param nats held-out loss of the diagonal one, a landmark
   */
  public record Row(
      int apart,
      int train,
      int test,
      double equal,
      double perceptron,
      double margin,
      double diagonal,
      double full,
      double batch,
      double nats)
      implements Reproduction.Row {
    @Override
    public List<String> cells() {
      final List<String> cells = new ArrayList<>();
      IntStream.of(apart, train, test).forEach(n -> cells.add("%d".formatted(n)));
      DoubleStream.of(equal, perceptron, margin, diagonal, full, batch, nats)
          .forEach(share -> cells.add("%.4f".formatted(share)));
      return cells;
    }
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.number("apart", 5),
        Column.number("train", 5),
        Column.number("test", 5),
        Column.number("equal", 8),
        Column.number("perceptron", 10),
        Column.number("svm", 8),
        Column.number("diagonal", 8),
        Column.number("full", 8),
        Column.number("batch", 8),
        Column.number("nats", 8));
  }

  @Override
  public int size() {
    return apart.length;
  }

  @Override
  public List<String> notes() {
    return List.of(
        "A number is the share of landmarks matched wrongly in the test: with equal weights, after"
            + " 20 passes of the averaged perceptron, after 100 passes of a support vector machine"
            + " whose prior is the best of four in hindsight, and after one pass of ours, with the"
            + " prior that a spec has where it names none, with diagonal and with full curvature;"
            + " batch is the optimum for l2 0.03 over all pairs, by L-BFGS; nats are the held-out"
            + " loss of the diagonal one, a landmark.",
        "Features are shape contexts alone: what two edges of the film's Delaunay graphs have in"
            + " common is not a sum over matched pairs.");
  }

  @Override
  public void run(final Consumer<Reproduction.Row> each) {
    final double[][][] frames = data.house();
    for (final int by : apart) {
      each.accept(row(frames, by));
    }
  }

  private static Row row(final double[][][] frames, final int apart) {
    final List<KnownMatching> train = pairs(frames, apart, 1);
    final List<KnownMatching> test = pairs(frames, apart, 0);
    final MatchingRivals learning = new MatchingRivals(train);
    final MatchingRivals judging = new MatchingRivals(test);
    final double[] equal = new double[frames[0][0].length];
    Arrays.fill(equal, 1);
    final Evaluation diagonal = streamed("diagonal", train, test);
    return new Row(
        apart,
        train.size(),
        test.size(),
        judging.error(equal),
        judging.error(learning.perceptron(PASSES)),
        Arrays.stream(MARGIN_PRIORS)
            .map(prior -> judging.error(learning.maxMargin(prior, MARGIN_PASSES)))
            .min()
            .orElseThrow(),
        1 - diagonal.heldOutAccuracy(),
        1 - streamed("full", train, test).heldOutAccuracy(),
        1 - trained(train, test).heldOutAccuracy(),
        diagonal.heldOutLogLoss());
  }

  /** Frame i, from 1, with the one so much later, where i mod 3 is some rest. */
  private static List<KnownMatching> pairs(
      final double[][][] frames, final int apart, final int rest) {
    return IntStream.rangeClosed(1, frames.length - apart)
        .filter(i -> i % 3 == rest)
        .mapToObj(i -> MatchedFrames.of(frames[i - 1], frames[i - 1 + apart], i))
        .toList();
  }

  private static Evaluation streamed(
      final String memory, final List<KnownMatching> train, final List<KnownMatching> test) {
    return new Evaluator(spec(memory)).run(records(train), 1, Rounds.ALONE, records(test));
  }

  private static TrainingReport trained(
      final List<KnownMatching> train, final List<KnownMatching> test) {
    return new FileTrainer(spec("diagonal"), records(train))
        .train(BATCH, iteration -> {}, records(test))
        .report();
  }

  private static ModelSpec spec(final String memory) {
    return SpecFile.read(
        ("{model: house, task: matching, max-edges: 900, features: {dimension: 60},"
                + " curvature: {memory: %s}}")
            .formatted(memory));
  }

  private static List<byte[]> records(final List<KnownMatching> pairs) {
    return pairs.stream().map(KnownMatching::record).toList();
  }
}
