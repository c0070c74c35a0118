package org.majorant.summarize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WorkerStateTest {
  @ParameterizedTest
  @CsvSource({
    "NEW, WAITING_FOR_MOMENTS",
    "WAITING_FOR_MOMENTS, HOLDING",
    "WAITING_FOR_MOMENTS, BEHIND",
    "LEARNING, HOLDING",
    "HOLDING, LEARNING",
    "HOLDING, BEHIND",
    "BEHIND, LEARNING"
  })
  void move_thatAWorkerMakes_leadsThere(final WorkerState from, final WorkerState to) {
    assertThat(from.to(to)).isEqualTo(to);
  }

  @ParameterizedTest
  @CsvSource({"LEARNING, NEW", "NEW, BEHIND", "HOLDING, WAITING_FOR_MOMENTS"})
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

  @Test
  void moments_areAgreedOnOnce() {
    for (final WorkerState state : WorkerState.values()) {
      if (state != WorkerState.NEW && state != WorkerState.WAITING_FOR_MOMENTS) {
        assertThatThrownBy(() -> state.to(WorkerState.WAITING_FOR_MOMENTS))
            .isInstanceOf(IllegalStateException.class);
      }
    }
  }
}
