package org.majorant.clique;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The scopes of a graph's factors that are within no other, and which factors go with each: those
 * of the same variables, and those of some of them. Factors of one variable go with none.
 */
final class WidestScopes {
  private final int[][] factors; // their scopes
  private final int[] widestOf; // by factor; −1 of a single variable
  private final List<int[]> widest = new ArrayList<>();
  private final List<List<Integer>> members = new ArrayList<>(); // factors, by widest scope
  private final List<List<Integer>> holders = new ArrayList<>(); // widest scopes, by variable

  WidestScopes(final int variables, final int[][] factors) {
    this.factors = factors;
    widestOf = new int[factors.length];
    Arrays.fill(widestOf, -1);
    for (int v = 0; v < variables; v++) {
      holders.add(new ArrayList<>());
    }
    final int most = Arrays.stream(factors).mapToInt(scope -> scope.length).max().orElse(0);
    for (int length = most; length > 1; length--) {
      addAll(length);
    }
  }

  /** Number of scopes. */
  int size() {
    return widest.size();
  }

  /** The variables of a scope. */
  int[] scope(final int index) {
    return widest.get(index);
  }

  /** The scope that a factor goes with; −1 where it has one variable. */
  int of(final int factor) {
    return widestOf[factor];
  }

  /** The factors that go with a scope. */
  List<Integer> factors(final int index) {
    return members.get(index);
  }

  /** Takes the factors of so many variables: only the wider scopes before them can hold them. */
  private void addAll(final int length) {
    final Map<List<Integer>, Integer> alike = new HashMap<>();
    final int wider = widest.size();
    for (int f = 0; f < factors.length; f++) {
      if (factors[f].length == length) {
        final int[] scope = factors[f];
        final List<Integer> variables = Arrays.stream(scope).sorted().boxed().toList();
        widestOf[f] = alike.computeIfAbsent(variables, any -> holder(scope));
        members.get(widestOf[f]).add(f);
      }
    }
    for (int r = wider; r < widest.size(); r++) {
      for (final int v : widest.get(r)) {
        holders.get(v).add(r);
      }
    }
  }

  /** A wider scope that has these variables, or else these, as one more. */
  private int holder(final int[] scope) {
    List<Integer> rarest = holders.get(scope[0]);
    for (final int v : scope) {
      rarest = holders.get(v).size() < rarest.size() ? holders.get(v) : rarest;
    }
    for (final int r : rarest) {
      if (isWithin(scope, widest.get(r))) {
        return r;
      }
    }
    widest.add(scope);
    members.add(new ArrayList<>());
    return widest.size() - 1;
  }

  private static boolean isWithin(final int[] scope, final int[] wide) {
    return Arrays.stream(scope).allMatch(v -> Arrays.stream(wide).anyMatch(w -> w == v));
  }
}
