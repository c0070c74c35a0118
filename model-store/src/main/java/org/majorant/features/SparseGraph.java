package org.majorant.features;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.majorant.clique.FactorGraph;
import org.majorant.clique.GraphInference;
import org.majorant.clique.GraphSlice;
import org.majorant.schema.ChoiceBuffer;
import org.majorant.schema.GraphBuffer;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * A graph in the index space of a model. It has a row for each configuration of each factor, factor
 * after factor. A choice is a graph, too: of one variable and one factor, with a row for each
 * alternative.
 */
public final class SparseGraph extends SparseRows {
  /** The scope of a choice's only factor. */
  private static final int[] ALONE = {0};

  private static final int[] ALONE_STARTS = {0, 1};

  /** Its structure. */
  public FactorGraph graph;

  /** A state a variable, {@link SparsePoint#UNLABELED} where not observed; may be longer. */
  public int[] states;

  /** How many states were observed. */
  public int observed;

  /** log h, one a row, −∞ where it cannot be; or null for zeros. */
  public double[] logPrior;

  private GraphInference inference; // null until a log-prior rules something out

  public SparseGraph() {
    states = new int[64];
  }

  private SparseGraph(final SparseGraph x) {
    super(x);
    graph = x.graph;
    states = Arrays.copyOf(x.states, graph.variables());
    observed = x.observed;
    logPrior = x.logPrior == null ? null : Arrays.copyOf(x.logPrior, length);
  }

  @Override
  public SparseGraph withoutFeatures(final Dimensions sizes) {
    return new SparseGraph(this);
  }

  @Override
  public boolean isLabeled() {
    return observed > 0;
  }

  @Override
  public int observed() {
    return observed;
  }

  @Override
  public boolean isWhole() {
    return observed == graph.variables();
  }

  /**
   * Takes a decoded choice: one factor, with a row for each alternative.
   *
   * @throws RejectedExample where an alternative does not fit the model, or the log-prior rules out
   *     all of them, or the chosen one; this is undefined then
   */
  public void fill(final ChoiceBuffer in, final FeatureSpace space) throws RejectedExample {
    requireRoom(in, space, (double) in.length * ExampleRoom.ROW);
    final int[] one = {in.length};
    open(
        space.weight(in), space.graphs().of(1, one, 1, ALONE_STARTS, ALONE), new int[] {in.chosen});
    logPrior = logPrior(in);
    appendRows(in, space);
    requireRoom(space, (double) length * ExampleRoom.ROW, ExampleRoom.WEIGHT);
  }

  /**
   * Takes a decoded graph, with a row for each configuration of each factor.
   *
   * @throws RejectedExample where a configuration does not fit the model, or the graph is too wide
   *     for it, or the log-prior rules out all labellings that agree; this is undefined then
   */
  public void fill(final GraphBuffer in, final FeatureSpace space) throws RejectedExample {
    requireRoom(in, space, (double) in.length * ExampleRoom.ROW);
    try {
      open(
          space.weight(in),
          space.graphs().of(in.variables, in.cardinalities, in.factors, in.scopeStarts, in.scopes),
          in.states);
    } catch (final IllegalArgumentException e) {
      throw space.tooWide(e);
    }
    logPrior = logPrior(in);
    appendRows(in, space);
    requireRoom(space, (double) length * ExampleRoom.ROW, ExampleRoom.WEIGHT);
  }

  /**
   * The graph of the variables that were not observed, given those that were.
   *
   * @param space that this was mapped by
   * @throws RejectedExample where it is too wide
   */
  public GraphSlice slice(final FeatureSpace space) throws RejectedExample {
    try {
      return new GraphSlice(graph, states, space.graphs());
    } catch (final IllegalArgumentException e) {
      throw space.tooWide(e);
    }
  }

  /** Takes the structure and what was observed. */
  private void open(final double weight, final FactorGraph structure, final int[] given) {
    clear(weight);
    graph = structure;
    logPrior = null;
    observed = 0;
    final int variables = structure.variables();
    if (states.length < variables) {
      states = new int[2 * variables];
    }
    System.arraycopy(given, 0, states, 0, variables);
    for (int v = 0; v < variables; v++) {
      observed += states[v] == SparsePoint.UNLABELED ? 0 : 1;
    }
  }

  /** θᵀx + log h of each configuration. */
  @Override
  public void score(final IntToDoubleFunction theta, final double[] out) {
    super.score(theta, out);
    for (int w = 0; logPrior != null && w < length; w++) {
      out[w] += logPrior[w];
    }
  }

  private double[] logPrior(final GraphBuffer in) throws RejectedExample {
    if (in.logPriorSize < 0) {
      return null;
    }
    boolean finite = true;
    for (int w = 0; w < in.logPriorSize; w++) {
      final double h = in.logPrior[w];
      finite &= h > Double.NEGATIVE_INFINITY;
      if (!(Math.abs(h) <= GraphInference.MOST_SCORE || h == Double.NEGATIVE_INFINITY)) {
        throw new RejectedExample(
            Rejection.LOG_PRIOR,
            "logPrior %s is not a number within %.0e of 0, nor -Infinity"
                .formatted(h, GraphInference.MOST_SCORE));
      }
    }
    if (!finite) {
      requirePossible(in.logPrior);
    }
    return in.logPrior;
  }

  /** Looks for a labelling that agrees with what was observed and has any mass. */
  private void requirePossible(final double[] prior) throws RejectedExample {
    if (graph.isCover()) {
      throw new RejectedExample(
          Rejection.LOG_PRIOR,
          "logPrior -Infinity in a graph that forests cover: it is for exact inference only");
    }
    if (inference == null) {
      inference = new GraphInference();
    }
    if (inference.collect(graph, prior) == Double.NEGATIVE_INFINITY) {
      throw new RejectedExample(Rejection.LOG_PRIOR, "logPrior rules out all joint states");
    }
    if (inference.collect(graph, prior, states) == Double.NEGATIVE_INFINITY) {
      throw new RejectedExample(
          Rejection.LOG_PRIOR, "logPrior rules out the states that were observed");
    }
  }

  private static double[] logPrior(final ChoiceBuffer in) throws RejectedExample {
    if (in.logPriorSize < 0) {
      return null;
    }
    double most = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < in.logPriorSize; a++) {
      if (!(in.logPrior[a] < Double.POSITIVE_INFINITY)) {
        throw new RejectedExample(
            Rejection.LOG_PRIOR, "logPrior " + in.logPrior[a] + " is not finite, nor -Infinity");
      }
      most = Math.max(most, in.logPrior[a]);
    }
    if (most == Double.NEGATIVE_INFINITY) {
      throw new RejectedExample(
          Rejection.LOG_PRIOR, "logPrior rules out all of " + in.length + " alternatives");
    }
    if (in.chosen >= 0 && in.logPrior[in.chosen] == Double.NEGATIVE_INFINITY) {
      throw new RejectedExample(
          Rejection.LOG_PRIOR, "logPrior rules out the chosen alternative " + in.chosen);
    }
    return in.logPrior;
  }
}
