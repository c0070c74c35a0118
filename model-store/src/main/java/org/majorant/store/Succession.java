package org.majorant.store;

/**
 * The numbers of a model's snapshots as they stand on the log, and which of them is the newest.
 * Immutable.
 *
 * <p>The newest is the one with the greatest number, since a writer counts upwards; an older one
 * that is read later, again for instance, does not come back. But a number is only what a head says
 * of itself. One that is forged, 2⁵⁰ for instance, would hide all that the writer writes after it.
 * So where two follow one another with numbers in succession, below the newest but later on the
 * log, the writer goes on there. Compaction leaves the order of the log as it is, and at least the
 * last two snapshots.
 *
 * @param newest the least of all longs where there is none
 * @param last the number that was read last, whether it is the newest or not
 * @param known the greatest number of which the reader knows that it was written: what jumps beyond
 *     the next one counts only where the one after it follows
 */
public record Succession(long newest, long last, long known) {
  /** Of a reader that knows nothing before it reads: it believes each greater number. */
  public static final Succession NONE = after(Long.MAX_VALUE - 1);

  /** Of a reader that knows of one number, or of those up to it, that they were written. */
  public static Succession after(final long known) {
    return new Succession(Long.MIN_VALUE, Long.MIN_VALUE, known);
  }

  /** The numbers with one more, the next on the log. */
  public Succession with(final long next) {
    final boolean goesOn = next == last + 1;
    final boolean greatest = next >= newest && next <= Math.max(newest, known) + 1;
    return new Succession(goesOn || greatest ? next : newest, next, known);
  }
}
