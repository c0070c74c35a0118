package org.majorant.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainTest {
  /** At the larger scales the scaled sums underflow and the log domain has to take over. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 10, 300, 1000})
  void inference_equals_that_of_the_tree(final double scale) {
    final Random random = new Random(7);
    final Chain chain = new Chain(ChainPrior.uniform(4));
    final Viterbi viterbi = new Viterbi(ChainPrior.uniform(4));
    for (int trial = 0; trial < 300; trial++) {
      final int length = 1 + random.nextInt(12);
      final double[] nodes = scores(random, length * 4, scale);
      final double[] transitions = scores(random, 16, scale);
      final int[] observed = random.ints(length, -3, 4).toArray();
      final CliqueTree tree = Chains.tree(length, 4, 1);
      if (trial % 2 == 0) {
        Observation.observed(observed).clamp(nodes, length, 4);
      }
      final double[] potentials = potentials(tree, nodes, transitions);
      final SumProduct inference = new SumProduct();
      final double expected = inference.collect(tree, potentials);
      final double actual = chain.collect(nodes, length, transitions);
      final int[] path = new int[length];
      final double best = viterbi.best(nodes, length, transitions, path);
      if (expected == Double.NEGATIVE_INFINITY) {
        assertThat(actual).isEqualTo(expected);
        assertThat(best).isEqualTo(expected);
        assertThatThrownBy(chain::distribute).isInstanceOf(IllegalStateException.class);
        continue;
      }
      final double close = 1e-12 * (1 + Math.abs(expected));
      assertThat(actual).as("trial %d", trial).isCloseTo(expected, within(close));
      final double[] labels = new double[4];
      inference.distribute();
      chain.distribute();
      for (int t = 0; t < length; t++) {
        inference.nodeMarginals(t, labels);
        assertThat(Arrays.copyOfRange(chain.marginals(), t * 4, t * 4 + 4))
            .containsExactly(labels, within(close));
      }
      for (int t = 1; t < length; t++) {
        final double[] pairs = new double[16];
        System.arraycopy(inference.marginals(), tree.start(t - 1), pairs, 0, 16);
        assertThat(chain.edgeMarginals(t)).containsExactly(pairs, within(close));
        final double[] predecessors = chain.predecessors(t);
        for (int w = 0; w < 16; w++) {
          final double p = chain.marginals()[t * 4 + w % 4];
          assertThat(p * predecessors[w]).isCloseTo(pairs[w], within(close));
        }
      }
      assertThat(best)
          .isCloseTo(new MaxProduct().map(tree, potentials, new int[length]), within(close));
      assertThat(Enumeration.score(tree, potentials, path)).isCloseTo(best, within(close));
    }
  }

  @Test
  void path_through_labels_of_vanishing_mass_is_not_lost() {
    final double never = Double.NEGATIVE_INFINITY;
    final Chain chain = new Chain(ChainPrior.uniform(2));
    final double[] nodes = {0, -2000, never, 0};
    assertThat(chain.collect(nodes, 2, new double[] {0, never, never, 1})).isEqualTo(-1999);
    chain.distribute();
    assertThat(Arrays.copyOf(chain.marginals(), 4)).containsExactly(0, 1, 0, 1);
  }

  @Test
  void expected_transitions_sum_to_their_number() {
    final Random random = new Random(8);
    final Chain chain = new Chain(ChainPrior.uniform(5));
    chain.collect(scores(random, 100, 1), 20, new double[25]);
    chain.distribute();
    double count = 0;
    for (int t = 1; t < 20; t++) {
      count += Arrays.stream(chain.edgeMarginals(t)).sum();
    }
    assertThat(count).isCloseTo(19, within(1e-12));
  }

  /** All T M² pairs at once would take 7 times as much. */
  @Test
  void long_sequence_of_many_labels_takes_memory_by_token_and_label() {
    final int length = 10_000;
    final int labels = 45;
    final Random random = new Random(9);
    final double[] nodes = scores(random, length * labels, 1);
    final double[] transitions = scores(random, labels * labels, 1);
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final long before = threads.getCurrentThreadAllocatedBytes();
    final Chain chain = new Chain(ChainPrior.uniform(labels));
    chain.collect(nodes, length, transitions);
    chain.distribute();
    new Viterbi(ChainPrior.uniform(labels)).best(nodes, length, transitions, new int[length]);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(50L * length * labels);
  }

  /** Clique t is (y_t, y_{t+1}); the last node's score goes to the last clique. */
  private static double[] potentials(
      final CliqueTree tree, final double[] nodes, final double[] transitions) {
    if (tree.variables() == 1) {
      return Arrays.copyOf(nodes, 4);
    }
    final double[] table = new double[tree.configurations()];
    for (int at = 0; at < table.length; at++) {
      final int c = at / 16;
      final int w = at % 16;
      table[at] = nodes[c * 4 + w / 4] + transitions[w];
      table[at] += c == tree.size() - 1 ? nodes[c * 4 + 4 + w % 4] : 0;
    }
    return table;
  }

  private static double[] scores(final Random random, final int n, final double scale) {
    final double[] scores = new double[n];
    for (int i = 0; i < n; i++) {
      scores[i] =
          random.nextInt(12) == 0 ? Double.NEGATIVE_INFINITY : scale * random.nextGaussian();
    }
    return scores;
  }
}
