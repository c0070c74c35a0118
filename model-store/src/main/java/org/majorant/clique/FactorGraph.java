package org.majorant.clique;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A graph given by its factors, and the clique tree that inference on it runs on.
 *
 * <p>Each factor is a table over a few variables, its scope; configurations are in row-major order
 * of the scope, the last variable fastest. The tables of all factors lie one after another in a
 * flat array. Factors are added up in a clique that covers them. Immutable.
 *
 * <p>The tree is a junction tree of the graph or, where that is too wide, the union of K forests
 * that cover it (MATHS.md 14). Each forest has a copy of all variables with their own factors, and
 * some of the other factors f, whose scores count there K over the K_f forests that have f. So the
 * mean of the forests is the graph, and since log Z is convex, it is at most the mean of theirs:
 *
 * <pre>    log Z(s) ≤ 1/K Σ_k log Z_k,     with the gradient p(f) = 1/K_f Σ_{k ∋ f} p_k(f)</pre>
 *
 * <p>A junction tree is all that with K = 1, and there the bound is log Z itself.
 */
public final class FactorGraph {
  private final CliqueTree tree;
  private final int variables;
  private final int[][] scopes;
  private final int[] starts;
  private final int[] stateStarts;
  private final int[] times; // K_f
  private final int[] placed; // a factor, for each place that one has in the tree
  private final int[] homes; // by place: the clique
  private final int[][] projections; // by place
  private final double bytes;

  private FactorGraph(
      final CliqueTree tree,
      final int variables,
      final int[][] scopes,
      final int[] placed,
      final int[] homes,
      final GraphRoom room) {
    double entries = 0;
    for (final int home : homes) {
      entries += tree.clique(home).size();
    }
    room.require("with a table for each factor, its cliques have", tree.configurations(), entries);
    this.bytes = GraphRoom.bytes(0, entries + 10.0 * tree.configurations());
    this.tree = tree;
    this.variables = variables;
    this.scopes = scopes;
    this.placed = placed;
    this.homes = homes;
    this.projections = new int[placed.length][];
    this.times = new int[scopes.length];
    this.starts = new int[scopes.length + 1];
    this.stateStarts = new int[variables + 1];
    for (int v = 0; v < variables; v++) {
      stateStarts[v + 1] = Math.addExact(stateStarts[v], tree.cardinality(v));
    }
    for (int place = 0; place < placed.length; place++) {
      final int[] scope = scopes[placed[place]].clone();
      final Clique home = tree.clique(homes[place]);
      final int first = home.variables()[0] / variables * variables; // the copy of variable 0
      Arrays.setAll(scope, k -> first + scope[k]);
      projections[place] = home.projection(scope);
      times[placed[place]]++;
    }
    for (int f = 0; f < scopes.length; f++) {
      int size = 1;
      for (final int v : scopes[f]) {
        size *= tree.cardinality(v); // no more than a clique has
      }
      starts[f + 1] = Math.addExact(starts[f], size);
    }
  }

  /**
   * Finds a junction tree by min-fill elimination. A tree of pairwise factors has width 1, a chain
   * of order k width k; variables without a factor stand alone.
   *
   * @param cardinalities number of labels of each variable, at least 1
   * @param scopes the distinct variables of each factor, at least one each
   * @param maxWidth largest tree-width allowed: variables of a clique less one
   * @throws IllegalArgumentException where the elimination meets a larger width, which it names, or
   *     there is no room for the tables
   */
  public static FactorGraph of(
      final int[] cardinalities, final int[][] scopes, final int maxWidth, final GraphRoom room) {
    final CliqueTree tree = Elimination.run(cardinalities, scopes, maxWidth, room);
    final int[] each = IntStream.range(0, scopes.length).toArray();
    return new FactorGraph(tree, cardinalities.length, scopes, each, tree.homes(scopes), room);
  }

  /**
   * Covers the graph by forests, whatever its width. A graph without loops is one forest.
   *
   * @param cardinalities number of labels of each variable, at least 1
   * @param scopes the distinct variables of each factor, at least one each
   * @throws IllegalArgumentException where there is no room for the tables of all forests
   */
  public static FactorGraph cover(
      final int[] cardinalities, final int[][] scopes, final GraphRoom room) {
    final WidestScopes widest = new WidestScopes(cardinalities.length, scopes);
    final int[][] forests = SpanningForests.of(cardinalities, widest, room);
    return cover(cardinalities, scopes, widest, forests, room);
  }

