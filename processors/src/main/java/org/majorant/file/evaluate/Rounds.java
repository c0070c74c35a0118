package org.majorant.file.evaluate;

import org.majorant.merge.MergePolicy;

/**
 * How a distributed run is simulated: workers that each learn their part of the stream, ship what
 * they learned once a round, and get the merged base some rounds later.
 *
 * @param workers W; example i goes to worker i mod W
 * @param sync S, the most examples that a worker learns in a round
 * @param delay rounds by which a base comes later than the next round
 * @param hold examples that all workers together can hold back, while S a worker come in each
 *     round; beyond, they learn on. {@link Long#MAX_VALUE}: all data is there, and waits
 * @param asyncSeed of random speeds and delays; null: all in step
 * @param policy of the merge; null: the one of the spec's curvature
 */
public record Rounds(
    int workers, int sync, int delay, long hold, Long asyncSeed, MergePolicy policy) {
  /** One worker that nobody waits for. */
  public static final Rounds ALONE =
      new Rounds(1, Integer.MAX_VALUE, 0, Long.MAX_VALUE, null, null);

  boolean bounded() {
    return hold < Long.MAX_VALUE;
  }
}
