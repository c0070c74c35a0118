package org.majorant.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A version is said to be committed only once that is sure, and each one only once. */
class VersionTraceTest {
  private static final long NOW = 10_000_000;
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final RecordedTraces traces = new RecordedTraces();
  private final VersionTrace trace = new VersionTrace(traces);

  @BeforeEach
  void begin() {
    traces.begin();
  }

  @Test
  void version_isCommitted_atTheSecondTickAfterIt() {
    publish(1);
    trace.tick(NOW + 100);
    assertThat(traces.versions().get(0).ends).isEmpty();
    trace.tick(NOW + 200);
    trace.tick(NOW + 300);
    assertThat(traces.versions().get(0).ends).containsExactly("committed");
  }

  @Test
  void version_thatTheStoreOfTheNextMajorizerDoesNotKnow_wasAborted() {
    publish(1);
    trace.restored(0, NOW);
    publish(1);
    trace.restored(1, NOW);
    publish(2);
    assertThat(traces.versions())
        .extracting(version -> version.ends.toString())
        .containsExactly("[aborted]", "[committed]", "[]");
  }

  @Test
  void version_knowsTheSummariesSinceTheLastOne_andTheirExamples() {
    final ExampleTrace examples = trace.ofExamples();
    examples.delivered(7, parent(PARENT));
    examples.delivered(8, parent("not one of W3C's"));
    examples.delivered(9, parent(PARENT.replace('b', 'c')));
    examples.learned(NOW - 500);
    examples.learned(NOW - 700);
    trace.received(examples.shipped(3, 5, 9, NOW), NOW, NOW + 20);
    trace.turned(new VersionSteps.Turn(NOW + 40, NOW + 50, 12, 1.5));
    final Headers headers = publish(1);
    assertThat(headers.lastHeader("traceparent").value())
        .isEqualTo(traces.versions().get(0).parent().getBytes(UTF_8));
    final VersionSteps steps = traces.versions().get(0).steps;
    assertThat(steps.summaries())
        .containsExactly(
            new SummaryStep("one", 3, 5, 9, NOW - 700, NOW, NOW + 20, List.of(PARENT)));
    assertThat(steps.turns()).hasSize(1);
    assertThat(steps.begin()).isEqualTo(NOW - 700);
    publish(2);
    assertThat(traces.versions().get(1).steps.summaries()).isEmpty();
    assertThat(traces.versions().get(1).steps.turns()).isEmpty();
  }

  @Test
  void steps_areBounded() {
    final ExampleTrace examples = trace.ofExamples();
    for (int i = 0; i < 1000; i++) {
      examples.delivered(i, parent(PARENT));
      trace.turned(new VersionSteps.Turn(NOW, NOW, i, 1));
    }
    final Headers summary = examples.shipped(0, 0, 1000, NOW);
    for (int i = 0; i < 100; i++) {
      trace.received(summary, NOW, NOW);
    }
    publish(1);
    final VersionSteps steps = traces.versions().get(0).steps;
    assertThat(steps.summaries()).hasSize(64);
    assertThat(steps.summaries().get(0).parents()).hasSize(8);
    assertThat(steps.untold()).isEqualTo(36);
    assertThat(steps.turns()).hasSize(64);
    assertThat(steps.turns().get(63).base()).isEqualTo(999);
  }

  @Test
  void oldExamples_doNotMakeALongTrace() {
    final ExampleTrace examples = trace.ofExamples();
    examples.learned(5);
    trace.received(examples.shipped(0, 0, 1, NOW), NOW, NOW);
    publish(1);
    final VersionSteps steps = traces.versions().get(0).steps;
    assertThat(steps.summaries().get(0).oldest()).isEqualTo(5);
    assertThat(steps.begin()).isEqualTo(NOW - 3_600_000);
  }

  @Test
  void header_thatSomebodyElseWrote_isPassedOver() {
    for (final String text : new String[] {"", "\n\n\n\n", "w\n1\n2\n3", "w\n1\nx\n3\n4"}) {
      final Headers headers = new RecordHeaders().add(SummaryStep.HEADER, text.getBytes(UTF_8));
      trace.received(headers, NOW, NOW);
    }
    trace.received(new RecordHeaders().add(SummaryStep.HEADER, null), NOW, NOW);
    publish(1);
    assertThat(traces.versions().get(0).steps.summaries()).isEmpty();
  }

  @Test
  void nothingIsCollected_whereTracesAreOff() {
    final VersionTrace off = new VersionTrace(Traces.NONE);
    final ExampleTrace examples = off.ofExamples();
    examples.delivered(7, parent(PARENT));
    assertThat(examples.shipped(0, 0, 9, NOW)).isEmpty();
    off.received(new RecordHeaders(), NOW, NOW);
    off.turned(new VersionSteps.Turn(NOW, NOW, 1, 1));
    assertThat(off.published(version(1))).isEmpty();
    off.tick(NOW);
    off.restored(1, NOW);
  }

  private Headers publish(final long number) {
    return trace.published(version(number));
  }

  private static VersionSteps.Publication version(final long number) {
    return new VersionSteps.Publication(NOW, "m", number, "majorant-models", 4, .5, .6, 2, 100);
  }

  private static Headers parent(final String value) {
    return new RecordHeaders().add("traceparent", value.getBytes(UTF_8));
  }
}
