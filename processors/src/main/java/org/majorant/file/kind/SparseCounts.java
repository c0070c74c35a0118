package org.majorant.file.kind;

/**
 * Tells counts from measurements. Counts, as of words in texts, are many to a row, and most of a
 * row's are of features that most rows do not have. A measurement, as an age, is in nearly every
 * row. Ones say nothing of either, because a category is a one, too. So, over the non-zero values x
 * of a feature that n_f of n rows have:
 *
 * <pre>
 *   counts:   Σ_f n_f ≥ 5 n   and   |{x ≠ 1 : n_f &lt; n/2}| &gt; |{x ≠ 1}| / 2
 * </pre>
 *
 * <p>A row of length one has lost its size, which says little of a text and much of a row with few
 * values; hence the five. Negative values are no counts, for whoever asks.
 */
public final class SparseCounts {
  /** In a table of fewer columns each means something by itself, and is a measurement. */
  public static final int LEAST_COLUMNS = 100;

  private static final int LEAST_IN_A_ROW = 5;

  private final long rows;
  private long all;
  private long others;
  private long othersOfRare;

  /**
   * @param rows that were looked at
   */
  public SparseCounts(final long rows) {
    this.rows = rows;
  }

  /**
   * Takes one more feature into account.
   *
   * @param present rows that have it
   * @param other those of them whose value is not 1
   */
  public void add(final long present, final long other) {
    all += present;
    others += other;
    othersOfRare += 2 * present < rows ? other : 0;
  }

  /** Whether the features are counts. */
  public boolean hold() {
    return all >= LEAST_IN_A_ROW * rows && 2 * othersOfRare > others;
  }
}
