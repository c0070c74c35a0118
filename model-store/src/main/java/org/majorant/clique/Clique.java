package org.majorant.clique;

import java.util.Arrays;

/**
 * A clique of a {@link CliqueTree}: some variables, and a table of their joint configurations.
 *
 * <p>Configurations are numbered in row-major order of the variables, the last one fastest; those
 * of the separator (the variables shared with the parent; none at a root) likewise. Arrays returned
 * here are the clique's own and are only to be read.
 */
public final class Clique {
  private final int[] variables;
  private final int[] cardinalities;
  private final int parent;
  private final int[] separator;
  private final int size;
  private final int separatorSize;
  private final int[] members;
  private final int[] parentMembers;

  /**
   * @param cardinalities of all variables of the tree
   * @param parent index of the parent, −1 at a root
   * @param parentVariables those of the parent, none at a root
   */
  Clique(
      final int[] variables,
      final int[] cardinalities,
      final int parent,
      final int[] parentVariables) {
    this.variables = variables;
    this.cardinalities = cardinalities;
    this.parent = parent;
    this.separator = intersection(variables, parentVariables);
    this.size = configurations(variables, cardinalities);
    this.separatorSize = configurations(separator, cardinalities);
    this.members = members(project(variables, separator, cardinalities), separatorSize);
    this.parentMembers = members(project(parentVariables, separator, cardinalities), separatorSize);
  }

  /** The variables, in the order of the configurations. */
  public int[] variables() {
    return variables;
  }

  /** The parent's index, larger than this clique's own; −1 at a root. */
  public int parent() {
    return parent;
  }

  /** The variables shared with the parent. */
  public int[] separator() {
    return separator;
  }

  /** |Y_c|, the number of configurations. */
  public int size() {
    return size;
  }

  /** Number of configurations of the separator; 1 at a root. */
  public int separatorSize() {
    return separatorSize;
  }

  /** Configurations for each one of the separator: size / separatorSize. */
  public int groupSize() {
    return size / separatorSize;
  }

  /**
   * The configurations grouped by that of the separator: those that agree with u are at u·g .. u·g
   * + g − 1, where g is the group size.
   */
  public int[] members() {
    return members;
  }

  /** The parent's configurations, grouped likewise by this clique's separator; none at a root. */
  public int[] parentMembers() {
    return parentMembers;
  }

  /** Configurations of the parent for each one of the separator; 0 at a root. */
  public int parentGroupSize() {
    return parentMembers.length / separatorSize;
  }

  /**
   * For each configuration of this clique, that of some of its variables.
   *
   * @param scope variables of this clique, in any order
   * @throws IllegalArgumentException where a variable is not in this clique
   */
  public int[] projection(final int... scope) {
    if (!covers(scope)) {
      throw new IllegalArgumentException("the scope has a variable that the clique lacks");
    }
    return project(variables, scope, cardinalities);
  }

  /** Whether all these variables are in the clique. */
  public boolean covers(final int... scope) {
    for (final int v : scope) {
      if (!contains(variables, v)) {
        return false;
      }
    }
    return true;
  }

  /** The number of joint configurations, refused where no array could hold them. */
  static int configurations(final int[] scope, final int[] cardinalities) {
    long count = 1;
    for (final int v : scope) {
      count *= cardinalities[v];
      if (count > Integer.MAX_VALUE / 2) {
        throw new IllegalArgumentException(
            "a clique of " + scope.length + " variables has too many configurations");
      }
    }
    return (int) count;
  }

  private static int[] project(final int[] from, final int[] scope, final int[] cardinalities) {
    int[] table = {0};
    for (final int v : from) {
      final int stride = stride(v, scope, cardinalities);
      final int labels = cardinalities[v];
      final int[] finer = new int[table.length * labels];
      for (int i = 0; i < finer.length; i++) {
        finer[i] = table[i / labels] + i % labels * stride;
      }
      table = finer;
    }
    return from.length == 0 ? new int[0] : table;
  }

  private static int stride(final int variable, final int[] scope, final int[] cardinalities) {
    int stride = 1;
    for (int k = scope.length - 1; k >= 0; k--) {
      if (scope[k] == variable) {
        return stride;
      }
      stride *= cardinalities[scope[k]];
    }
    return 0;
  }

  private static int[] members(final int[] groups, final int count) {
    final int[] next = new int[count];
    for (int u = 0; u < count; u++) {
      next[u] = u * (groups.length / count);
    }
    final int[] members = new int[groups.length];
    for (int w = 0; w < groups.length; w++) {
      members[next[groups[w]]++] = w;
    }
    return members;
  }

  private static int[] intersection(final int[] a, final int[] b) {
    return Arrays.stream(a).filter(v -> contains(b, v)).toArray();
  }

  private static boolean contains(final int[] variables, final int variable) {
    for (final int v : variables) {
      if (v == variable) {
        return true;
      }
    }
    return false;
  }
}
