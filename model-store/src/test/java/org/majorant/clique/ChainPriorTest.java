package org.majorant.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ChainPriorTest {
  private static final int M = 4;
  private static final double NEVER = Double.NEGATIVE_INFINITY;

  @Test
  void inference_equals_enumeration_and_what_is_forbidden_has_no_mass_at_all() {
    final Random random = new Random(11);
    int impossible = 0;
    for (int trial = 0; trial < 500; trial++) {
      final double[] first = prior(random, M);
      final double[] after = prior(random, M * M);
      final ChainPrior prior = new ChainPrior(first, after);
      final Chain chain = new Chain(prior);
      final Viterbi viterbi = new Viterbi(prior);
      final int length = 1 + random.nextInt(5);
      final double[] nodes = nodes(random, trial, length);
      final double[] transitions = gaussian(random, M * M);
      final Sums sums = new Sums(length);
      each(length, path -> sums.add(path, score(path, nodes, transitions, first, after)));
      final double logPartition = chain.collect(nodes, length, transitions);
      final int[] best = new int[length];
      final double most = viterbi.best(nodes, length, transitions, best);
      if (sums.mass == 0) {
        impossible++;
        assertThat(logPartition).as("trial %d", trial).isEqualTo(NEVER);
        assertThat(most).as("trial %d", trial).isEqualTo(NEVER);
        continue;
      }
      assertThat(logPartition)
          .as("trial %d", trial)
          .isCloseTo(Math.log(sums.mass), within(1e-12 * (1 + Math.abs(logPartition))));
      assertThat(best).as("trial %d", trial).containsExactly(sums.best);
      assertThat(most).isCloseTo(sums.most, within(1e-12));
      chain.distribute();
      for (int t = 0; t < length; t++) {
        for (int u = 0; u < M; u++) {
          requireShare(chain.marginals()[t * M + u], sums.nodes[t * M + u] / sums.mass, trial);
          for (int v = 0; t > 0 && v < M; v++) {
            final double share = sums.edges[(t * M + v) * M + u] / sums.mass;
            requireShare(chain.edgeMarginals(t)[v * M + u], share, trial);
          }
        }
      }
    }
    assertThat(impossible).isBetween(1, 300);
  }

  /** Scores of the tokens' labels; every second time with a log-prior of their own. */
  private static double[] nodes(final Random random, final int trial, final int length) {
    final double[] nodes = gaussian(random, length * M);
    final double[] prior = trial % 2 == 0 ? new double[length * M] : prior(random, length * M);
    for (int at = 0; at < nodes.length; at++) {
      nodes[at] += prior[at];
    }
    return nodes;
  }

  @Test
  void observed_labels_have_the_mass_of_those_that_agree() {
    final Random random = new Random(12);
    for (int trial = 0; trial < 500; trial++) {
      final double[] first = prior(random, M);
      final double[] after = prior(random, M * M);
      final int length = 1 + random.nextInt(5);
      final double[] nodes = nodes(random, trial / 2, length);
      final double[] transitions = gaussian(random, M * M);
      final int[] observed = random.ints(length, trial % 2 == 0 ? -3 : 0, M).toArray();
      final double[] mass = new double[1];
      each(
          length,
          path -> {
            boolean agrees = true;
            for (int t = 0; t < length; t++) {
              agrees &= observed[t] < 0 || observed[t] == path[t];
            }
            mass[0] += agrees ? Math.exp(score(path, nodes, transitions, first, after)) : 0;
          });
      final double actual =
          new ObservedChain(new ChainPrior(first, after))
              .collect(nodes, transitions, observed, length);
      if (mass[0] == 0) {
        assertThat(actual).as("trial %d", trial).isEqualTo(NEVER);
      } else {
        assertThat(actual)
            .as("trial %d", trial)
            .isCloseTo(Math.log(mass[0]), within(1e-12 * (1 + Math.abs(actual))));
      }
    }
  }

  @Test
  void follow_findsWhatSomeLabelsLeadTo() {
    final Random random = new Random(13);
    for (int trial = 0; trial < 100; trial++) {
      final double[] first = prior(random, M);
      final double[] after = prior(random, M * M);
      final ChainPrior prior = new ChainPrior(first, after);
      for (int length = 1; length <= 4; length++) {
        // from label v at the first token, or from the beginning, to u at the last
        final boolean[] led = new boolean[(M + 1) * M];
        final int last = length - 1;
        each(
            length,
            path -> {
              final double[] zeros = new double[M * M];
              final double inner = score(path, new double[path.length * M], zeros, zeros, after);
              led[path[0] * M + path[last]] |= inner == 0;
              led[M * M + path[last]] |= inner + first[path[0]] == 0;
            });
        assertThat(follow(prior, null, length))
            .isEqualTo(Arrays.copyOfRange(led, M * M, (M + 1) * M));
        for (int v = 0; v < M; v++) {
          final boolean[] from = new boolean[M];
          from[v] = true;
          assertThat(follow(prior, from, length - 1))
              .isEqualTo(Arrays.copyOfRange(led, v * M, (v + 1) * M));
        }
      }
    }
  }

  private static boolean[] follow(final ChainPrior prior, final boolean[] before, final int steps) {
    boolean[] flags = before;
    for (int step = 0; step < steps; step++) {
      final boolean[] next = new boolean[M];
      prior.follow(flags, next);
      flags = next;
    }
    return flags;
  }

  private static void requireShare(final double actual, final double expected, final int trial) {
    if (expected == 0) {
      assertThat(actual).as("trial %d", trial).isEqualTo(0.0);
    } else {
      assertThat(actual).as("trial %d", trial).isCloseTo(expected, within(1e-12));
    }
  }

  /** What enumeration adds up. */
  private static final class Sums {
    final double[] nodes;
    final double[] edges;
    double mass;
    double most = NEVER;
    int[] best;

    Sums(final int length) {
      nodes = new double[length * M];
      edges = new double[length * M * M];
    }

    void add(final int[] path, final double score) {
      final double p = Math.exp(score);
      mass += p;
      for (int t = 0; t < path.length; t++) {
        nodes[t * M + path[t]] += p;
        if (t > 0) {
          edges[(t * M + path[t - 1]) * M + path[t]] += p;
        }
      }
      if (score > most) {
        most = score;
        best = path.clone();
      }
    }
  }

  private static double score(
      final int[] path,
      final double[] nodes,
      final double[] transitions,
      final double[] first,
      final double[] after) {
    double score = first[path[0]];
    for (int t = 0; t < path.length; t++) {
      score += nodes[t * M + path[t]];
      score +=
          t == 0 ? 0 : transitions[path[t - 1] * M + path[t]] + after[path[t - 1] * M + path[t]];
    }
    return score;
  }

  private static void each(final int length, final Consumer<int[]> visit) {
    final int[] path = new int[length];
    for (int code = 0; code < Math.pow(M, length); code++) {
      for (int t = 0, rest = code; t < length; t++, rest /= M) {
        path[t] = rest % M;
      }
      visit.accept(path);
    }
  }

  /** Zeros, and −∞ for a third. */
  private static double[] prior(final Random random, final int n) {
    final double[] prior = new double[n];
    Arrays.setAll(prior, i -> random.nextInt(3) == 0 ? NEVER : 0);
    return prior;
  }

  private static double[] gaussian(final Random random, final int n) {
    final double[] scores = new double[n];
    Arrays.setAll(scores, i -> 2 * random.nextGaussian());
    return scores;
  }
}
