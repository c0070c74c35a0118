package org.majorant.stream.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.majorant.join.Entries;
import org.majorant.join.JoinCounts;
import org.majorant.join.JoinRules;
import org.majorant.join.Joiner;
import org.majorant.join.Origin;

class WaitingTest {
  /** Other threads ask: they once moved the cursor by which the task's own was reading. */
  @Test
  void whoAsks_seesWhatTheTaskHasSaid_andDoesNotLookIntoItsJoin() {
    final Entries entries = new Entries(Path.of("target"));
    final Joiner joiner =
        new Joiner(
            new JoinRules(1000, "no", false),
            entries,
            entries::put,
            joined -> {},
            new JoinCounts());
    final Waiting waiting = new Waiting();
    final TaskId task = new TaskId(0, 0);
    waiting.seen(task, joiner);
    joiner.event(new Origin(0, 0, 1), "k".getBytes(UTF_8), new byte[1]);
    assertThat(waiting.pending()).isZero();
    assertThat(waiting.oldestSeconds()).isZero();
    waiting.seen(task, joiner);
    assertThat(waiting.pending()).isOne();
    assertThat(waiting.oldestSeconds()).isGreaterThan(1e9);
    waiting.closed(task);
    assertThat(waiting.pending()).isZero();
  }
}
