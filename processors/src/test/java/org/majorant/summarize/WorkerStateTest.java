package org.majorant.summarize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WorkerStateTest {
  @ParameterizedTest
  @CsvSource({
    "NEW, WAITING_FOR_MOMENTS",
    "NEW, BEHIND",
    "WAITING_FOR_MOMENTS, HOLDING",
    "WAITING_FOR_MOMENTS, BEHIND",
    "LEARNING, HOLDING",
    "HOLDING, LEARNING",
    "HOLDING, BEHIND",
    "BEHIND, WAITING_FOR_MOMENTS",
    "BEHIND, LEARNING"
  })
  void move_thatAWorkerMakes_leadsThere(final WorkerState from, final WorkerState to) {
    assertThat(from.to(to)).isEqualTo(to);
  }

  @ParameterizedTest
  @CsvSource({"LEARNING, NEW", "NEW, HOLDING", "HOLDING, WAITING_FOR_MOMENTS"})
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

  /** One that is behind may not have seen enough for them yet. */
  @ParameterizedTest
  @EnumSource(names = {"LEARNING", "HOLDING"})
  void moments_areAgreedOnOnce(final WorkerState learns) {
    assertThatThrownBy(() -> learns.to(WorkerState.WAITING_FOR_MOMENTS))
        .isInstanceOf(IllegalStateException.class);
  }
}
