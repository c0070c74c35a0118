package org.majorant.train;

import java.util.Arrays;
import org.majorant.model.SparseChoice;

/**
 * Choices in memory, in the index space of a model: a sparse row an alternative, one after another.
 * Each choice has a target, a row that its distribution is to agree with in the mean: the chosen
 * alternative. Moments have a target that is no alternative.
 */
public final class ChoiceSet {
  final int features;
  int size;
  int[] firsts = new int[1024]; // alternatives of choice i are rows firsts[i] .. lasts[i] − 1
  int[] lasts = new int[1024];
  int[] targets = new int[1024];
  double[] weights = new double[1024];
  int rows;
  int[] starts = new int[4096]; // row r is [starts[r], starts[r + 1])
  double[] logPriors = new double[4096]; // log h of row r
  int[] indices = new int[1 << 16];
  double[] values = new double[1 << 16];
  private boolean even = true;

  /**
   * @param features size of the index space
   */
  public ChoiceSet(final int features) {
    this.features = features;
  }

  /** Adds a copy of a choice; one that was not observed teaches nothing and is left out. */
  public void add(final SparseChoice x) {
    if (!x.isLabeled()) {
      return;
    }
    final int first = rows;
    for (int a = 0; a < x.length; a++) {
      addRow(x.indices, x.values, x.starts[a], x.starts[a + 1]);
      logPriors[rows - 1] = x.logPrior == null ? 0 : x.logPrior[a];
    }
    even &= x.logPrior == null;
    addChoice(first, rows, first + x.chosen, x.weight);
  }

  /**
   * One distribution over outcomes whose features are to be 0 in the mean.
   *
   * @param outcomes n×d, row-major
   * @param logPrior log h, n; −∞ for an outcome that is impossible
   */
  static ChoiceSet centred(final double[] outcomes, final int d, final double[] logPrior) {
    final ChoiceSet set = new ChoiceSet(d);
    final int[] all = new int[d];
    Arrays.setAll(all, i -> i);
    for (int y = 0; y < logPrior.length; y++) {
      set.addRow(all, Arrays.copyOfRange(outcomes, y * d, (y + 1) * d), 0, d);
      set.logPriors[y] = logPrior[y];
    }
    set.addRow(all, new double[0], 0, 0);
    set.even = false;
    set.addChoice(0, logPrior.length, logPrior.length, 1);
    return set;
  }

  private void addRow(final int[] at, final double[] x, final int from, final int to) {
    final int start = starts[rows];
    final int end = start + to - from;
    if (rows + 2 > starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
      logPriors = Arrays.copyOf(logPriors, starts.length);
    }
    if (end > indices.length) {
      indices = Arrays.copyOf(indices, Math.max(end, 2 * indices.length));
      values = Arrays.copyOf(values, indices.length);
    }
    System.arraycopy(at, from, indices, start, to - from);
    System.arraycopy(x, from, values, start, to - from);
    starts[++rows] = end;
  }

  private void addChoice(final int first, final int last, final int target, final double weight) {
    if (size == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * size);
      lasts = Arrays.copyOf(lasts, 2 * size);
      targets = Arrays.copyOf(targets, 2 * size);
      weights = Arrays.copyOf(weights, 2 * size);
    }
    firsts[size] = first;
    lasts[size] = last;
    targets[size] = target;
    weights[size++] = weight;
  }

  /** Number of choices. */
  public int size() {
    return size;
  }

  /** Sum of the choices' weights. */
  public double weight() {
    return Arrays.stream(weights, 0, size).sum();
  }

  /**
   * Least weight of a choice that has any, among those between two or more; 0 where there is none,
   * and where a prior may have decided what weights did not.
   */
  double leastWeight() {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      if (weights[i] > 0 && lasts[i] - firsts[i] > 1) {
        least = Math.min(least, weights[i]);
      }
    }
    return even && least < Double.POSITIVE_INFINITY ? least : 0;
  }
}
