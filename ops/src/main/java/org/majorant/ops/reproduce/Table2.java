package org.majorant.ops.reproduce;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.majorant.solve.StopRule;
import org.majorant.train.DataSet;
import org.majorant.train.MulticlassLoss;
import org.majorant.train.Solver;

/**
 * Table 2: the log-likelihood of a tenth of the rows under a latent model of the others, by the
 * bound and by L-BFGS. Of the nine tenths one validates: it chooses m in 1 .. 4, the start among
 * several near 0, and, in early stopping, the iteration.
 */
public final class Table2 implements Reproduction {
  private static final List<Solver> SOLVERS = List.of(Solver.BOUND, Solver.LBFGS);
  private static final int STATES = 4;
  private static final double PRIOR = 0.1;

  private final PaperData data;
  private final int splits;
  private final int starts;
  private final StopRule rule;

  /** As the command runs it. */
  public Table2(final PaperData data) {
    this(data, 3, 2, 100);
  }

  /**
   * @param splits to average over
   * @param starts for each m
   * @param iterations the most
   */
  Table2(final PaperData data, final int splits, final int starts, final int iterations) {
    this.data = data;
    this.splits = splits;
    this.starts = starts;
    rule = StopRule.of(iterations, 1e-6);
  }

  /** A data set with the paper's m and test log-likelihoods. */
  private record Problem(String set, Table table, boolean raw, PaperRow paper) {}

  /** What the paper has. */
  public record PaperRow(int states, double bound, double bfgs) {}

  /**
   * Means over the splits.
   *
   * @param rows tested
   * @param l2 λ in all
   * @param early whether the iteration was chosen by validation, or else the last one taken
   * @param runs by solver
   * @param monotone runs of the bound whose every step had a certificate
   * @param descents runs of the bound
   */
  public record Row(
      String set,
      int rows,
      double l2,
      boolean early,
      Map<Solver, Run> runs,
      int monotone,
      int descents,
      PaperRow paper)
      implements Reproduction.Row {
    @Override
    public String line() {
      final Run bound = runs.get(Solver.BOUND);
      final Run lbfgs = runs.get(Solver.LBFGS);
      return "%-10s %4d %5.1f %-6s %8.2f %8.2f  %4.1f %4.1f  %5d/%d  %8d %8.2f %8.2f"
          .formatted(
              set,
              rows,
              l2,
              early ? "early" : "last",
              bound.logLikelihood(),
              lbfgs.logLikelihood(),
              bound.states(),
              lbfgs.states(),
              monotone,
              descents,
              paper.states(),
              paper.bound(),
              paper.bfgs());
    }
  }

  /**
   * One solver's chosen models.
   *
   * @param logLikelihood of the test rows in all, nats
   * @param states m
   * @param seconds of all descents
   */
  public record Run(double logLikelihood, double states, double seconds) {}

  private List<Problem> problems() {
    return List.of(
        new Problem("ionosphere", data.uci("ionosphere"), true, new PaperRow(3, -4.18, -5.88)),
        new Problem("bupa", data.uci("bupa"), false, new PaperRow(2, -19.95, -21.78)),
        new Problem("hepatitis", data.uci("hepatitis"), false, new PaperRow(2, -4.40, -5.28)),
        new Problem("wine", data.uci("wine"), false, new PaperRow(3, -0.48, -1.79)),
        new Problem("SRBCT", data.srbct(), false, new PaperRow(4, -0.11, -6.06)));
  }

  @Override
  public void run(final Consumer<Reproduction.Row> each) {
    for (final Problem problem : problems()) {
      final List<Split> parts = new ArrayList<>();
      for (int seed = 0; seed < splits; seed++) {
        parts.add(Split.of(problem.table(), problem.raw(), seed));
      }
      for (final double l2 : new double[] {0, PRIOR}) {
        final Map<Solver, List<List<LatentFit>>> fits = new EnumMap<>(Solver.class);
        for (final Solver solver : SOLVERS) {
          fits.put(solver, parts.stream().map(split -> fits(split, l2, solver)).toList());
        }
        each.accept(row(problem, parts, l2, false, fits));
        each.accept(row(problem, parts, l2, true, fits));
      }
    }
  }

  private List<LatentFit> fits(final Split split, final double l2, final Solver solver) {
    final List<LatentFit> fits = new ArrayList<>();
    for (int states = 1; states <= STATES; states++) {
      for (int seed = 0; seed < starts; seed++) {
        fits.add(
            LatentFit.of(
                split.train(), split.validation(), split.labels(), states, l2, solver, rule, seed));
      }
    }
    return fits;
  }

  private static Row row(
      final Problem problem,
      final List<Split> parts,
      final double l2,
      final boolean early,
      final Map<Solver, List<List<LatentFit>>> fits) {
    final Map<Solver, Run> runs = new EnumMap<>(Solver.class);
    fits.forEach((solver, bySplit) -> runs.put(solver, run(parts, bySplit, early)));
    final List<LatentFit> bound = fits.get(Solver.BOUND).stream().flatMap(List::stream).toList();
    return new Row(
        problem.set(),
        parts.get(0).test().size(),
        l2,
        early,
        runs,
        (int) bound.stream().filter(LatentFit::monotone).count(),
        bound.size(),
        problem.paper());
  }

  private static Run run(
      final List<Split> parts, final List<List<LatentFit>> bySplit, final boolean early) {
    final ToDoubleFunction<LatentFit> loss = early ? LatentFit::bestLoss : LatentFit::lastLoss;
    double logLikelihood = 0;
    double states = 0;
    double seconds = 0;
    for (int s = 0; s < parts.size(); s++) {
      final List<LatentFit> fits = bySplit.get(s);
      final LatentFit chosen = fits.stream().min(Comparator.comparingDouble(loss)).orElseThrow();
      logLikelihood += parts.get(s).logLikelihood(chosen, early) / parts.size();
      states += (double) chosen.states() / parts.size();
      seconds += fits.stream().mapToDouble(f -> f.training().last().seconds()).sum();
    }
    return new Run(logLikelihood, states, seconds);
  }

  /** Rows to learn from, to choose by, and to test on. */
  private record Split(DataSet train, DataSet validation, DataSet test, int labels) {
    static Split of(final Table table, final boolean raw, final long seed) {
      final int tenth = table.size() / 10;
      final List<Integer> order = table.shuffled(new Random(seed));
      final List<Integer> train = order.subList(2 * tenth, order.size());
      Table scaled = raw ? table : table.standardised(table.select(train));
      if (scaled.width() > scaled.size()) {
        scaled = scaled.inSpan();
      }
      return new Split(
          scaled.select(train).dataSet(),
          scaled.select(order.subList(tenth, 2 * tenth)).dataSet(),
          scaled.select(order.subList(0, tenth)).dataSet(),
          table.classes());
    }

    double logLikelihood(final LatentFit fit, final boolean early) {
      final int outcomes = labels * fit.states();
      final double[] theta = early ? fit.best() : fit.last();
      return -new MulticlassLoss(test, labels, fit.states(), outcomes)
          .at(theta, new double[theta.length]);
    }
  }

  @Override
  public String header() {
    return "set        rows     λ iter     bound    lbfgs     m    m  monotone  paper: m"
        + "    bound     bfgs";
  }

  @Override
  public List<String> notes() {
    return List.of();
  }
}
