package org.majorant.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeldRecordsTest {
  private final HeldRecords held = new HeldRecords(new HoldLimits(3, 10, Duration.ZERO));

  @Test
  void records_comeOutInOrder() {
    final byte[] value = {1, 2};
    held.add(record(7, 70, value), 1);
    held.add(record(9, 60, null), 1);

    assertThat(held.examples()).isEqualTo(2);
    assertThat(held.firstOffset()).isEqualTo(7);
    assertThat(held.take()).isEqualTo(record(7, 70, value));
    assertThat(held.firstOffset()).isEqualTo(9);
    assertThat(held.take()).isEqualTo(record(9, 60, null));
    assertThat(held.isEmpty()).isTrue();
  }

  @Test
  void oneRecordTooMany_isOverfull_untilItIsTaken() {
    for (int offset = 0; offset < 3; offset++) {
      held.add(record(offset, 0, null), 1);
      assertThat(held.isOverfull()).isFalse();
    }
    held.add(record(3, 0, null), 1);
    assertThat(held.isOverfull()).isTrue();
    held.take();
    assertThat(held.isOverfull()).isFalse();
  }

  @Test
  void oneByteTooMany_isOverfull_untilItIsTaken() {
    held.add(record(0, 0, new byte[1]), 1);
    held.add(record(1, 0, new byte[9]), 1);
    assertThat(held.isOverfull()).isFalse();
    held.add(record(2, 0, new byte[1]), 1);
    assertThat(held.isOverfull()).isTrue();
    held.take();
    assertThat(held.isOverfull()).isFalse();
  }

  @Test
  void packedRecord_countsAsItsExamples_untilItIsTaken() {
    held.add(record(0, 0, null), 3);
    assertThat(held.isOverfull()).isFalse();
    held.add(record(1, 0, null), 2);
    assertThat(held.examples()).isEqualTo(5);
    assertThat(held.isOverfull()).isTrue();
    assertThat(held.firstExamples()).isEqualTo(3);
    held.take();
    assertThat(held.examples()).isEqualTo(2);
    assertThat(held.isOverfull()).isFalse();
    held.clear();
    assertThat(held.examples()).isZero();
  }

  /** Examples need no key, so that a long one could once fill the heap unnoticed. */
  @Test
  void keys_countAsValuesDo() {
    held.add(new InputRecord(0, 0, new byte[8], new byte[2]), 1);
    assertThat(held.isOverfull()).isFalse();
    held.add(new InputRecord(1, 0, new byte[1], null), 1);
    assertThat(held.isOverfull()).isTrue();
    held.take();
    assertThat(held.isOverfull()).isFalse();
  }

  private static InputRecord record(final long offset, final long timestamp, final byte[] value) {
    return new InputRecord(offset, timestamp, null, value);
  }
}
