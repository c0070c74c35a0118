package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** What operators see of a learner, again and again while it has too much to do. */
final class Looks {
  private static final int COUNT = 12;

  /** What a few versions, and records that have just come, may make of a difference. */
  private static final double MEGABYTES = 24;

  private final Overload overload;
  private final List<Look> looks = new ArrayList<>();

  Looks(final Overload overload) {
    this.overload = overload;
  }

  /**
   * @param live megabytes of its heap that are in use
   * @param lag records that it says are not read yet
   * @param held records that it says it holds back
   */
  private record Look(double live, double lag, double held) {}

  /** Looks at it for so long; every page answers each time. */
  void take(final long seconds) throws Exception {
    for (int i = 0; i < COUNT; i++) {
      Thread.sleep(1000 * seconds / COUNT);
      final LearnerView view = overload.view();
      view.requireAnswers();
      looks.add(
          new Look(
              view.liveMegabytes(),
              view.metric("majorant_lag_records"),
              view.metric("majorant_held_examples")));
    }
    System.out.printf(
        "%,d of %,d records covered, %s; slowest page %d ms%n",
        overload.covered(),
        overload.produced(),
        looks.get(COUNT - 1),
        overload.view().slowest().toMillis());
  }

  /** It holds no more than this of each partition, and one that has just come. */
  void requireHeldAtMost(final int most) {
    assertThat(looks).allMatch(look -> look.held <= Overload.PARTITIONS * (most + 1));
  }

  /** The same, where it has to hold something back. */
  void requireHeld(final int most) {
    requireHeldAtMost(most);
    assertThat(looks).anyMatch(look -> look.held > 0);
  }

  /** Its heap has in the second half what it has had in the first. */
  void requireNoGrowth() {
    final double before =
        looks.subList(0, COUNT / 2).stream().mapToDouble(Look::live).max().orElseThrow();
    assertThat(looks).allMatch(look -> look.live < before + MEGABYTES);
  }

  /** It says that it falls behind. */
  void requireGrowingLag() {
    assertThat(looks.get(COUNT - 1).lag).as("lag of %s", looks).isGreaterThan(2 * looks.get(0).lag);
  }
}
