package org.majorant.file.spec;

import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Those cells of a column that are numbers as programs write them. */
final class SeenNumbers {
  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,18}");

  private final int mostDistinct;
  private final DoubleSummaryStatistics all = new DoubleSummaryStatistics();
  private final Set<Float> floats = new HashSet<>();
  private final Set<Double> doubles = new HashSet<>();
  private long whole;
  private long fractions;
  private long zeros;
  private long ones;

  /**
   * @param mostDistinct different values that are kept in mind
   */
  SeenNumbers(final int mostDistinct) {
    this.mostDistinct = mostDistinct;
  }

  void add(final String cell, final double value) {
    whole += WHOLE.matcher(cell).matches() ? 1 : 0;
    fractions += value == Math.rint(value) ? 0 : 1;
    zeros += value == 0 ? 1 : 0;
    ones += value == 1 ? 1 : 0;
    all.accept(value);
    if (doubles.size() < mostDistinct && doubles.add(value)) {
      floats.add((float) value);
    }
  }

  DoubleSummaryStatistics all() {
    return all;
  }

  /** Whether none is negative or has a fraction. */
  boolean mayBeCounts() {
    return fractions == 0 && all.getMin() >= 0;
  }

  /** Whether all are written as whole ones. */
  boolean areWhole() {
    return whole == all.getCount();
  }

  /** Whether two are the same to the learner, which has 32 bits for each. */
  boolean areTooFine() {
    return floats.size() < doubles.size();
  }

  /** How many are not zero. */
  long present() {
    return all.getCount() - zeros;
  }

  /** How many are neither zero nor one. */
  long other() {
    return present() - ones;
  }
}
