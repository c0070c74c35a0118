package org.majorant.likelihood;

import java.util.Arrays;
import java.util.function.Consumer;
import org.majorant.clique.ChainPrior;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.LabelOrder;
import org.majorant.features.SparseGraph;
import org.majorant.features.SparseMatching;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseSequence;
import org.majorant.schema.ModelSpec;

/** Sums over all labellings of a small example, one after the other, in its scores. */
final class Enumerated {
  private final ModelSpec spec;
  private final Example example;
  private final double[] s;
  double all;
  double observed;
  final double[] marginals; // one a score, as they add up

  /** One labelling: its score, whether it agrees, and the scores that it has. */
  private interface Labelling {
    void visit(double score, boolean agrees, int... at);
  }

  Enumerated(final ModelSpec spec, final Example example, final double[] s) {
    this.spec = spec;
    this.example = example;
    this.s = s;
    marginals = new double[s.length];
    each(
        (score, agrees, at) -> {
          final double mass = Math.exp(score);
          all += mass;
          observed += agrees ? mass : 0;
          Arrays.stream(at).filter(i -> i >= 0).forEach(i -> marginals[i] += mass);
        });
    Arrays.setAll(marginals, i -> marginals[i] / all);
  }

  double loss() {
    return Math.log(all) - Math.log(observed);
  }

  private void each(final Labelling labelling) {
    if (example instanceof SparsePoint x) {
      points(x, labelling);
    } else if (example instanceof SparseSequence x) {
      sequences(x, labelling);
    } else if (example instanceof SparseGraph x) {
      graphs(x, labelling);
    } else {
      matchings((SparseMatching) example, 0, new boolean[s.length], labelling);
    }
  }

  private void points(final SparsePoint x, final Labelling labelling) {
    final Dimensions dimensions = Dimensions.of(spec);
    final int first = dimensions.outcomes() - dimensions.vectors();
    for (int o = 0; o < dimensions.outcomes(); o++) {
      final double score = o < first ? 0 : s[o - first];
      labelling.visit(score, x.admits(o / dimensions.states()), o - first);
    }
  }

  private void sequences(final SparseSequence x, final Labelling labelling) {
    final int m = spec.getLabels().size();
    final ChainPrior prior = LabelOrder.prior(spec);
    final int[] cardinalities = new int[x.length];
    Arrays.fill(cardinalities, m);
    labellings(
        cardinalities,
        path -> {
          final int[] at = new int[2 * x.length - 1];
          double score = prior.first(path[0]);
          boolean agrees = true;
          for (int t = 0; t < x.length; t++) {
            at[t] = t * m + path[t];
            agrees &= x.labels[t] < 0 || x.labels[t] == path[t];
            if (t > 0) {
              at[x.length + t - 1] = (x.length + path[t - 1]) * m + path[t];
              score += prior.transition(path[t - 1], path[t]);
            }
          }
          labelling.visit(score + Arrays.stream(at).mapToDouble(i -> s[i]).sum(), agrees, at);
        });
  }

  private void graphs(final SparseGraph x, final Labelling labelling) {
    final int[] cardinalities = new int[x.graph.variables()];
    Arrays.setAll(cardinalities, v -> x.graph.tree().cardinality(v));
    labellings(
        cardinalities,
        states -> {
          final int[] at = new int[x.graph.factors()];
          Arrays.setAll(at, f -> x.graph.configuration(f, states));
          boolean agrees = true;
          for (int v = 0; v < states.length; v++) {
            agrees &= x.states[v] < 0 || x.states[v] == states[v];
          }
          labelling.visit(Arrays.stream(at).mapToDouble(w -> s[w]).sum(), agrees, at);
        });
  }

  private void matchings(
      final SparseMatching x, final int node, final boolean[] has, final Labelling labelling) {
    if (node == x.graph.left()) {
      final int[] at = new int[node];
      boolean agrees = true;
      int size = 0;
      for (int e = 0; e < x.length; e++) {
        agrees &= has[e] == x.chosen[e];
        if (has[e]) {
          at[size++] = e;
        }
      }
      labelling.visit(Arrays.stream(at).mapToDouble(e -> s[e]).sum(), agrees, at);
      return;
    }
    for (int e = 0; e < x.length; e++) {
      boolean free = x.graph.first(e) == node;
      for (int other = 0; other < x.length; other++) {
        free &= !has[other] || x.graph.second(other) != x.graph.second(e);
      }
      if (free) {
        has[e] = true;
        matchings(x, node + 1, has, labelling);
        has[e] = false;
      }
    }
  }

  private static void labellings(final int[] cardinalities, final Consumer<int[]> visit) {
    final int[] labels = new int[cardinalities.length];
    while (true) {
      visit.accept(labels);
      int v = 0;
      while (v < labels.length && ++labels[v] == cardinalities[v]) {
        labels[v++] = 0;
      }
      if (v == labels.length) {
        return;
      }
    }
  }
}
