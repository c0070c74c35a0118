package org.majorant.train;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.majorant.clique.ChainPrior;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.LabelOrder;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseRows;
import org.majorant.likelihood.Likelihood;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;
import org.majorant.solve.StopRule;

/**
 * Examples in memory, all of one task, and their loss. Their features lie in one matrix, a row for
 * each point, token, configuration or edge.
 *
 * <p>The loss's parameters are those of a model's weights that can matter to it. A hashed space is
 * mostly empty, so the features of sequences are numbered as they occur; of other tasks the
 * parameters are the weights.
 */
public final class TrainingSet {
  final SparseMatrix rows;
  int[] firsts = new int[1025]; // example i has the rows firsts[i] .. firsts[i + 1] − 1
  double[] weights = new double[1024];
  Example[] examples = new Example[1024]; // without features
  private final Task task;
  private final Dimensions sizes;
  final ChainPrior prior; // of sequences; else null
  final SeenFeatures seen; // likewise
  private int size;
  private int mostRows;
  private double labels;
  private boolean whole = true;

  /**
   * An empty set.
   *
   * @param sizes of the model that it is for
   * @param prior of the labellings of sequences; of other tasks null
   */
  public TrainingSet(final Task task, final Dimensions sizes, final ChainPrior prior) {
    this.task = task;
    this.sizes = sizes;
    this.prior = prior;
    rows = new SparseMatrix(sizes.emissions());
    seen = prior == null ? null : new SeenFeatures(sizes.emissions());
  }

  /** An empty set for the spec's task. */
  public static TrainingSet of(final ModelSpec spec) {
    final ChainPrior prior = spec.getTask() == Task.SEQUENCE ? LabelOrder.prior(spec) : null;
    return new TrainingSet(spec.getTask(), Dimensions.of(spec), prior);
  }

  /** Adds a copy of an example; one without a label teaches nothing and is left out. */
  public void add(final Example x) {
    if (!x.isLabeled()) {
      return;
    }
    if (size == weights.length) {
      firsts = Arrays.copyOf(firsts, 2 * size + 1);
      weights = Arrays.copyOf(weights, 2 * size);
      examples = Arrays.copyOf(examples, 2 * size);
    }
    if (x instanceof SparsePoint point) {
      rows.append(point.indices, point.values, 0, point.size);
    } else if (x instanceof SparseRows several) {
      for (int row = 0; row < several.length; row++) {
        rows.append(several.indices, several.values, several.starts[row], several.starts[row + 1]);
      }
    }
    if (seen != null) {
      rows.renumber(firsts[size], seen::number);
    }
    weights[size] = x.weight();
    examples[size] = x.withoutFeatures(sizes);
    labels += x.weight() * x.observed();
    whole &= x.isWhole();
    firsts[++size] = rows.rows();
    mostRows = Math.max(mostRows, firsts[size] - firsts[size - 1]);
  }

  /**
   * Adds records.
   *
   * @return how many do not fit the model
   */
  public long addAll(final List<byte[]> records, final ExampleMapper mapper) {
    long rejected = 0;
    for (final byte[] record : records) {
      try {
        mapper.decode(record);
        add(mapper.map());
      } catch (final RejectedExample e) {
        rejected++;
      }
    }
    return rejected;
  }

  /** Number of examples. */
  public int size() {
    return size;
  }

  /** Rows of the example that has the most. */
  int mostRows() {
    return mostRows;
  }

  /** Whether all of each example was observed. */
  boolean isWhole() {
    return whole;
  }

  /** Whether the loss is convex: all was observed, and no states are hidden. */
  public boolean isConvex() {
    return whole && sizes.states() == 1;
  }

  /** Sum of the labels' weights, each its example's. */
  public double weight() {
    return labels;
  }

  /**
   * The scores of an example's rows.
   *
   * @param theta feature-major
   * @param vectors weights a feature
   * @param out written, so many a row
   */
  void score(final int i, final double[] theta, final int vectors, final double[] out) {
    for (int row = firsts[i], at = 0; row < firsts[i + 1]; row++, at += vectors) {
      rows.times(row, theta, vectors, out, at);
    }
  }

  /**
   * out ← out + scale · Σ by ⊗ x over an example's rows x.
   *
   * @param by so many a row
   * @param vectors weights a feature
   */
  void add(
      final int i, final double scale, final double[] by, final int vectors, final double[] out) {
    for (int row = firsts[i], at = 0; row < firsts[i + 1]; row++, at += vectors) {
      rows.addTransposeTimes(row, scale, by, at, vectors, out);
    }
  }

  /** The same with each feature's square. */
  void addSquares(
      final int i, final double scale, final double[] by, final int vectors, final double[] out) {
    for (int row = firsts[i], at = 0; row < firsts[i + 1]; row++, at += vectors) {
      rows.addSquares(row, scale, by, at, vectors, out);
    }
  }

  /** Of all that was added. */
  public Loss loss() {
    return loss(sizes.states(), sizes.vectors());
  }

  /**
   * The same of points with others than the model's.
   *
   * @param states hidden states a label, m
   * @param vectors weight vectors: labels · states, or one for two outcomes
   */
  public Loss loss(final int states, final int vectors) {
    final int features = seen == null ? sizes.features() : seen.size() + sizes.transitions();
    final Dimensions used =
        new Dimensions(sizes.labels(), states, vectors, features, sizes.transitions());
    return new BatchLoss(this, each(used), used);
  }

  /** Of an example, with the model's sizes. */
  ExampleLoss each() {
    return each(sizes);
  }

  private ExampleLoss each(final Dimensions used) {
    return ExampleLoss.of(this, used, Likelihood.of(task, used, prior, true));
  }

  /**
   * What can minimise the loss. Without a quadratic that bounds it, as that of matchings has none,
   * L-BFGS does, and of matchings with sides {@link FrankWolfe}.
   */
  public Set<Solver> solvers() {
    if (each().isBounded()) {
      return Solver.OF_BOUNDED_LOSSES;
    }
    return FrankWolfe.takes(this)
        ? EnumSet.of(Solver.LBFGS, Solver.FRANK_WOLFE)
        : EnumSet.of(Solver.LBFGS);
  }

  /** What does where nothing else is asked for. */
  public Solver usualSolver() {
    return each().isBounded() ? Solver.NEWTON : Solver.LBFGS;
  }

  /**
   * Minimises J(θ) = loss(θ) + ½ λ |θ|².
   *
   * @param start θ to begin at
   * @param l2 λ, a total over the data
   * @param solver one of {@link #solvers}
   * @param listener sees each iteration as it is accepted
   * @throws ArithmeticException where the objective is not finite at the start
   */
  public Training train(
      final double[] start,
      final double l2,
      final Solver solver,
      final StopRule rule,
      final Consumer<Iteration> listener) {
    return solver == Solver.FRANK_WOLFE
        ? FrankWolfe.train(this, start, l2, rule, listener)
        : Trainer.train(loss(), start, l2, solver, rule, listener);
  }

  /** The loss's parameters of a model's weights. */
  public double[] parameters(final double[] weights) {
    return seen == null ? weights : seen.gather(weights, sizes.vectors());
  }

  /** A model's weights of the loss's parameters. */
  public double[] weights(final double[] parameters) {
    return seen == null ? parameters : seen.scatter(parameters, sizes.vectors());
  }

  /**
   * Root mean square of each feature, as the loss has them, over the rows that have it; 0 where
   * none has.
   */
  public float[] rootMeanSquares() {
    return rows.rootMeanSquares();
  }
}
