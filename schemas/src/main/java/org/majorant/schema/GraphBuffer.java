package org.majorant.schema;

import static org.majorant.schema.GrowingArrays.copied;
import static org.majorant.schema.GrowingArrays.room;

import java.util.Arrays;
import java.util.List;

/**
 * One decoded {@link Graph}: at least one variable, at most {@link #MAX_VARIABLES}, each with a
 * state at least, and at least one factor; each factor's variables are distinct, and it has as many
 * configurations as they have joint states. The feature vectors are the configurations of all
 * factors, one factor after another; the log-prior has a number for each, if any factor has one.
 *
 * <p>An {@link ExampleDecoder} fills it from a record, {@link #set} from an object.
 */
public final class GraphBuffer extends VectorsBuffer {
  /** Graphs of more variables are rejected. */
  public static final int MAX_VARIABLES = 10_000;

  /** Graphs of more configurations, all factors together, are rejected. */
  public static final int MAX_CONFIGURATIONS = 1 << 20;

  /** Factors of more variables are rejected: of two states each they have all configurations. */
  public static final int MAX_SCOPE = 20;

  /** Number of variables. */
  public int variables;

  /** Number of states of each variable. */
  public int[] cardinalities = new int[64];

  /** A state a variable; -1: not observed. */
  public int[] states = new int[64];

  /** Number of factors. */
  public int factors;

  /** Position of each factor's first variable in {@link #scopes}, and after all. */
  public int[] scopeStarts = new int[64];

  /** Variables of the factors. */
  public int[] scopes = new int[64];

  private int observed; // states that were given, null or not
  private double[] factorPrior = {};

  public GraphBuffer() {
    super(MAX_CONFIGURATIONS, "configurations");
  }

  @Override
  void clear() {
    super.clear();
    variables = 0;
    factors = 0;
    observed = 0;
  }

  @Override
  public void forgetLabels() {
    Arrays.fill(states, 0, variables, -1);
  }

  @Override
  DecodedExample another() {
    return new GraphBuffer();
  }

  @Override
  void copy(final DecodedExample other) {
    super.copy(other);
    final GraphBuffer from = (GraphBuffer) other;
    variables = from.variables;
    cardinalities = copied(from.cardinalities, cardinalities, variables);
    states = copied(from.states, states, variables);
    factors = from.factors;
    scopeStarts = copied(from.scopeStarts, scopeStarts, factors + 1);
    scopes = copied(from.scopes, scopes, scopeStarts[factors]);
  }

  @Override
  String structure() {
    return "Graph";
  }

  @Override
  void setStructure(final Object structure) throws RejectedExample {
    if (!(structure instanceof Graph graph)) {
      throw refused(structure.getClass().getSimpleName());
    }
    final List<Integer> given = graph.getCardinalities();
    cardinalities = room(cardinalities, given.size());
    for (int v = 0; v < given.size(); v++) {
      cardinalities[v] = given.get(v);
    }
    beginFactors(given.size());
    for (final Factor factor : graph.getFactors()) {
      final int from = scopeStarts[factors];
      final int size = factor.getVariables().size();
      scopes = room(scopes, from + size);
      for (int k = 0; k < size; k++) {
        scopes[from + k] = factor.getVariables().get(k);
      }
      final int first = length;
      for (final Object features : factor.getConfigurations()) {
        setVector(features);
      }
      endFactor(size, length - first);
      if (factor.getLogPrior() != null) {
        factorPrior = factor.getLogPrior().stream().mapToDouble(Double::doubleValue).toArray();
        setPrior(first, factorPrior.length);
      }
    }
    for (final Integer state : graph.getStates()) {
      observe(state == null ? -1 : state, state != null);
    }
    complete();
  }

  @Override
  void decodeStructure(final AvroCursor cursor) throws RejectedExample {
    cardinalities = cursor.ints(cardinalities, 0, "cardinalities");
    beginFactors(cursor.items());
    for (int n = cursor.block(3, "factors"); n > 0; n = cursor.block(3, "factors")) {
      for (int i = 0; i < n; i++) {
        scopes = cursor.ints(scopes, scopeStarts[factors], "variables");
        final int size = cursor.items();
        final int first = length;
        decodeVectors(cursor);
        endFactor(size, length - first);
        if (cursor.branch(2, "logPrior") == 1) {
          factorPrior = cursor.doubles(factorPrior, 0, "logPrior");
          setPrior(first, cursor.items());
        }
      }
    }
    for (int n = cursor.block(1, "states"); n > 0; n = cursor.block(1, "states")) {
      for (int i = 0; i < n; i++) {
        final boolean isObserved = cursor.branch(2, "states") == 1;
        observe(isObserved ? cursor.readInt("states") : -1, isObserved);
      }
    }
    complete();
  }

