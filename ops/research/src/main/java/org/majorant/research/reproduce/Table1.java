package org.majorant.research.reproduce;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.schema.ExampleDecoder;
import org.majorant.solve.StopRule;
import org.majorant.train.Iteration;
import org.majorant.train.Loss;
import org.majorant.train.Solver;
import org.majorant.train.Trainer;
import org.majorant.train.Training;
import org.majorant.train.TrainingSet;

/**
 * Table 1: iterations and seconds of each solver until J is within a relative gap of 1e-4 of the
 * optimum J*, from θ = 0, for multinomial logistic regression with one block of weights a class,
 * and for a conditional random field.
 */
public final class Table1 implements Reproduction {
  private static final double GAP = 1e-4;
  private static final int PROBLEMS = 12;
  private static final int MOST_ITERATIONS = 1000;
  private static final int SENTENCES = 1000;
  private static final double LONG = 10; // seconds
  private static final StopRule OPTIMUM = StopRule.of(500, 1e-10);
  private static final List<Solver> PAPER = List.of(Solver.BOUND, Solver.LBFGS);

  private final PaperData data;

  /** Of the data that is to be had. */
  public Table1(final PaperData data) {
    this.data = data;
  }

  /**
   * One solver's way to the optimum.
   *
   * @param passes over the data
   * @param reached whether it came so near within the iterations that it was given
   */
  public record Run(int iterations, long passes, double seconds, boolean reached) {
    static Run of(final Training training) {
      final Iteration last = training.last();
      final boolean reached = training.stop() == StopRule.Reason.RELATIVE_GAP;
      return new Run(last.iteration(), last.passes(), last.seconds(), reached);
    }

    private String cell() {
      final String count = (reached ? "" : ">") + iterations;
      return "%4s (%4d) %6.2f".formatted(count, passes, seconds);
    }
  }

  /**
   * A problem and its solvers.
   *
   * @param parameters d
   * @param l2 λ in all
   * @param optimum J*, nats
   * @param paper BOUND's and LBFGS's iterations and seconds in the paper, without its passes; null
   *     where λ is not the paper's
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Row(
      String set,
      int examples,
      int parameters,
      double l2,
      double optimum,
      Map<Solver, Run> runs,
      Map<Solver, PaperRun> paper)
      implements Reproduction.Row {
    @Override
    public List<String> cells() {
      final List<String> cells = new ArrayList<>();
      cells.addAll(List.of(set, "%d".formatted(parameters), "%.0f".formatted(l2)));
      runs.values().forEach(run -> cells.add(run.cell()));
      for (final Solver solver : PAPER) {
        cells.add(paper == null ? "" : paper.get(solver).cell());
      }
      return cells;
    }
  }

  /** What the paper has of a solver. */
  public record PaperRun(int iterations, double seconds) {
    private String cell() {
      return "%3d %8.2f".formatted(iterations, seconds);
    }
  }

  /**
   * A data set at some λ.
   *
   * @param data its loss
   * @param l2 λ in all
   * @param most iterations that a solver by the bound is given
   */
  public record Problem(
      String set,
      int examples,
      Supplier<Loss> data,
      double l2,
      int most,
      Map<Solver, PaperRun> paper) {
    /**
     * @param vectors blocks of weights: one a class, or one for two classes
     */
    private static Problem of(
        final String set,
        final TrainingSet data,
        final int labels,
        final int vectors,
        final double l2,
        final Map<Solver, PaperRun> paper) {
      return new Problem(set, data.size(), () -> data.loss(1, vectors), l2, MOST_ITERATIONS, paper);
    }

    /** From θ = 0. */
    public Training train(final Solver solver, final StopRule rule) {
      final Loss loss = data.get();
      return Trainer.train(loss, new double[loss.parameters()], l2, solver, rule, i -> {});
    }
  }

