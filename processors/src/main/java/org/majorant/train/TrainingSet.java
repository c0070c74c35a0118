package org.majorant.train;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.LabelOrder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.solve.StopRule;

/**
 * Examples in memory, all of one task, and their loss. The loss's parameters are those of a model's
 * weights that can matter to it; most often that is all of them.
 */
public abstract class TrainingSet {
  /** The features of all that is scored. */
  final SparseMatrix rows;

  int size;

  /**
   * @param features size of the index space of the rows
   */
  TrainingSet(final int features) {
    rows = new SparseMatrix(features);
  }

  /** An empty set for the spec's task. */
  public static TrainingSet of(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    return switch (spec.getTask()) {
      case SEQUENCE -> new SequenceSet(dimensions.emissions(), LabelOrder.prior(spec));
      case CHOICE, GRAPH -> new GraphSet(dimensions.features());
      case MULTICLASS -> new PointSet(dimensions);
      case MATCHING -> new MatchingSet(dimensions.features());
    };
  }

  /** Adds a copy of an example; one without a label teaches nothing and is left out. */
  public final void add(final Example x) {
    if (x.isLabeled()) {
      append(x);
    }
  }

  /** Copies a labeled example, and counts it. */
  abstract void append(Example x);

  /**
   * Adds records.
   *
   * @return how many do not fit the model
   */
  public final long addAll(final List<byte[]> records, final ExampleMapper mapper) {
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
  public final int size() {
    return size;
  }

  /** Sum of the labels' weights, each its example's. */
  public abstract double weight();

  /** Of all that was added. */
  public abstract Loss loss();

  /** What can minimise the loss. */
  public Set<Solver> solvers() {
    return Solver.OF_BOUNDED_LOSSES;
  }

  /** What does where nothing else is asked for. */
  public Solver usualSolver() {
    return Solver.NEWTON;
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
    return Trainer.train(loss(), start, l2, solver, rule, listener);
  }

  /** The loss's parameters of a model's weights: all of them. */
  public double[] parameters(final double[] weights) {
    return weights;
  }

  /** A model's weights of the loss's parameters. */
  public double[] weights(final double[] parameters) {
    return parameters;
  }

  /**
   * Root mean square of each feature, as the loss has them, over the rows that have it; 0 where
   * none has.
   */
  public final float[] rootMeanSquares() {
    return rows.rootMeanSquares();
  }
}
