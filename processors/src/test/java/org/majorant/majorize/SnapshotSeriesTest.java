package org.majorant.majorize;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.majorant.majorize.SnapshotSeries.Written;

class SnapshotSeriesTest {
  private static final long WHOLE = 36_000_000;

  private final SnapshotSeries series = new SnapshotSeries(3);
  private long number;
  private long written;
  private long paid;

  @Test
  void what_is_written_stays_within_the_budget_and_no_snapshot_holds_up_the_next() {
    final Random random = new Random(1);
    assertThat(next(WHOLE)).as("the first is paid at once").isEqualTo(WHOLE);
    for (int i = 0; i < 10_000; i++) {
      final long delta = random.nextLong(i < 5000 ? 2_000_000 : 20_000);
      assertThat(next(delta)).isLessThanOrEqualTo(2 * delta + WHOLE / 1000);
      assertThat(written).isLessThanOrEqualTo(paid + WHOLE);
    }
    assertThat(series.snapshots())
        .as("at 100 times as much, or 1,000 deltas")
        .isBetween(100L, 300L);
    assertThat(written).isGreaterThan(paid * 9 / 10);
  }

  @Test
  void what_mostly_changes_is_written_and_paid_whole() {
    next(WHOLE);
    for (int i = 0; i < 3; i++) {
      assertThat(next(WHOLE * 2 / 3)).isEqualTo(WHOLE);
    }
    assertThat(series.snapshots()).isEqualTo(7);
  }

  @Test
  void begun_anew_pays_at_once() {
    next(WHOLE);
    assertThat(next(100)).isLessThan(WHOLE / 100);
    series.begin();
    assertThat(next(100)).isEqualTo(WHOLE);
    assertThat(next(100)).isLessThan(WHOLE / 100);
  }

  /** However little they refer to, they are read by who starts, each with its head. */
  @Test
  void references_andTheirHeads_areTogetherNoLongerThanTheSnapshot_ifThatCanBePaid() {
    next(WHOLE);
    int references = 0;
    while (series.admitsReference(24, WHOLE, true)) {
      assertThat(series.reference(24).cost()).isZero();
      references++;
    }
    assertThat(references).isBetween((int) (WHOLE / 1200), (int) (WHOLE / 1000));
    assertThat(series.admitsReference(24, WHOLE, false)).isTrue();
    assertThat(series.snapshot(++number, WHOLE, 24).cost()).isBetween(WHOLE * 99 / 100, WHOLE);
  }

  @Test
  void goingOn_hasReferencesOnly_untilASnapshotCanBePaid() {
    series.goOn(7, WHOLE);
    assertThat(series.admitsReference(24, WHOLE, false)).isTrue();
    assertThat(series.reference(24)).isEqualTo(new Written(7, 2, 0));
    assertThat(series.admitsReference(24, WHOLE, true)).isFalse();
    assertThat(series.admits(24)).isFalse();
    assertThat(series.snapshot(9, WHOLE, 24)).isEqualTo(new Written(0, 3, WHOLE));
    assertThat(series.admits(24)).isTrue();
  }

  /** What it costs. */
  private long next(final long delta) {
    number++;
    final boolean fits = series.admits(delta);
    final Written next = fits ? series.delta(delta) : series.snapshot(number, WHOLE, delta);
    written += fits ? delta : WHOLE;
    paid += next.cost();
    return next.cost();
  }
}
