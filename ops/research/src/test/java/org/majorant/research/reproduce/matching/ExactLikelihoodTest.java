package org.majorant.research.reproduce.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.demo.KnownMatching;
import org.majorant.matching.MatchingGraph;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

class ExactLikelihoodTest {
  private static final double[] THETA = {1, -0.5, 2};
  private static final ModelSpec SPEC =
      SpecFile.read("{model: pairs, task: matching, features: {dimension: 3}}");

  @Test
  void gradient_isThatOfTheValue() {
    for (final MatchingGraph graph : List.of(KnownMatching.square(4), KnownMatching.complete(6))) {
      final ExactLikelihood likelihood = new ExactLikelihood(drawn(graph, 10), 2);
      final double[] gradient = new double[THETA.length];
      likelihood.valueAndGradient(THETA, gradient);
      for (int k = 0; k < THETA.length; k++) {
        final double[] near = THETA.clone();
        near[k] += 1e-4;
        final double above = likelihood.valueAndGradient(near, new double[THETA.length]);
        near[k] -= 2e-4;
        final double below = likelihood.valueAndGradient(near, new double[THETA.length]);
        assertThat(gradient[k]).isCloseTo((above - below) / 2e-4, within(1e-5));
      }
    }
  }

  /** Of two pairs κ is ½, and the program is exact: log Z, its optimum, and the way to it. */
  @Test
  void programOfTwoPairs_isExact() {
    final MatchingGraph graph = KnownMatching.square(2);
    final List<KnownMatching> data = drawn(graph, 100);
    final ExactLikelihood likelihood = new ExactLikelihood(data, 1);
    final MatchingProgram program = new MatchingProgram(SPEC, data, graph, 1);
    final MatchingProgram.Fit messages = program.lbfgs();
    final double[] gradient = new double[THETA.length];
    final double least = likelihood.valueAndGradient(messages.theta(), gradient);
    assertThat(messages.objective()).isCloseTo(least, within(1e-5));
    assertThat(gradient).containsExactly(new double[THETA.length], within(0.01));
    final MatchingProgram.Fit best = program.frankWolfe(messages.objective());
    assertThat(best.objective()).isBetween(least, (1 + MatchingProgram.GAP) * least);
    assertThat(best.cost()).isPositive();
    assertThat(best.cost() % data.size()).isZero();
    assertThat(messages.cost()).isGreaterThan(data.size());
  }

  @Test
  void bounds_encloseTheExactLikelihood_andSayWhereTheyDoNot() {
    final List<KnownMatching> data = drawn(KnownMatching.square(5), 20);
    final LikelihoodBounds bounds = LikelihoodBounds.of(data, THETA);
    final double exact =
        new ExactLikelihood(data, 0).valueAndGradient(THETA, new double[THETA.length]);
    assertThat(bounds.nats()).isCloseTo(exact / 100, within(1e-9));
    assertThat(bounds.outside()).isZero();
    assertThat(bounds.least()).isBetween(0.01, bounds.programs());
    assertThat(LikelihoodBounds.isWithin(1, 1.1, 2)).isTrue();
    assertThat(LikelihoodBounds.isWithin(1, 0.9, 2)).isFalse();
    assertThat(LikelihoodBounds.isWithin(1, 2.1, 2)).isFalse();
  }

  private static List<KnownMatching> drawn(final MatchingGraph graph, final int count) {
    final Random random = new Random(1);
    final MatchingSampler sampler = new MatchingSampler(graph, THETA, random);
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              final double[][] features = new double[graph.edges()][THETA.length];
              for (final double[] x : features) {
                Arrays.setAll(x, k -> (float) random.nextGaussian());
              }
              return sampler.draw(features);
            })
        .toList();
  }
}
