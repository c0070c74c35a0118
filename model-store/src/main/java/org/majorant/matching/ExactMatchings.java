package org.majorant.matching;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Exact inference over all matchings of a small graph: what approximate inference is compared with,
 * and what draws matchings of a known model.
 *
 * <p>The first node that is still free takes each of its edges, one after the other. What is left
 * depends on the set F of free nodes alone, so that each set is looked at once; of n nodes a side
 * there are 2ⁿ.
 *
 * <pre>
 *   Z(∅) = 1     Z(F) = Σ_e exp(s_e) Z(F without e's nodes),   e of the first node of F
 * </pre>
 */
public final class ExactMatchings {
  /** Of a graph. */
  public static final int MOST_NODES = 20;

  private static final int DEAD = -1;

  private final MatchingGraph graph;
  private final int[][] choices; // by set of free nodes: edge, the set that it leaves, edge, ...
  private final double[] terms; // by edge: the scores last given
  private final double[] logs; // by set: log Z
  private final double[] reached; // by set: the probability that it is come to
  private final double[] marginals; // by edge

  /** For at most {@link #MOST_NODES} nodes, else refused. */
  public ExactMatchings(final MatchingGraph graph) {
    if (graph.nodes() > MOST_NODES) {
      throw new IllegalArgumentException(
          "%d nodes are too many for exact inference: the most are %d"
              .formatted(graph.nodes(), MOST_NODES));
    }
    this.graph = graph;
    final List<int[]> sets = new ArrayList<>();
    sets.add(new int[0]);
    final Map<Integer, Integer> known = new HashMap<>(Map.of(0, 0));
    list((1 << graph.nodes()) - 1, sets, known);
    choices = sets.toArray(int[][]::new);
    terms = new double[graph.edges()];
    logs = new double[choices.length];
    reached = new double[choices.length];
    marginals = new double[graph.edges()];
  }

  /** The place of a set among all, after those that it leaves; or that no matching is left. */
  private int list(final int free, final List<int[]> sets, final Map<Integer, Integer> known) {
    final Integer before = known.get(free);
    if (before != null) {
      return before;
    }
    final int v = Integer.numberOfTrailingZeros(free);
    final List<Integer> own = new ArrayList<>();
    for (int e = 0; e < graph.edges(); e++) {
      final int pair = 1 << graph.first(e) | 1 << graph.second(e);
      if ((pair >> v & 1) == 1 && (pair & free) == pair) {
        final int left = list(free & ~pair, sets, known);
        if (left != DEAD) {
          own.add(e);
          own.add(left);
        }
      }
    }
    final int place = own.isEmpty() ? DEAD : sets.size();
    if (place != DEAD) {
      sets.add(own.stream().mapToInt(i -> i).toArray());
    }
    known.put(free, place);
    return place;
  }

  /** log Z of scores, one an edge, nats. */
  public double logPartition(final double[] scores) {
    System.arraycopy(scores, 0, terms, 0, terms.length);
    for (int set = 1; set < choices.length; set++) {
      final double most = best(set);
      double sum = 0;
      for (int c = 0; c < choices[set].length; c += 2) {
        sum += Math.exp(term(set, c) - most);
      }
      logs[set] = most + Math.log(sum);
    }
    return logs[logs.length - 1];
  }

  /** The probability of each edge under the scores last given; overwritten by the next call. */
  public double[] marginals() {
    Arrays.fill(marginals, 0);
    Arrays.fill(reached, 0);
    reached[reached.length - 1] = 1;
    for (int set = choices.length - 1; set > 0; set--) {
      for (int c = 0; c < choices[set].length; c += 2) {
        final double p = reached[set] * Math.exp(term(set, c) - logs[set]);
        marginals[choices[set][c]] += p;
        reached[choices[set][c + 1]] += p;
      }
    }
    return marginals;
  }

  /** A matching drawn under the scores last given: whether it has each edge. */
  public boolean[] draw(final RandomGenerator random) {
    final boolean[] chosen = new boolean[graph.edges()];
    for (int set = choices.length - 1; set > 0; ) {
      double left = random.nextDouble();
      int c = 0;
      for (; c < choices[set].length - 2; c += 2) {
        left -= Math.exp(term(set, c) - logs[set]);
        if (left < 0) {
          break;
        }
      }
      chosen[choices[set][c]] = true;
      set = choices[set][c + 1];
    }
    return chosen;
  }

  /** The score of the best matching. */
  double best(final double[] scores) {
    System.arraycopy(scores, 0, terms, 0, terms.length);
    for (int set = 1; set < choices.length; set++) {
      logs[set] = best(set);
    }
    return logs[logs.length - 1];
  }

  private double best(final int set) {
    double most = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < choices[set].length; c += 2) {
      most = Math.max(most, term(set, c));
    }
    return most;
  }

  private double term(final int set, final int choice) {
    return terms[choices[set][choice]] + logs[choices[set][choice + 1]];
  }
}
