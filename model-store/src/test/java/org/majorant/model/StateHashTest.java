package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class StateHashTest {
  private final StateHash hash = new StateHash(12);

  @Test
  void hash_is_that_of_the_rows_whatever_their_order_and_what_was_there_before() {
    add(1, 0.5);
    add(2, -3);
    final long both = hash.value();
    hash.start(0);
    add(2, -3);
    add(1, 0.25);
    assertThat(hash.value()).isNotEqualTo(both);
    row(1, 0.25);
    hash.remove();
    add(1, 0.5);
    assertThat(hash.value()).isEqualTo(both);
    row(2, -3);
    hash.remove();
    row(1, 0.5);
    hash.remove();
    assertThat(hash.value()).isZero();
  }

  @Test
  void hash_goes_on_from_one_that_is_known() {
    final Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      final long known = random.nextLong();
      hash.start(known);
      assertThat(hash.value()).isEqualTo(known);
      add(i, random.nextDouble());
      hash.remove();
      assertThat(hash.value()).isEqualTo(known);
    }
  }

  private void add(final int index, final double value) {
    row(index, value);
    hash.add();
  }

  private void row(final int index, final double value) {
    hash.row().putInt(index).putDouble(value);
  }
}
