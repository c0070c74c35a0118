package org.majorant.research.reproduce;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.solve.StopRule;
import org.majorant.train.Iteration;
import org.majorant.train.Solver;
import org.majorant.train.TrainingSet;

/**
 * Table 2: the log-likelihood of a tenth of the rows under a latent model of the others, by the
 * bound and by L-BFGS. Of the nine tenths one validates: it chooses m in 1 .. 4, the start among
 * several near 0, and, in early stopping, the iteration.
 */
public final class Table2 implements Reproduction {
  private static final List<Solver> SOLVERS = List.of(Solver.BOUND, Solver.LBFGS);
  private static final int SETS = 5;
  private static final int SPLITS = 3;
  private static final int STARTS = 2;
  private static final int STATES = 4;
  private static final double[] PRIORS = {0, 0.1};
  private static final StopRule RULE = StopRule.of(100, 1e-6);

  private final PaperData data;
  private final int splits;

  /** Of the data that is to be had. */
  public Table2(final PaperData data) {
    this(data, SPLITS);
  }

  /**
   * Of so many splits of each set.
   *
   * @param splits 1 at least
   */
  public Table2(final PaperData data, final int splits) {
    this.data = data;
    this.splits = splits;
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
   * @param runs by solver
   * @param monotone descents of the bound on which J never rose, nor exceeded its bound
   * @param descents of the bound
   */
  public record Row(
      String set,
      int rows,
      double l2,
      Map<Solver, Run> runs,
      int monotone,
      int descents,
      PaperRow paper)
      implements Reproduction.Row {
    @Override
    public List<String> cells() {
      final List<String> cells = new ArrayList<>();
      cells.addAll(List.of(set, "%d".formatted(rows), "%.1f".formatted(l2)));
      SOLVERS.forEach(solver -> runs.get(solver).addTo(cells));
      cells.add("%d/%d".formatted(monotone, descents));
      cells.add("%d".formatted(paper.states()));
      cells.add("%.2f".formatted(paper.bound()));
      cells.add("%.2f".formatted(paper.bfgs()));
      return cells;
    }
  }

  /**
   * One solver's models.
   *
   * @param last of the last iterations
   * @param early of those that validation chose
   * @param iterations of a descent
   * @param seconds of all descents
   */
  public record Run(Choice last, Choice early, double iterations, double seconds) {
    private void addTo(final List<String> cells) {
      last.addTo(cells);
      early.addTo(cells);
      cells.add("%.0f".formatted(iterations));
      cells.add("%.1f".formatted(seconds));
    }
  }

  /**
   * What validation chose.
   *
   * @param logLikelihood of the test rows in all, nats
   * @param states m
   */
  public record Choice(double logLikelihood, double states) {
    private void addTo(final List<String> cells) {
      cells.add("%.2f".formatted(logLikelihood));
      cells.add("%.1f".formatted(states));
    }
  }

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
      for (final double l2 : PRIORS) {
        final Map<Solver, List<List<LatentFit>>> fits = new EnumMap<>(Solver.class);
        for (final Solver solver : SOLVERS) {
          fits.put(solver, parts.stream().map(split -> fits(split, l2, solver)).toList());
        }
        each.accept(row(problem, parts, l2, fits));
      }
    }
  }

  private List<LatentFit> fits(final Split split, final double l2, final Solver solver) {
    final List<LatentFit> fits = new ArrayList<>();
    for (int states = 1; states <= STATES; states++) {
      for (int seed = 0; seed < STARTS; seed++) {
        fits.add(
            LatentFit.of(
                split.train(), split.validation(), split.labels(), states, l2, solver, RULE, seed));
      }
    }
    return fits;
  }

  private static Row row(
      final Problem problem,
      final List<Split> parts,
      final double l2,
      final Map<Solver, List<List<LatentFit>>> fits) {
    final Map<Solver, Run> runs = new EnumMap<>(Solver.class);
    fits.forEach((solver, bySplit) -> runs.put(solver, run(parts, bySplit)));
    final List<LatentFit> bound = fits.get(Solver.BOUND).stream().flatMap(List::stream).toList();
    return new Row(
        problem.set(),
        parts.get(0).test().size(),
        l2,
        runs,
        (int) bound.stream().filter(LatentFit::monotone).count(),
        bound.size(),
        problem.paper());
  }

  private static Run run(final List<Split> parts, final List<List<LatentFit>> bySplit) {
    final List<Iteration> ends =
        bySplit.stream().flatMap(List::stream).map(fit -> fit.training().last()).toList();
    return new Run(
        choice(parts, bySplit, LatentFit::lastLoss, LatentFit::last),
        choice(parts, bySplit, LatentFit::bestLoss, LatentFit::best),
        ends.stream().mapToInt(Iteration::iteration).average().orElseThrow(),
        ends.stream().mapToDouble(Iteration::seconds).sum());
  }

  private static Choice choice(
      final List<Split> parts,
      final List<List<LatentFit>> bySplit,
      final ToDoubleFunction<LatentFit> loss,
      final Function<LatentFit, double[]> theta) {
    double logLikelihood = 0;
    double states = 0;
    for (int s = 0; s < parts.size(); s++) {
      final LatentFit chosen =
          bySplit.get(s).stream().min(Comparator.comparingDouble(loss)).orElseThrow();
      logLikelihood += parts.get(s).logLikelihood(theta.apply(chosen), chosen.states());
      states += chosen.states();
    }
    return new Choice(logLikelihood / parts.size(), states / parts.size());
  }

  /** Rows to learn from, to choose by, and to test on. */
  private record Split(TrainingSet train, TrainingSet validation, TrainingSet test, int labels) {
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

    double logLikelihood(final double[] theta, final int states) {
      return -test.loss(states, labels * states).at(theta, new double[theta.length]);
    }
  }

  @Override
  public List<Column> columns() {
    final List<Column> columns = new ArrayList<>();
    columns.addAll(List.of(Column.text("set", 10), Column.number("rows", 4)));
    columns.add(Column.number("λ", 4));
    for (final Solver solver : SOLVERS) {
      columns.add(Column.number(solver.name().toLowerCase(Locale.ROOT), 7));
      columns.add(Column.number("m", 3));
      columns.add(Column.number("early", 7));
      columns.add(Column.number("m", 3));
      columns.add(Column.number("iter", 5));
      columns.add(Column.number("s", 6));
    }
    columns.add(Column.number("monotone", 0));
    columns.add(Column.number("paper's m", 0));
    columns.add(Column.number("bound", 6));
    columns.add(Column.number("bfgs", 6));
    return columns;
  }

  @Override
  public int size() {
    return SETS * PRIORS.length;
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Log-likelihoods of the test rows in all, means over 3 splits; each m is a mean, too. 24"
            + " descents a cell, of at most 100 iterations; seconds of all of them.",
        "bound, lbfgs: after the last iteration, at λ = 0 as in the paper; early: where validation"
            + " was best. Inputs are standardised, but ionosphere's; what is missing is the mean.",
        "The paper's values do not reproduce: its splits are not known, and a few rows decide. Its"
            + " order does at λ = 0 on ionosphere, hepatitis and wine, where L-BFGS overfits what"
            + " can be separated and the slower bound is cut short; not on bupa and SRBCT.",
        "With λ = 0.1 and early stopping, which is how such a model should be learned, L-BFGS is"
            + " ahead on all sets but bupa, and in a fraction of the time. What stays of the claim is"
            + " that the bound's every step goes down.");
  }
}
