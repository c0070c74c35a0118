package org.majorant.prior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.schema.FeatureInterval;
import org.majorant.schema.Interval;
import org.majorant.schema.LinearConstraint;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Term;
import org.majorant.schema.WeightConstraints;
import org.majorant.solve.Constraints;
import org.majorant.solve.DualNewton;
import org.majorant.solve.LinearRow;
import org.majorant.solve.Quadratic;
import org.majorant.spec.SpecException;

/**
 * What a spec asks of every published θ beside the Gaussian prior, a vector at a time (MATHS.md 8):
 *
 * <pre>    min ½ θᵀ(A + P)θ − bᵀθ + l1‖θ‖₁    in the box and on the linear rows of the vector</pre>
 *
 * <p>The intercept is outside the box unless it is named, and pays l1 like any weight. Weights that
 * a bound moves are made up for by others only as far as A knows their correlation: diagonal
 * curvature clips them one by one.
 */
public final class Restriction {
  private static final Interval OPEN = new Interval();
  private static final double[] ANYWHERE = {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};

  private final double l1;
  private final Interval box;
  private final int intercept;
  private final NavigableMap<Integer, double[]> named = new TreeMap<>(); // feature → lower, upper
  private final List<List<LinearRow>> rows = new ArrayList<>(); // of each vector, over all features
  private final int[] summed; // features in rows, ascending

  private Restriction(final ModelSpec spec) {
    final WeightConstraints constraints =
        spec.getConstraints() == null
            ? new WeightConstraints(null, List.of(), List.of())
            : spec.getConstraints();
    final FeatureSpace space = new FeatureSpace(spec);
    l1 = spec.getL1();
    intercept = FeatureSpace.intercept(spec);
    box = constraints.getBox() == null ? OPEN : constraints.getBox();
    for (final FeatureInterval each : constraints.getFeatures()) {
      final int feature = space.indexOf(each.getFeature());
      named.put(feature, intersection(bounds(feature), each.getInterval()));
    }
    final Dimensions dimensions = Dimensions.of(spec);
    IntStream.range(0, dimensions.vectors()).forEach(c -> rows.add(new ArrayList<>()));
    for (int i = 0; i < constraints.getLinear().size(); i++) {
      final LinearConstraint linear = constraints.getLinear().get(i);
      final int label = spec.getLabels().indexOf(linear.getLabel());
      final LinearRow row = row("constraints.linear[" + i + "]", linear, space);
      for (int h = 0; h < dimensions.states(); h++) {
        final int outcome = label * dimensions.states() + h;
        rows.get(outcome - (dimensions.outcomes() - dimensions.vectors())).add(row);
      }
    }
    summed =
        rows.stream()
            .flatMap(List::stream)
            .flatMapToInt(row -> Arrays.stream(row.indices()))
            .sorted()
            .distinct()
            .toArray();
  }

  public static Restriction of(final ModelSpec spec) {
    return new Restriction(spec);
  }

  /** Whether any θ will do and costs nothing. */
  public boolean isNone() {
    return l1 == 0 && box.equals(OPEN) && named.isEmpty() && summed.length == 0;
  }

  /**
   * Refuses constraints that no θ meets.
   *
   * @throws SpecException in one line
   */
  public void requireFeasible() {
    final double[] ones = new double[summed.length];
    Arrays.fill(ones, 1);
    for (int c = 0; c < rows.size() && summed.length > 0; c++) {
      try {
        minimise(c, summed, new Quadratic(new double[0], ones, new double[ones.length]));
      } catch (final ArithmeticException e) {
        throw new SpecException(List.of("constraints cannot all hold: " + e.getMessage()));
      }
    }
  }

  /**
   * The best weights of all vectors, nearest to 0 where no example and no row has the feature.
   *
   * @param seen features that examples had, ascending
   * @param centre θ₀, feature-major like the result
   * @param quadratic of a vector at some features, around θ₀
   * @throws ArithmeticException where there are none
   */
  public double[] minimise(
      final int[] seen,
      final double[] centre,
      final BiFunction<Integer, int[], Quadratic> quadratic) {
    final int vectors = rows.size();
    final int[] at = with(seen);
    final double[] theta = nearestToZero(centre.length / vectors, vectors);
    final double[] own = new double[at.length];
    for (int c = 0; c < vectors && at.length > 0; c++) {
      for (int j = 0; j < at.length; j++) {
        own[j] = centre[at[j] * vectors + c];
      }
      final double[] solved = minimise(c, at, quadratic.apply(c, at).around(own));
      for (int j = 0; j < at.length; j++) {
        theta[at[j] * vectors + c] = solved[j] + 0.0; // -0 becomes 0
      }
    }
    return theta;
  }