  /** At the paper's λ, taken for each example, and at smaller ones. */
  public List<Problem> problems() {
    final TrainingSet srbct = data.srbct().dataSet();
    final TrainingSet text = data.text();
    final TrainingSet secStr = data.secStr();
    final TrainingSet sentences = TrainingSet.of(PaperData.SENTENCES);
    final FeatureSpace space = new FeatureSpace(PaperData.SENTENCES);
    sentences.addAll(
        data.sentences(SENTENCES),
        new ExampleMapper(PaperData.SENTENCES, space, new ExampleDecoder(Integer.MAX_VALUE)));
    return List.of(
        Problem.of("SRBCT", srbct, 4, 4, 10 * srbct.size(), paper(8, 3.67, 42, 6.10)),
        Problem.of("SRBCT", srbct, 4, 4, 100, null),
        Problem.of("SRBCT", srbct, 4, 4, 10, null),
        Problem.of("Text", text, 2, 2, 100 * text.size(), paper(3, 6.18, 7, 15.54)),
        Problem.of("Text", text, 2, 2, 100, null),
        Problem.of("Text", text, 2, 2, 1, null),
        Problem.of("Text", text, 2, 1, 1, null),
        Problem.of("SecStr", secStr, 2, 2, 10 * secStr.size(), paper(9, 27.97, 47, 881.31)),
        Problem.of("SecStr", secStr, 2, 2, 10, null),
        Problem.of("SecStr", secStr, 2, 1, 10, null),
        new Problem(
            "CoNLL",
            SENTENCES,
            sentences::loss,
            10 * SENTENCES,
            MOST_ITERATIONS,
            paper(4, 16445.93, 17, 25661.54)),
        new Problem("CoNLL", SENTENCES, sentences::loss, 10, 10, null));
  }

  private static Map<Solver, PaperRun> paper(
      final int bound, final double boundSeconds, final int lbfgs, final double lbfgsSeconds) {
    final Map<Solver, PaperRun> paper = new EnumMap<>(Solver.class);
    paper.put(Solver.BOUND, new PaperRun(bound, boundSeconds));
    paper.put(Solver.LBFGS, new PaperRun(lbfgs, lbfgsSeconds));
    return paper;
  }

  @Override
  public void run(final Consumer<Reproduction.Row> each) {
    problems().forEach(problem -> each.accept(row(problem, true)));
  }

  /** A problem's row, whose iterations count alone: it is not run again to be timed. */
  public static Row counted(final Problem problem) {
    return row(problem, false);
  }

  /**
   * The second of two runs is timed, when the code is compiled; in a long one it soon is.
   *
   * @param timed whether there is a second
   */
  private static Row row(final Problem problem, final boolean timed) {
    final double optimum = problem.train(Solver.NEWTON, OPTIMUM).objective();
    final Map<Solver, Run> runs = new EnumMap<>(Solver.class);
    for (final Solver solver : Solver.OF_BOUNDED_LOSSES) {
      final boolean bound = solver != Solver.NEWTON && solver != Solver.LBFGS;
      final int most = bound ? problem.most() : MOST_ITERATIONS;
      final StopRule rule = new StopRule(most, 0, optimum, GAP);
      final Run first = Run.of(problem.train(solver, rule));
      runs.put(
          solver, !timed || first.seconds() > LONG ? first : Run.of(problem.train(solver, rule)));
    }
    return new Row(
        problem.set(),
        problem.examples(),
        problem.data().get().parameters(),
        problem.l2(),
        optimum,
        runs,
        problem.paper());
  }

  @Override
  public List<Column> columns() {
    final List<Column> columns = new ArrayList<>();
    columns.addAll(List.of(Column.text("set", 6), Column.number("d", 6), Column.number("λ", 6)));
    for (final Solver solver : Solver.OF_BOUNDED_LOSSES) {
      columns.add(Column.number(solver.name().toLowerCase(Locale.ROOT), 18));
    }
    columns.add(Column.number("paper's bound", 0));
    columns.add(Column.number("L-BFGS", 10));
    return columns;
  }

  @Override
  public int size() {
    return PROBLEMS;
  }

  @Override
  public List<String> notes() {
    return List.of(
        "λ: in all; the paper's is for each example. d: weights, one block a class, or one block for"
            + " two. Cells: iterations, (passes), seconds to a relative gap of 1e-4. The paper's:"
            + " iterations and seconds of the bound and of L-BFGS.",
        "The bound's 8 iterations on SRBCT reproduce at the paper's λ. There Text and SecStr are"
            + " nearly solved at θ = 0, so that their counts mean little; that λ in all (SRBCT 10,"
            + " Text 100, SecStr 10) does not give the paper's counts either.",
        "The paper's L-BFGS does not reproduce: this one needs far fewer iterations, and one of its"
            + " iterations is little more than one pass, where the bound's solves a linear system."
            + " Counted in passes, the plain bound beats it nowhere.",
        "CoNLL's counts do not reproduce: its features are not the paper's, and its bound is the tied"
            + " one, as Algorithm 3's curvature grows exponentially with a sentence. At the paper's λ"
            + " that takes 23 iterations, not 4, and L-BFGS 6, not 17. With a weak prior the bound is"
            + " given up after 10 (>10), when it has made many more passes than L-BFGS needs.",
        "Tumors and Penn Treebank are not to be had.");
  }
}
