package org.majorant.ops.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WaitingLineTest {
  @Test
  void say_twiceASecond_isALineAtOnceAndThenEveryMinute() {
    final StringWriter err = new StringWriter();
    final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 7); // it may pass the end of a long
    final WaitingLine line = new WaitingLine(new PrintWriter(err), clock::get);

    for (int i = 0; i < 300; i++) {
      line.say("waits, attempt " + i);
      clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
    }

    assertThat(err.toString().lines())
        .containsExactly(
            "majorant: waits, attempt 0",
            "majorant: waits, attempt 120",
            "majorant: waits, attempt 240");
  }
}
