package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseGraph;
import org.majorant.memory.Surrogate;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SparseVector;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;
import org.majorant.train.Solver;
import org.majorant.train.Trainer;
import org.majorant.train.TrainingSet;

/**
 * Graphs that have no features but which states they have: their joint distribution is learned, an
 * Ising model of two states, a Potts model of more. At the optimum the model has the moments of the
 * data,
 *
 * <pre>    E_D[f] − E_θ[f] = λθ/n</pre>
 */
class JointDistributionTest {
  private static final int SIDE = 3;
  private static final int VARIABLES = SIDE * SIDE;
  private static final int EXAMPLES = 3000;
  private static final double L2 = 1e-3;

  /** A feature for each state but the first of each variable, and one for each edge that agrees. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void moments_ofTheModel_areThoseOfTheData(final int states) {
    final List<Factor> factors = grid(states);
    final int features = features(states);
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, task: graph, features: {dimension: " + features + "}}"); // width 3: exact
    final FeatureSpace space = new FeatureSpace(spec);
    final SplittableRandom random = new SplittableRandom(states);
    final double[] truth = random.doubles(features, -0.7, 0.7).toArray();
    final List<Integer> cardinalities = Collections.nCopies(VARIABLES, states);
    final SparseGraph any =
        RandomGraphs.map(
            new Graph(cardinalities, factors, Collections.nCopies(VARIABLES, 0)), 1, space);
    final List<int[]> all = labellings(states);
    final double[] cumulative = cumulative(any, all, truth);

    final TrainingSet set = RandomGraphs.empty(features);
    final Learner learner = new Learner(spec, new Baselines(0));
    final double[] data = new double[features];
    for (int i = 0; i < EXAMPLES; i++) {
      final int[] drawn = all.get(draw(cumulative, random.nextDouble()));
      final List<Integer> shown = Arrays.stream(drawn).boxed().toList();
      final SparseGraph x = RandomGraphs.map(new Graph(cardinalities, factors, shown), 1, space);
      addFeatures(x, drawn, 1.0 / EXAMPLES, data);
      set.add(x);
      learner.learn(x, i);
    }

    final StopRule rule = StopRule.of(100, 1e-9);
    final double[] zero = new double[features];
    final double[] theta =
        Trainer.train(set.loss(), zero, L2, Solver.NEWTON, rule, iteration -> {}).theta();
    final double[] model = moments(any, all, theta);
    for (int f = 0; f < features; f++) {
      assertThat(data[f] - model[f])
          .as("moment %d", f)
          .isCloseTo(L2 * theta[f] / EXAMPLES, within(1e-9))
          .isCloseTo(0, within(1e-6));
      assertThat(theta[f]).as("weight %d", f).isCloseTo(truth[f], within(0.4));
    }

    final Surrogate known = Surrogate.of(spec);
    known.add(learner.ship(false));
    final double[] streamed = moments(any, all, known.solve().theta());
    for (int f = 0; f < features; f++) {
      assertThat(streamed[f]).as("moment %d of one pass", f).isCloseTo(data[f], within(0.03));
    }
    assertThat(loss(any, all, known.solve().theta(), data))
        .isBetween(loss(any, all, theta, data), 1.002 * loss(any, all, theta, data));
  }

  private static int features(final int states) {
    return VARIABLES * (states - 1) + 2 * SIDE * (SIDE - 1);
  }

  private static List<Factor> grid(final int states) {
    final List<Factor> factors = new ArrayList<>();
    int feature = 0;
    for (int v = 0; v < VARIABLES; v++) {
      final List<Object> own = new ArrayList<>(List.of(none()));
      for (int y = 1; y < states; y++) {
        own.add(one(feature++));
      }
      factors.add(new Factor(List.of(v), own, null));
    }
    for (int v = 0; v < VARIABLES; v++) {
      for (final int next : new int[] {v % SIDE < SIDE - 1 ? v + 1 : VARIABLES, v + SIDE}) {
        if (next < VARIABLES) {
          final List<Object> alike = new ArrayList<>();
          for (int w = 0; w < states * states; w++) {
            alike.add(w / states == w % states ? one(feature) : none());
          }
          factors.add(new Factor(List.of(v, next), alike, null));
          feature++;
        }
      }
    }
    assertThat(feature).isEqualTo(features(states));
    return factors;
  }

  private static List<int[]> labellings(final int states) {
    final List<int[]> all = new ArrayList<>();
    for (int code = 0; code < Math.pow(states, VARIABLES); code++) {
      final int[] labels = new int[VARIABLES];
      for (int v = 0, rest = code; v < VARIABLES; v++, rest /= states) {
        labels[v] = rest % states;
      }
      all.add(labels);
    }
    return all;
  }

  /** Of the probabilities of the labellings. */
  private static double[] cumulative(
      final SparseGraph x, final List<int[]> all, final double[] theta) {
    final double[] sums = new double[all.size()];
    double mass = 0;
    for (int i = 0; i < sums.length; i++) {
      mass += Math.exp(RandomGraphs.score(x, theta, all.get(i)));
      sums[i] = mass;
    }
    for (int i = 0; i < sums.length; i++) {
      sums[i] /= mass;
    }
    return sums;
  }

  private static int draw(final double[] cumulative, final double u) {
    final int at = Arrays.binarySearch(cumulative, u);
    return at >= 0 ? at + 1 : -at - 1;
  }

  /** E_θ[f], by enumeration. */
  private static double[] moments(
      final SparseGraph x, final List<int[]> all, final double[] theta) {
    final double[] cumulative = cumulative(x, all, theta);
    final double[] moments = new double[theta.length];
    for (int i = 0; i < cumulative.length; i++) {
      addFeatures(x, all.get(i), cumulative[i] - (i == 0 ? 0 : cumulative[i - 1]), moments);
    }
    return moments;
  }

  /** −log p of the data, nats an example: log Z − θᵀE_D[f]. */
  private static double loss(
      final SparseGraph x, final List<int[]> all, final double[] theta, final double[] data) {
    double mass = 0;
    for (final int[] labels : all) {
      mass += Math.exp(RandomGraphs.score(x, theta, labels));
    }
    double score = 0;
    for (int f = 0; f < theta.length; f++) {
      score += theta[f] * data[f];
    }
    return Math.log(mass) - score;
  }

  private static void addFeatures(
      final SparseGraph x, final int[] labels, final double share, final double[] out) {
    for (int f = 0; f < x.graph.factors(); f++) {
      final int w = x.graph.configuration(f, labels);
      for (int j = x.starts[w]; j < x.starts[w + 1]; j++) {
        out[x.indices[j]] += share * x.values[j];
      }
    }
  }

  private static SparseVector one(final int feature) {
    return new SparseVector(List.of(feature), List.of());
  }

  private static SparseVector none() {
    return new SparseVector(List.of(), List.of());
  }
}
