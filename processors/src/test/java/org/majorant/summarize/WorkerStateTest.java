package org.majorant.summarize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WorkerStateTest {
  @ParameterizedTest
  @CsvSource({
    "NEW, WAITING",
    "NEW, BEHIND",
    "WAITING, HOLDING",
    "WAITING, BEHIND",
    "HOLDING, WAITING",
    "LEARNING, HOLDING",
    "HOLDING, LEARNING",
    "HOLDING, BEHIND",
    "BEHIND, WAITING",
    "BEHIND, LEARNING"
  })
  void move_thatAWorkerMakes_leadsThere(final WorkerState from, final WorkerState to) {
    assertThat(from.to(to)).isEqualTo(to);
  }

  @ParameterizedTest
  @CsvSource({"LEARNING, NEW", "NEW, HOLDING", "LEARNING, WAITING"})
  void move_thatNoWorkerCanMake_isAFault(final WorkerState from, final WorkerState to) {
    assertThatThrownBy(() -> from.to(to))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a worker that is %s cannot be %s", from, to);
  }

  @ParameterizedTest
  @EnumSource
  void state_mayStay(final WorkerState state) {
    assertThat(state.to(state)).isEqualTo(state);
  }
}
