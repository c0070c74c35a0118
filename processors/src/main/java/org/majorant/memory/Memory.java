package org.majorant.memory;

import java.util.List;

/**
 * A worker's surrogate (A, b): the last base and the worker's own sites on top. All times and
 * weights are in the sense of {@link Decay}; a memory keeps (A, b) in units of a reference time and
 * takes care of those units itself.
 */
public sealed interface Memory permits PointMemory, RowMemory {
  /** Moves to the time of the next example. */
  void advance(double time);

  /**
   * Takes out the sum of all sites since the last call, in units of the time of the last example;
   * what was learned stays learned.
   *
   * @param pull whether the site is to say where it pulls, for the κ-merge
   */
  Site ship(boolean pull);

  /** An upper estimate of the bytes that {@link #ship} would give now. */
  long shipBytes();

  /**
   * Starts from a new base, with the worker's own sites that it does not contain. What was learned
   * since the last {@link #ship} is kept on top. From one {@link PagedState} to another that costs
   * what differs, and what was learned between.
   */
  void adopt(Surrogate.State base, List<Site> own);

  /**
   * The same where these sites are all that was ever learned, and this worker learned them: it goes
   * on as if it had never stopped.
   */
  default void resume(final Surrogate.State base, final List<Site> own) {
    adopt(base, own);
  }

  /**
   * It goes on by itself, though there are newer bases: the state that it began on need not be kept
   * for the next one, which is adopted whole.
   */
  default void leaveBase() {}
}
