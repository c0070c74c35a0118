package org.majorant.clique;

import java.util.Arrays;

/**
 * A clique of a {@link CliqueTree}: some variables, and a table of their joint configurations.
 *
 * <p>Configurations are numbered in row-major order of the variables, the last one fastest; those
 * of the separator likewise. Of configurations that are grouped by that of the separator, those
 * that agree with u are at u·g .. u·g + g − 1, where g is the group size. Arrays are only to be
 * read.
 *
 * @param variables in the order of the configurations
 * @param cardinalities number of labels of all variables of the tree
 * @param parent its index, larger than this clique's own; −1 at a root
 * @param separator the variables shared with the parent
 * @param size |Y_c|, the number of configurations
 * @param separatorSize number of configurations of the separator; 1 at a root
 * @param members the configurations, grouped by that of the separator
 * @param parentMembers the parent's configurations, grouped likewise; none at a root
 */
public record Clique(
    int[] variables,
    int[] cardinalities,
    int parent,
    int[] separator,
    int size,
    int separatorSize,
    int[] members,
    int[] parentMembers) {
  /**
   * @param parentVariables those of the parent, none at a root
   */
  static Clique of(
      final int[] variables,
      final int[] cardinalities,
      final int parent,
      final int[] parentVariables) {
    final int[] separator = intersection(variables, parentVariables);
    final int states = configurations(separator, cardinalities);
    return new Clique(
        variables,
        cardinalities,
        parent,
        separator,
        configurations(variables, cardinalities),
        states,
        members(project(variables, separator, cardinalities), states),
        members(project(parentVariables, separator, cardinalities), states));
  }

  /** Configurations for each one of the separator: size / separatorSize. */
  public int groupSize() {
    return size / separatorSize;
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
