package org.majorant.decay;

import org.majorant.schema.ModelSpec;

/**
 * The clock of a memory: at which time its (A, b) count in full, and what an example of another
 * time counts beside them (MATHS.md 9).
 *
 * <pre>
 *   reference R   (A, b) are in units of this time
 *   newest    N   the newest time seen: what is shipped is in units of it
 *   weight    w = ρ(t, N)/ρ(R, N), what an example of time t adds to (A, b)
 *   prior         1/ρ(R, N), what the prior counts beside them: it is what it is at time N
 * </pre>
 *
 * <p>All times only move forward, and so all that is known is only ever scaled down: a base that is
 * older than the reference is decayed to the reference, never the reference back to the base. That
 * keeps every number finite, however long a partition was idle, and whatever the clocks of
 * producers do. The one exception is a clock on a grid, which may scale a base up by the width of a
 * cell.
 *
 * <p>Where the weight enters exactly, R moves only when w has grown far. Where a memory holds an
 * inverse in which the prior has weight one, R moves as soon as w has grown by 2 %, and then to a
 * point of a fixed grid: a memory that starts again in mid-stream has the same R as one that ran
 * through, so that both learn the same.
 */
public final class Clock {
  private static final double FAR = Math.exp(30);
  private static final double CELL = 1.02;

  /** Beside the newest, the least that an example counts; far less would underflow. */
  private static final double LEAST = 0x1p-30;

  /**
   * For short half-lives: a cell of 2 % would be an example long, and each cell takes an inverse.
   */
  private static final double WIDE_CELL = 1.5;

  private final Decay decay;
  private final double cell; // growth of the weight in a cell of the grid; 0: there is none
  private double reference;
  private double newest;
  private double weight = 1;
  private double priorWeight = 1;

  private Clock(final Decay decay, final double cell) {
    this.decay = decay;
    this.cell = cell;
  }

  /** For a memory that weighs its prior by {@link #weight} exactly. */
  public static Clock exact(final ModelSpec spec) {
    return new Clock(Decay.of(spec), 0);
  }

  /** For a memory whose prior has weight one. */
  public static Clock onGrid(final ModelSpec spec) {
    return new Clock(Decay.of(spec), CELL);
  }

  /** The same on a wide grid: beside (A, b) the prior may count by a third less than it should. */
  public static Clock onWideGrid(final Decay decay) {
    return new Clock(decay, WIDE_CELL);
  }

  /**
   * Moves to the time of the next example.
   *
   * @return what (A, b) are to be multiplied by before it is learned, in [0, 1]
   */
  public double advance(final double time) {
    if (!decay.active()) {
      return 1;
    }
    newest = Math.max(newest, time);
    final double limit = cell > 0 ? cell : FAR;
    final double factor = decay.factor(reference, newest) * limit < 1 ? move() : 1;
    priorWeight = 1 / toNewest();
    weight = Math.max(LEAST, decay.factor(time, newest)) * priorWeight;
    return factor;
  }

  /**
   * Moves on until something of that time can be added.
   *
   * @return what (A, b) are to be multiplied by before, in [0, 1]
   */
  public double admit(final double time) {
    if (!decay.active()) {
      return 1;
    }
    newest = Math.max(newest, time);
    final double factor = move();
    priorWeight = 1 / toNewest();
    weight = priorWeight;
    return factor;
  }

  /** What numbers in units of that time are multiplied by when they are added to (A, b). */
  public double factor(final double time) {
    return decay.factor(time, reference);
  }

  /** What the prior, which never fades, counts beside (A, b); at least 1. */
  public double priorWeight() {
    return priorWeight;
  }

  /** What the example of the time last advanced to adds, in units of the reference. */
  public double weight() {
    return weight;
  }

  /** The newest time seen. */
  public double newest() {
    return newest;
  }

  /** What takes numbers from units of the reference to those of the newest time, in (0, 1]. */
  public double toNewest() {
    return decay.factor(reference, newest);
  }

  /** Takes the newest time, or its point on the grid, as the reference; time never goes back. */
  private double move() {
    final double to = cell > 0 ? decay.cell(newest, cell) : newest;
    if (!(to > reference)) {
      return 1;
    }
    final double factor = decay.factor(reference, to);
    reference = to;
    return factor;
  }
}
