package org.majorant.stream.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.majorant.join.JoinFull;

class JoinMemoryTest {
  private static final long MB = 1 << 20;

  private final JoinMemory memory = new JoinMemory(3 * MB);

  /** One join that needs too much must not end those that need little. */
  @Test
  void taskThatHasMoreThanItsShare_ends_andNoOther() {
    memory.opened();
    memory.opened();
    memory.uses(MB, MB, MB);
    memory.uses(2 * MB, 2 * MB, 2 * MB);
    memory.uses(1, 1, MB + 1); // of the small one
    assertThatThrownBy(() -> memory.uses(1, 1, 2 * MB + 1))
        .isInstanceOf(JoinFull.class)
        .hasMessageContaining("more than the 3 MB of --join-memory");
    memory.uses(-2 * MB - 1, -2 * MB - 1, 0);
    memory.closed();
    memory.uses(MB, MB, 2 * MB + 1);
  }

  /** The small one ends where it has come to more than its share, so that memory has a bound. */
  @Test
  void taskThatGrows_whileAnotherHasAll_endsAtItsShare() {
    memory.opened();
    memory.opened();
    memory.uses(3 * MB, 3 * MB, 3 * MB);
    memory.uses(MB, MB, MB);
    assertThatThrownBy(() -> memory.uses(MB, MB, 2 * MB)).isInstanceOf(JoinFull.class);
  }

  @Test
  void bytesThatCanBeSpilled_endNothing() {
    memory.opened();
    assertThat(memory.isFull()).isFalse();
    memory.uses(4 * MB, 0, 0);
    assertThat(memory.isFull()).isTrue();
  }
}