  /** The features whose weights do not stand alone: those given and those in rows; ascending. */
  private int[] with(final int[] seen) {
    return IntStream.concat(Arrays.stream(seen), Arrays.stream(summed))
        .sorted()
        .distinct()
        .toArray();
  }

  /** The θ of a model that knows nothing: in the box, and nearest to 0. Feature-major. */
  double[] nearestToZero(final int features, final int vectors) {
    final double[] theta = new double[features * vectors];
    Arrays.fill(theta, clippedZero(intersection(ANYWHERE, box)));
    if (intercept >= 0) {
      Arrays.fill(theta, intercept * vectors, (intercept + 1) * vectors, 0);
    }
    named.forEach(
        (i, bounds) -> Arrays.fill(theta, i * vectors, (i + 1) * vectors, clippedZero(bounds)));
    return theta;
  }

  private static double clippedZero(final double[] bounds) {
    return Math.max(bounds[0], Math.min(bounds[1], 0.0));
  }

  /** l1‖θ‖₁, nats. */
  public double penalty(final double[] theta) {
    double sum = 0;
    for (final double weight : theta) {
      sum += Math.abs(weight);
    }
    return l1 * sum;
  }

  /**
   * The best weights of one vector at some features; the box holds exactly, rows to rounding.
   *
   * @param at ascending, with all features in rows
   * @param quadratic at these features
   * @throws ArithmeticException where there are none
   */
  private double[] minimise(final int vector, final int[] at, final Quadratic quadratic) {
    try {
      final double[] prices = new double[at.length];
      Arrays.fill(prices, l1);
      return DualNewton.solve(quadratic, prices, constraints(vector, at)).theta();
    } catch (final IllegalArgumentException e) {
      throw (ArithmeticException) new ArithmeticException(e.getMessage()).initCause(e);
    }
  }

  private Constraints constraints(final int vector, final int[] at) {
    final double[] lower = new double[at.length];
    final double[] upper = new double[at.length];
    for (int j = 0; j < at.length; j++) {
      final double[] bounds = bounds(at[j]);
      lower[j] = bounds[0];
      upper[j] = bounds[1];
    }
    Constraints constraints = Constraints.box(lower, upper);
    for (final LinearRow row : rows.get(vector)) {
      final int[] places =
          Arrays.stream(row.indices()).map(feature -> Arrays.binarySearch(at, feature)).toArray();
      constraints =
          constraints.and(
              new LinearRow(row.name(), row.equality(), places, row.coefficients(), row.bound()));
    }
    return constraints;
  }

  /** The same on all weights at once, feature-major: for those who do not solve by vectors. */
  public Constraints onAllWeights(final int features) {
    final int vectors = rows.size();
    final double[] lower = new double[features * vectors];
    final double[] upper = new double[features * vectors];
    for (int at = 0; at < lower.length; at++) {
      final double[] bounds = bounds(at / vectors);
      lower[at] = bounds[0];
      upper[at] = bounds[1];
    }
    Constraints constraints = Constraints.box(lower, upper);
    for (int c = 0; c < vectors; c++) {
      for (final LinearRow row : rows.get(c)) {
        final int vector = c;
        final int[] at = Arrays.stream(row.indices()).map(i -> i * vectors + vector).toArray();
        constraints =
            constraints.and(
                new LinearRow(row.name(), row.equality(), at, row.coefficients(), row.bound()));
      }
    }
    return constraints;
  }

  private double[] bounds(final int feature) {
    final double[] own = named.get(feature);
    if (own != null) {
      return own;
    }
    return feature == intercept ? ANYWHERE : intersection(ANYWHERE, box);
  }

  private static double[] intersection(final double[] bounds, final Interval interval) {
    return new double[] {
      interval.getLower() == null ? bounds[0] : Math.max(bounds[0], interval.getLower()),
      interval.getUpper() == null ? bounds[1] : Math.min(bounds[1], interval.getUpper())
    };
  }

  /** Names that share a hashed index share its weight: their coefficients add up. */
  private static LinearRow row(
      final String name, final LinearConstraint linear, final FeatureSpace space) {
    final SortedMap<Integer, Double> sum = new TreeMap<>();
    for (final Term term : linear.getTerms()) {
      sum.merge(space.indexOf(term.getFeature()), term.getCoefficient(), Double::sum);
    }
    return new LinearRow(
        name,
        linear.getEquality(),
        sum.keySet().stream().mapToInt(Integer::intValue).toArray(),
        sum.values().stream().mapToDouble(Double::doubleValue).toArray(),
        linear.getBound());
  }
}