  /**
   * A junction tree where {@link #of} finds one, else a {@link #cover}.
   *
   * @throws IllegalArgumentException where there is no room for the tables of all forests
   */
  public static FactorGraph fit(
      final int[] cardinalities, final int[][] scopes, final int maxWidth, final GraphRoom room) {
    try {
      return of(cardinalities, scopes, maxWidth, room);
    } catch (final IllegalArgumentException tooWide) {
      return cover(cardinalities, scopes, room);
    }
  }

  /**
   * @param forests the scopes of each, which have no loop; together they have all
   */
  static FactorGraph cover(
      final int[] cardinalities,
      final int[][] scopes,
      final WidestScopes widest,
      final int[][] forests,
      final GraphRoom room) {
    final int n = cardinalities.length;
    final ForestUnion union = new ForestUnion(n, widest, forests);
    final CliqueTree tree = union.tree(cardinalities, forests.length);
    final IntStream.Builder placed = IntStream.builder();
    final IntStream.Builder homes = IntStream.builder();
    for (int f = 0; f < scopes.length; f++) {
      if (widest.of(f) < 0) {
        for (int copy = scopes[f][0]; copy < tree.variables(); copy += n) {
          placed.add(f);
          homes.add(tree.home(copy));
        }
      }
    }
    for (int c = 0; c < tree.size(); c++) {
      if (union.scopeOf(c) >= 0) {
        for (final int f : widest.factors(union.scopeOf(c))) {
          placed.add(f);
          homes.add(c);
        }
      }
    }
    return new FactorGraph(
        tree, n, scopes, placed.build().toArray(), homes.build().toArray(), room);
  }

  /** The tree; the k-th forest's copy of variable v is its variable k·n + v. */
  public CliqueTree tree() {
    return tree;
  }

  /** n, the number of variables. */
  public int variables() {
    return variables;
  }

  /** K, the number of forests. */
  public int forests() {
    return tree.variables() / variables;
  }

  /** What its tables take, about. */
  double bytes() {
    return bytes;
  }

  /** Whether several forests cover it, so that inference bounds what it would give. */
  public boolean isCover() {
    return forests() > 1;
  }

  /** 1/K: what log Z of the tree, and all its derivatives, count in those of the bound. */
  public double share() {
    return 1.0 / forests();
  }

  /** How many numbers say how a cover splits the scores among its forests; 0 where it is none. */
  public int splitSize() {
    return isCover() ? forests() * stateStarts[variables] : 0;
  }

  /** Where a variable's states begin among those of all; for their number, where these end. */
  public int stateStart(final int variable) {
    return stateStarts[variable];
  }

  /** The variables of a factor; only to be read. */
  int[] scope(final int factor) {
    return scopes[factor];
  }

  /** Number of factors. */
  public int factors() {
    return scopes.length;
  }

  /** Where a factor's table begins among those of all. */
  public int start(final int factor) {
    return starts[factor];
  }

  /** Configurations of all factors. */
  public int configurations() {
    return starts[scopes.length];
  }

  /** Where among the tables of all factors that of one has some labels, a label a variable. */
  public int configuration(final int factor, final int[] labels) {
    int w = 0;
    for (final int v : scopes[factor]) {
      w = w * tree.cardinality(v) + labels[v];
    }
    return starts[factor] + w;
  }

  /** Log-potentials of the cliques, a table over the tree, from the tables of all factors. */
  public void logPotentials(final double[] factors, final double[] out) {
    Arrays.fill(out, 0, tree.configurations(), 0);
    for (int place = 0; place < homes.length; place++) {
      final int f = placed[place];
      final int from = starts[f];
      final int to = tree.start(homes[place]);
      final double scale = (double) forests() / times[f];
      final int[] projection = projections[place];
      for (int w = 0; w < projection.length; w++) {
        out[to + w] += scale * factors[from + projection[w]];
      }
    }
  }

  /**
   * The transpose of {@link #logPotentials}, over K: what is additive over configurations, such as
   * marginals, for each factor, the mean of the forests that have it.
   */
  public void collapse(final double[] cliques, final double[] out) {
    Arrays.fill(out, 0, configurations(), 0);
    for (int place = 0; place < homes.length; place++) {
      final int f = placed[place];
      final int from = tree.start(homes[place]);
      final int to = starts[f];
      final double share = 1.0 / times[f];
      final int[] projection = projections[place];
      for (int w = 0; w < projection.length; w++) {
        out[to + projection[w]] += share * cliques[from + w];
      }
    }
  }
}
