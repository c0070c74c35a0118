package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.majorant.clique.FactorGraph;
import org.majorant.clique.GraphInference;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseGraph;
import org.majorant.learn.NoisyShapes;
import org.majorant.learn.RandomGraphs;
import org.majorant.matrix.Vectors;
import org.majorant.schema.GraphBuffer;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;

/** The loss of images, which forests cover: a bound that is found to 1e-5 nats a pixel. */
class CoverLossTest {
  private static final double NOISE = 20 * 25e-5;

  private final TrainingSet images = images();

  @Test
  void gradient_is_that_of_the_loss() {
    final Loss loss = images.loss();
    final double[] theta = new SplittableRandom(1).doubles(NoisyShapes.FEATURES, 0, 1).toArray();
    final double[] gradient = new double[theta.length];
    final double[] any = new double[theta.length];
    loss.at(theta, gradient);
    assertThat(loss.gap()).isBetween(Double.MIN_NORMAL, NOISE);
    final double h = 0.01;
    for (int i = 0; i < theta.length; i++) {
      final double[] high = theta.clone();
      final double[] low = theta.clone();
      high[i] += h;
      low[i] -= h;
      assertThat((loss.at(high, any) - loss.at(low, any)) / (2 * h))
          .as("feature %d", i)
          .isCloseTo(gradient[i], within(0.01 * (1 + Math.abs(gradient[i]))));
    }
  }

  /** MATHS.md 14: what the gap leaves of its error, in the direction where that is largest. */
  @Test
  void gradient_is_that_of_the_least_bound_as_far_as_the_gap_says() {
    final Loss loss = images.loss();
    final SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 10; trial++) {
      final double[] theta = random.doubles(NoisyShapes.FEATURES, 0, 1).toArray();
      final double[] gradient = new double[theta.length];
      loss.at(theta, gradient);
      final double gap = loss.gap();
      final double[] error = leastGradient(theta);
      Arrays.setAll(error, k -> gradient[k] - error[k]);
      assertThat(Vectors.dot(error, error))
          .as("trial %d", trial)
          .isBetween(Double.MIN_NORMAL, Math.sqrt(2 * gap * loss.along(error).bend()));
    }
  }

  /** Of bounds that are found to 1e-10 nats a pixel. */
  private double[] leastGradient(final double[] theta) {
    final GraphInference inference = new GraphInference(1e-10, 100_000);
    final double[] gradient = new double[theta.length];
    for (int i = 0; i < images.size(); i++) {
      final int first = images.firsts[i];
      final SparseGraph x = (SparseGraph) images.examples[i];
      final FactorGraph graph = x.graph;
      final double[] scores = new double[graph.configurations()];
      for (int w = 0; w < scores.length; w++) {
        images.rows.times(first + w, theta, 1, scores, w);
      }
      inference.collect(graph, scores);
      assertThat(inference.gap()).isLessThan(1e-10 * 25);
      final double[] p = new double[scores.length];
      inference.marginals(p);
      for (int f = 0; f < graph.factors(); f++) {
        p[graph.configuration(f, x.states)]--;
      }
      for (int w = 0; w < p.length; w++) {
        images.rows.addTransposeTimes(first + w, 1, p, w, 1, gradient);
      }
    }
    return gradient;
  }

  @Test
  void bound_along_a_line_is_never_below_the_loss() {
    final Loss loss = images.loss();
    final SplittableRandom random = new SplittableRandom(2);
    for (int trial = 0; trial < 10; trial++) {
      final double[] theta = random.doubles(NoisyShapes.FEATURES, 0, 1).toArray();
      final double[] gradient = new double[theta.length];
      final double value = loss.at(theta, gradient);
      final double[] d = random.doubles(theta.length, -1, 1).toArray();
      final Loss.Line line = loss.along(d);
      for (final double alpha : new double[] {-1, -0.1, 0.1, 1}) {
        final double bound =
            value + alpha * Vectors.dot(gradient, d) + 0.5 * alpha * alpha * line.bend();
        assertThat(line.value(alpha))
            .as("trial %d, step %s", trial, alpha)
            .isLessThan(bound + NOISE);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"LBFGS", "FRANK_WOLFE"})
  void training_comes_to_the_optimum_and_no_bound_fails(final Solver solver) {
    final double optimum = train(Solver.LBFGS);
    assertThat(train(solver)).isCloseTo(optimum, within(1e-3 * optimum));
  }

  private double train(final Solver solver) {
    return Trainer.train(
            images.loss(),
            new double[NoisyShapes.FEATURES],
            1,
            solver,
            StopRule.of(300, 1e-4),
            iteration -> {
              final double slack = iteration.slack() == null ? 0 : iteration.slack();
              assertThat(slack).isGreaterThan(-NOISE);
            })
        .objective();
  }

  private static TrainingSet images() {
    final FeatureSpace space =
        new FeatureSpace(SpecFile.read("{model: m, task: graph, features: {dimension: 6}}"));
    final NoisyShapes shapes = new NoisyShapes(5, 1);
    final TrainingSet set = RandomGraphs.empty(NoisyShapes.FEATURES);
    final GraphBuffer buffer = new GraphBuffer();
    final SparseGraph x = new SparseGraph();
    try {
      for (int i = 0; i < 20; i++) {
        buffer.set(new LabeledExample(null, null, 1.0, shapes.next(0)));
        x.fill(buffer, space);
        assertThat(x.graph.isCover()).isTrue();
        set.add(x);
      }
    } catch (final RejectedExample e) {
      throw new AssertionError(e);
    }
    return set;
  }
}
