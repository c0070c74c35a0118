package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.SyntheticStream.FEATURES;
import static org.majorant.learn.SyntheticStream.learned;
import static org.majorant.learn.SyntheticStream.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.prior.Restriction;
import org.majorant.schema.FeatureInterval;
import org.majorant.schema.Interval;
import org.majorant.schema.LinearConstraint;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Term;
import org.majorant.schema.WeightConstraints;
import org.majorant.solve.Constraints;
import org.majorant.solve.Kkt;
import org.majorant.solve.LinearRow;
import org.majorant.solve.Quadratic;

/** The θ that versions publish, against the optimality conditions of the state they come from. */
class ConstrainedSurrogateTest {
  private static final int ALL = FEATURES + 1;
  private static final double TOLERANCE = 1e-8;

  @ParameterizedTest
  @CsvSource({"diagonal, 2", "diagonal, 3", "low-rank, 2", "low-rank, 3", "full, 2", "full, 3"})
  void anyConstraints_holdAtTheOptimum(final String curvature, final int labels) {
    for (int seed = 0; seed < 30; seed++) {
      final Random random = new Random(seed);
      final ModelSpec spec = spec(curvature, labels, "none");
      spec.setL1(random.nextBoolean() ? 0 : 5 * random.nextDouble());
      final double[] inside = random.doubles(ALL, -0.3, 0.3).toArray();
      spec.setConstraints(constraints(random, spec, inside));
      Restriction.of(spec).requireFeasible();
      final SingleSurrogate surrogate = SingleSurrogate.of(spec);
      // of three examples some features are never seen
      surrogate.add(learned(spec, seed, random.nextInt(3) == 0 ? 3 : 300));
      final double[] free = surrogate.solve().theta();
      final Site state = surrogate.site();

      final double[] theta = surrogate.constrained().theta();

      for (int c = 0; c < spec.getLabels().size() - (labels == 2 ? 1 : 0); c++) {
        assertThat(violation(spec, state, theta, c))
            .as("seed %d, vector %d", seed, c)
            .isLessThan(TOLERANCE);
      }
      assertThat(surrogate.solve().theta())
          .as("the state is as it was, seed %d", seed)
          .containsExactly(free, within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "low-rank", "full"})
  void noConstraints_areExactlyTheSolution(final String curvature) {
    final ModelSpec spec = spec(curvature, 3, "none");
    final Site learned = learned(spec, 1, 300);
    final Surrogate one = Surrogate.of(spec);
    final Surrogate other = Surrogate.of(spec);
    one.add(learned);
    other.add(learned);
    assertThat(one.constrained()).usingRecursiveComparison().isEqualTo(other.solve());
  }

  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "low-rank", "full"})
  void highPrice_leavesNoWeight_andIsInThePenalty(final String curvature) {
    final ModelSpec spec = spec(curvature, 2, "none");
    final SingleSurrogate surrogate = SingleSurrogate.of(spec);
    surrogate.add(learned(spec, 1, 300));
    spec.setL1(1e6);
    assertThat(surrogate.constrained().theta()).containsOnly(0);
    spec.setL1(20.0);
    final Surrogate.Solution solution = surrogate.constrained();
    double penalty = 0;
    for (int i = 0; i < ALL; i++) {
      final double weight = solution.theta()[i];
      penalty += 0.5 * surrogate.prior(i) * weight * weight + 20 * Math.abs(weight);
    }
    assertThat(solution.penalty()).isCloseTo(penalty, within(1e-9));
    assertThat(solution.theta()).contains(0.0);
  }

  /** A box, some features' intervals and a row, all of which a point is in. */
  private static WeightConstraints constraints(
      final Random random, final ModelSpec spec, final double[] inside) {
    final Interval box = random.nextInt(3) == 0 ? null : new Interval(-0.3, 0.3);
    final List<FeatureInterval> features = new ArrayList<>();
    final List<Term> terms = new ArrayList<>();
    double sum = 0;
    for (int i = 0; i < ALL; i++) {
      final String name = i == FEATURES ? "intercept" : Integer.toString(i);
      if (random.nextInt(4) == 0) {
        final Double lower = random.nextBoolean() ? null : inside[i];
        features.add(new FeatureInterval(name, new Interval(lower, inside[i] + random.nextInt(2))));
      }
      if (random.nextInt(4) == 0) {
        terms.add(new Term(name, random.nextGaussian()));
        sum += terms.get(terms.size() - 1).getCoefficient() * inside[i];
      }
    }
    final String label = spec.getLabels().get(1);
    final List<LinearConstraint> linear =
        terms.isEmpty()
            ? List.of()
            : List.of(new LinearConstraint(terms, label, random.nextBoolean(), sum));
    return new WeightConstraints(box, features, linear);
  }

  /** Of the optimality conditions, with whichever multiplier of the row meets them best. */
  private static double violation(
      final ModelSpec spec, final Site state, final double[] theta, final int c) {
    final Quadratic f = quadratic(spec, state, c);
    final double[] l1 = new double[ALL];
    Arrays.fill(l1, spec.getL1());
    final Constraints in = constraints(spec, c);
    final double[] own = new double[ALL];
    Arrays.setAll(own, i -> theta[i * state.vectors + c]);
    final Kkt kkt = new Kkt(f, l1, in);
    if (in.rows().isEmpty()) {
      return kkt.violation(own, new double[0]);
    }
    final LinearRow row = in.rows().get(0);
    double least = kkt.violation(own, new double[1]);
    for (int at = 0; at < row.indices().length; at++) {
      final double gradient = gradient(f, own, row.indices()[at]);
      for (final double kink : new double[] {-spec.getL1(), spec.getL1()}) {
        final double multiplier = -(gradient + kink) / row.coefficients()[at];
        least = Math.min(least, kkt.violation(own, new double[] {multiplier}));
      }
    }
    return least;
  }

  private static double gradient(final Quadratic f, final double[] theta, final int i) {
    double sum = f.diagonal()[i] * theta[i] - f.b()[i];
    for (int a = 0; a < f.rank(); a++) {
      for (int j = 0; j < ALL; j++) {
        sum += f.w()[a * ALL + i] * f.w()[a * ALL + j] * theta[j];
      }
    }
    return sum;
  }

  /** A + P and b of one vector over all features, from the state's own layout. */
  private static Quadratic quadratic(final ModelSpec spec, final Site state, final int c) {
    final double[] prior = new double[ALL];
    Arrays.fill(prior, spec.getL2());
    final double[] b = new double[ALL];
    final double[] diagonal = new double[ALL];
    final int rank = state.rank();
    final double[] rows = new double[rank * ALL];
    final double[] full = new double[ALL * ALL];
    int upper = c * (int) FullSite.triangle(state.size);
    for (int j = 0; j < state.size; j++) {
      final int i = state.features[j];
      prior[i] *= state.square[j] / state.count[j];
      b[i] = state.linear[j * state.vectors + c];
      for (int a = 0; a < rank; a++) {
        rows[a * ALL + i] = ((LowRankSite) state).rows[(c * rank + a) * state.size + j];
      }
      switch (spec.getCurvature()) {
        case FULL -> {
          for (int k = j; k < state.size; k++) {
            full[state.features[k] * ALL + i] = state.curvature[upper++];
          }
        }
        default -> diagonal[i] = state.curvature[j * state.vectors + c];
      }
    }
    Arrays.setAll(diagonal, i -> diagonal[i] + prior[i]);
    return switch (spec.getCurvature()) {
      case FULL -> Quadratic.full(full, prior, b);
      default -> new Quadratic(rows, diagonal, b);
    };
  }

  private static Constraints constraints(final ModelSpec spec, final int c) {
    final WeightConstraints given = spec.getConstraints();
    final double[] lower = new double[ALL];
    final double[] upper = new double[ALL];
    Arrays.fill(lower, Double.NEGATIVE_INFINITY);
    Arrays.fill(upper, Double.POSITIVE_INFINITY);
    if (given.getBox() != null) {
      Arrays.fill(lower, 0, FEATURES, given.getBox().getLower());
      Arrays.fill(upper, 0, FEATURES, given.getBox().getUpper());
    }
    for (final FeatureInterval named : given.getFeatures()) {
      final int i = index(named.getFeature());
      if (named.getInterval().getLower() != null) {
        lower[i] = Math.max(lower[i], named.getInterval().getLower());
      }
      upper[i] = Math.min(upper[i], named.getInterval().getUpper());
    }
    final Constraints box = Constraints.box(lower, upper);
    final int vector = spec.getLabels().size() == 2 ? 0 : 1; // of the second label
    if (given.getLinear().isEmpty() || c != vector) {
      return box;
    }
    final LinearConstraint row = given.getLinear().get(0);
    return box.and(
        new LinearRow(
            "row",
            row.getEquality(),
            row.getTerms().stream().mapToInt(t -> index(t.getFeature())).toArray(),
            row.getTerms().stream().mapToDouble(Term::getCoefficient).toArray(),
            row.getBound()));
  }

  private static int index(final String feature) {
    return feature.equals("intercept") ? FEATURES : Integer.parseInt(feature);
  }
}