  /** Takes the cardinalities that are there now. */
  private void beginFactors(final int count) throws RejectedExample {
    if (count == 0 || count > MAX_VARIABLES) {
      throw new RejectedExample(
          Rejection.LENGTH,
          count == 0
              ? "a graph needs a variable"
              : count + " variables, and the limit is " + MAX_VARIABLES);
    }
    for (int v = 0; v < count; v++) {
      if (cardinalities[v] < 1) {
        throw new RejectedExample(
            Rejection.STRUCTURE, "variable " + v + " has " + cardinalities[v] + " states");
      }
    }
    variables = count;
    states = room(states, count);
    Arrays.fill(states, 0, count, -1);
  }

  /**
   * Takes the factor that is there now.
   *
   * @param size of its scope, the last of {@link #scopes}
   * @param configurations that it has, the last vectors
   */
  private void endFactor(final int size, final int configurations) throws RejectedExample {
    if (size == 0 || size > MAX_SCOPE) {
      throw fault("has " + size + " variables; 1 to " + MAX_SCOPE + " are possible");
    }
    final int from = scopeStarts[factors];
    long states = 1;
    for (int k = from; k < from + size; k++) {
      final int v = scopes[k];
      if (v < 0 || v >= variables) {
        throw fault("has the variable " + v + ", which is not in 0.." + (variables - 1));
      }
      for (int other = from; other < k; other++) {
        if (scopes[other] == v) {
          throw fault("has the variable " + v + " twice");
        }
      }
      states = Math.min(states * cardinalities[v], Integer.MAX_VALUE);
    }
    if (states != configurations) {
      throw fault(
          "has "
              + configurations
              + " configurations, but its variables "
              + (states < Integer.MAX_VALUE ? states : "too many")
              + " joint states");
    }
    factors++;
    scopeStarts = room(scopeStarts, factors + 1);
    scopeStarts[factors] = from + size;
  }

  /**
   * Takes the log-prior of the last factor; configurations before it that have none have zeros.
   *
   * @param first of its configurations
   * @param size of {@link #factorPrior}
   */
  private void setPrior(final int first, final int size) throws RejectedExample {
    if (size != length - first) {
      throw new RejectedExample(
          Rejection.LOG_PRIOR,
          "factor %d has %d log-priors for %d configurations"
              .formatted(factors - 1, size, length - first));
    }
    padPrior(first);
    logPrior = room(logPrior, length);
    System.arraycopy(factorPrior, 0, logPrior, first, size);
    logPriorSize = length;
  }

  private void padPrior(final int size) {
    final int from = Math.max(0, logPriorSize);
    logPrior = room(logPrior, size);
    Arrays.fill(logPrior, from, size, 0);
    logPriorSize = size;
  }

  /** Takes the next variable's state, where it is observed. */
  private void observe(final int state, final boolean isObserved) throws RejectedExample {
    if (observed == variables) {
      throw new RejectedExample(Rejection.LABEL, "more states than " + variables + " variables");
    }
    if (isObserved) {
      if (state < 0 || state >= cardinalities[observed]) {
        throw new RejectedExample(
            Rejection.LABEL,
            "state %d of variable %d, which has %d, from 0"
                .formatted(state, observed, cardinalities[observed]));
      }
      states[observed] = state;
    }
    observed++;
  }

  /** Holds the number of states against that of the variables; none are all unobserved. */
  private void complete() throws RejectedExample {
    if (factors == 0) {
      throw new RejectedExample(Rejection.LENGTH, "a graph needs a factor");
    }
    if (observed != 0 && observed != variables) {
      throw new RejectedExample(
          Rejection.LABEL, observed + " states for " + variables + " variables");
    }
    if (logPriorSize >= 0) {
      padPrior(length);
    }
  }

  private RejectedExample fault(final String what) {
    return new RejectedExample(Rejection.STRUCTURE, "factor " + factors + " " + what);
  }
}
