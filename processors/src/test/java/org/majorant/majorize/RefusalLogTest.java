package org.majorant.majorize;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.stream.LogRecorder;

class RefusalLogTest {
  private final LogRecorder recorder = new LogRecorder(RefusalLog.class);
  private final RefusalLog log = new RefusalLog("m");

  @AfterEach
  void close() {
    recorder.close();
  }

  @Test
  void sameReason_isSaidOnceAMinute_withHowManyBetween() {
    log.report(Refusal.GAP, "first", 1000);
    log.report(Refusal.GAP, "second", 1000);
    log.report(Refusal.GAP, "third", 60_999);
    assertThat(recorder.messages()).containsExactly("m: refused: first");

    log.report(Refusal.GAP, "fourth", 61_000);
    log.report(Refusal.GAP, "fifth", 121_000);
    assertThat(recorder.messages())
        .containsExactly(
            "m: refused: first", "m: refused: fourth (and 2 before it)", "m: refused: fifth");
  }

  @Test
  void eachReason_isSaidForItself() {
    log.report(Refusal.GAP, "a gap", 0);
    log.report(Refusal.STATE, "nonsense", 0);
    assertThat(recorder.messages()).containsExactly("m: refused: a gap", "m: refused: nonsense");
  }
}
