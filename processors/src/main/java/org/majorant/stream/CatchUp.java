package org.majorant.stream;

/**
 * How long workers that are behind may read their logs again in one tick of their task. Where
 * others of the task are not behind, those wait meanwhile, so that it is not long.
 */
final class CatchUp {
  /** Half a tick: what is behind gets at most as much time as what is not. */
  private static final long MOST_NANOS = 50_000_000;

  private long begin = System.nanoTime();
  private boolean bounded;

  /**
   * A tick begins.
   *
   * @param bounded whether others wait
   */
  void begin(final boolean bounded) {
    this.bounded = bounded;
    begin = System.nanoTime();
  }

  /** Whether the time of this tick is over. */
  boolean isOver() {
    return bounded && System.nanoTime() - begin > MOST_NANOS;
  }
}
