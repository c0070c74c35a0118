package org.majorant.research.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Majorant;

@Tag("long")
class BenchDriftCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** The streams are drawn, and so the same each time. */
  @Test
  void drift_ofDrawnStreams_isToldWhereTheyChangeAndNowhereElse() throws Exception {
    assertThat(drift("--examples", "20000")).as("%s", err).isZero();
    final JsonNode streams = new ObjectMapper().readTree(out.toString()).get("streams");
    assertThat(streams).hasSize(16);
    int changes = 0;
    for (final JsonNode stream : streams) {
      final JsonNode alarms = stream.get("alarms");
      changes += stream.get("changes").intValue();
      assertThat(alarms.get("told")).as("%s", stream).isEqualTo(stream.get("changes"));
      assertThat(alarms.get("wrong").intValue()).as("%s", stream).isZero();
      assertThat(alarms.path("delay").longValue()).as("%s", stream).isLessThanOrEqualTo(5_000);
    }
    assertThat(changes).isEqualTo(14);
  }

  @Test
  void drift_ofNoExamples_isRefused() {
    assertThat(drift("--examples", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--examples must be 1 or more");
  }

  private int drift(final String... more) {
    final String[] line = {"bench", "drift", "--without-peers", "--rounds", "1", "--json"};
    final String[] all = Arrays.copyOf(line, line.length + more.length);
    System.arraycopy(more, 0, all, line.length, more.length);
    return Majorant.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }
}
