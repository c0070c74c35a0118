package org.majorant.likelihood;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.majorant.clique.ChainPrior;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.LabelOrder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;

/**
 * The likelihood of what was observed of an example, in score space. The scores are s = Xθ + log h,
 * where X has a row for each token, configuration or edge, and one for a point; a row has a score
 * for each weight vector. A sequence has M rows more, one for each label before, with one feature
 * of value 1: their scores are the transitions. So the loss is
 *
 * <pre>
 *   loss(s) = log Z(s) − log Z(s; observed)          ∂ loss / ∂s = p − q
 * </pre>
 *
 * <p>with the marginals p of all labellings and q of those that agree with what was observed, and
 * with Xᵀ(p − q) for its gradient in θ. Where inference only bounds log Z, the loss is bounded from
 * above; {@link #gap} says how far off that may be.
 *
 * <p>{@link #open} takes an example without its features, which only {@link #score} reads. {@link
 * #loss} leaves inference where the other methods read it. One instance serves any examples of its
 * structure, one after the other; it allocates nothing once its buffers have grown, unless the
 * structure of an example is new.
 */
public abstract class Likelihood {
  private final int vectors;
  private final int emissions; // the feature of the first row that all examples have
  private final int transitions; // how many of these there are
  private int rows;
  private int[] starts;
  private int[] indices;
  private double[] values;
  private double[] agreeing = {}; // q
  private double[] own = {}; // probabilities

  Likelihood(final int vectors, final int emissions, final int transitions) {
    this.vectors = vectors;
    this.emissions = emissions;
    this.transitions = transitions;
  }

  /** The likelihood of a spec's task, as precise as learning from a stream needs it. */
  public static Likelihood of(final ModelSpec spec) {
    final ChainPrior prior = spec.getTask() == Task.SEQUENCE ? LabelOrder.prior(spec) : null;
    return of(spec.getTask(), Dimensions.of(spec), prior, false);
  }

  /**
   * The likelihood of a task.
   *
   * @param prior of the labellings of sequences; of other tasks null
   * @param precise whether what inference leaves of a bound is to be noise in the loss of all
   *     examples of a set; else it is as precise as learning from a stream needs it
   */
  public static Likelihood of(
      final Task task, final Dimensions sizes, final ChainPrior prior, final boolean precise) {
    return switch (task) {
      case MULTICLASS -> new PointLikelihood(sizes);
      case SEQUENCE -> new ChainLikelihood(sizes, prior);
      case CHOICE, GRAPH -> precise ? GraphLikelihood.precise() : new GraphLikelihood();
      case MATCHING -> precise ? MatchingLikelihood.precise() : new MatchingLikelihood();
    };
  }

  /**
   * Takes an example, which must not change before the next one is taken.
   *
   * @return n, the number of its scores; other arrays of scores have this length or more
   */
  public abstract int open(Example example);

  /** Takes the rows of the example. The number of its scores. */
  final int take(final int rows, final int[] starts, final int[] indices, final double[] values) {
    this.rows = rows;
    this.starts = starts;
    this.indices = indices;
    this.values = values;
    return Math.multiplyExact(Math.addExact(rows, transitions), vectors);
  }

  /**
   * Scores the example without its log-prior.
   *
   * @param theta weights by position, feature-major
   * @param s written: Xθ
   */
  public final void score(final IntToDoubleFunction theta, final double[] s) {
    Arrays.fill(s, 0, rows * vectors, 0);
    for (int row = 0; row < rows; row++) {
      for (int j = starts[row]; j < starts[row + 1]; j++) {
        final int from = indices[j] * vectors;
        for (int c = 0; c < vectors; c++) {
          s[row * vectors + c] += values[j] * theta.applyAsDouble(from + c);
        }
      }
    }
    for (int at = 0; at < transitions * vectors; at++) {
      s[rows * vectors + at] = theta.applyAsDouble(emissions * vectors + at);
    }
  }

  /** The same of weights that lie in an array. */
  public final void score(final double[] theta, final double[] s) {
    Arrays.fill(s, 0, rows * vectors, 0);
    for (int row = 0; row < rows; row++) {
      for (int j = starts[row]; j < starts[row + 1]; j++) {
        final int from = indices[j] * vectors;
        for (int c = 0; c < vectors; c++) {
          s[row * vectors + c] += values[j] * theta[from + c];
        }
      }
    }
    System.arraycopy(theta, emissions * vectors, s, rows * vectors, transitions * vectors);
  }

  /** Adds log h to the scores: of what the example itself says of its labels. */
  public abstract void addLogPrior(double[] s);

  /**
   * Adds up all labellings.
   *
   * @param s read again by what follows
   * @return log Z, nats
   * @throws ArithmeticException where the scores are too large for inference
   */
  public abstract double logPartition(double[] s);

  /**
   * Adds up the labellings that agree with what was observed; all of them where nothing was.
   *
   * @param s read again by what follows
   * @return log Z(s; observed), nats
   */
  public abstract double observed(double[] s);

  /**
   * The loss for weight one; both sums are where the other methods read them then.
   *
   * @throws ArithmeticException where the scores are too large for inference
   */
  public double loss(final double[] s) {
    final double agreed = observed(s);
    return logPartition(s) - agreed;
  }

  /**
   * After {@link #logPartition} or {@link #loss}: p, one a score.
   *
   * @throws IllegalStateException where no labelling has mass
   */
  public abstract void marginals(double[] p);

  /** After {@link #observed} or {@link #loss}: q, one a score. */
  public abstract void observedMarginals(double[] q);

  /** After {@link #loss}: r = p − q, one a score, its gradient. */
  public void residuals(final double[] r) {
    final int n = (rows + transitions) * vectors;
    if (agreeing.length < n) {
      agreeing = new double[2 * n];
    }
    marginals(r);
    observedMarginals(agreeing);
    for (int at = 0; at < n; at++) {
      r[at] -= agreeing[at];
    }
  }

  /** How far above log Z the last {@link #logPartition} may be, nats; 0 where it is exact. */
  public double gap() {
    return 0;
  }

  /** How many sweeps the last {@link #logPartition} took; 0 where it takes none. */
  public int sweeps() {
    return 0;
  }

  /**
   * How many probabilities there are of what is decided: a label of a point, a label of each token,
   * a state of each variable, and an edge of a matching has one.
   */
  public abstract int outcomes();

  /**
   * After {@link #logPartition} or {@link #loss}: the probabilities of what is decided.
   *
   * @param p {@link #outcomes} or longer, written
   */
  public abstract void probabilities(double[] p);

  /**
   * After {@link #logPartition} or {@link #loss}: tells what would have been decided about all that
   * was observed.
   *
   * @param p probabilities of what is decided: this likelihood's, or the mean of several
   */
  public abstract void decide(double[] p, Decisions out);

  /** The same by this likelihood's own probabilities. */
  public void decide(final Decisions out) {
    if (own.length < outcomes()) {
      own = new double[2 * outcomes()];
    }
    probabilities(own);
    decide(own, out);
  }

  /** The first of the largest among some numbers. */
  static int largest(final double[] of, final int from, final int to) {
    int best = from;
    for (int at = from + 1; at < to; at++) {
      best = of[at] > of[best] ? at : best;
    }
    return best;
  }
}
