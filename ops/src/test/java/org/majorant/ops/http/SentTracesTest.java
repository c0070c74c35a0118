package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.net.URI;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.majorant.trace.SummaryStep;
import org.majorant.trace.Traces;
import org.majorant.trace.VersionSteps;
import org.slf4j.LoggerFactory;

class SentTracesTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-%016x-01";

  private final Logger log = (Logger) LoggerFactory.getLogger(TraceExporter.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    log.addAppender(lines);
  }

  @AfterEach
  void leave() {
    log.detachAppender(lines);
  }

  @Test
  void version_isOneTraceOfItsSteps() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      final String parent;
      try (SentTraces traces = SentTraces.to(Optional.of(receiver.url()), "m", "1")) {
        assertThat(traces.areOn()).isTrue();
        final Traces.Open open = traces.begin(version());
        parent = open.parent();
        open.committed(NOW + 900);
      }
      final List<Span> spans = receiver.spans();
      assertThat(spans)
          .extracting(Span::getName)
          .containsExactlyInAnyOrder(
              "version 7", "summarize partition 3", "deliver", "majorize base 41", "publish");
      final Span whole = named(spans, "version 7");
      assertThat(parent).matches("00-%s-%s-0[13]".formatted(hex(whole, true), hex(whole, false)));
      assertThat(spans).allMatch(span -> span.getTraceId().equals(whole.getTraceId()));
      assertThat(spans)
          .allMatch(span -> span.getStatus().getCode() != StatusCode.STATUS_CODE_ERROR);
      assertThat(whole.getParentSpanId().isEmpty()).isTrue();
      assertThat(whole.getStartTimeUnixNano()).isEqualTo((NOW - 500) * 1_000_000);
      assertThat(whole.getEndTimeUnixNano()).isEqualTo((NOW + 900) * 1_000_000);
      assertThat(whole.getLinksCount()).isEqualTo(8);
      for (final String name : List.of("summarize partition 3", "majorize base 41", "publish")) {
        assertThat(named(spans, name).getParentSpanId()).isEqualTo(whole.getSpanId());
      }
      assertThat(named(spans, "deliver").getParentSpanId())
          .isEqualTo(named(spans, "summarize partition 3").getSpanId());
      assertThat(numbers(named(spans, "majorize base 41")))
          .contains("majorant.bound=0.75", "majorant.objective=0.5", "majorant.kappa=1.5");
      assertThat(lines.list).isEmpty();
    }
  }

  @Test
  void version_thatWasAborted_isAnError() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      try (SentTraces traces = SentTraces.to(Optional.of(receiver.url()), "m", "1")) {
        traces.begin(version()).aborted(NOW + 900);
      }
      for (final String name : List.of("version 7", "publish")) {
        assertThat(named(receiver.spans(), name).getStatus().getCode())
            .isEqualTo(StatusCode.STATUS_CODE_ERROR);
      }
    }
  }

  @Test
  void version_thatWasWrittenWhenTheLearnerEnded_isToldWithoutItsEnd() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      try (SentTraces traces = SentTraces.to(Optional.of(receiver.url()), "m", "1")) {
        traces.begin(version());
      }
      assertThat(named(receiver.spans(), "publish").getAttributesList())
          .anyMatch(attribute -> attribute.getKey().equals("majorant.commit"));
      assertThat(named(receiver.spans(), "version 7").getStatus().getCode())
          .isEqualTo(StatusCode.STATUS_CODE_UNSET);
    }
  }

  @Test
  void refusal_isSaidInOneLine() throws Exception {
    final URI url;
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      url = receiver.url();
    }
    try (SentTraces traces = SentTraces.to(Optional.of(url), "m", "1")) {
      for (int i = 0; i < 500; i++) { // several batches
        traces.begin(version()).committed(NOW);
      }
    }
    assertThat(lines.list)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.getThrowableProxy()).isNull();
              assertThat(line.getFormattedMessage())
                  .startsWith("traces are not sent to " + SentTraces.besides(url).orElseThrow())
                  .doesNotContain("\n");
            });
  }

  @Test
  void tracesGoBesideMetrics_orNowhere() {
    assertThat(SentTraces.besides(URI.create("http://h:4318/v1/metrics")))
        .contains(URI.create("http://h:4318/v1/traces"));
    assertThat(SentTraces.besides(URI.create("https://h/otlp/v1/metrics?key=a")))
        .contains(URI.create("https://h/otlp/v1/traces?key=a"));
    assertThat(SentTraces.besides(URI.create("http://h:4318/metrics"))).isEmpty();
    assertThat(SentTraces.to(Optional.empty(), "m", "1").areOn()).isFalse();
  }

  private static VersionSteps version() {
    final List<String> parents = IntStream.range(1, 13).mapToObj(PARENT::formatted).toList();
    return new VersionSteps(
        List.of(new SummaryStep("1", 3, 5, 9, NOW - 500, NOW, NOW + 20, parents)),
        0,
        List.of(new VersionSteps.Turn(NOW + 40, NOW + 50, 41, 1.5)),
        new VersionSteps.Publication(NOW + 60, "m", 7, "majorant-models", 4, .5, .75, 2, 100));
  }

  private static Span named(final List<Span> spans, final String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).findFirst().orElseThrow();
  }

  private static String hex(final Span span, final boolean trace) {
    return HexFormat.of().formatHex((trace ? span.getTraceId() : span.getSpanId()).toByteArray());
  }

  private static List<String> numbers(final Span span) {
    return span.getAttributesList().stream()
        .map(attribute -> attribute.getKey() + "=" + attribute.getValue().getDoubleValue())
        .toList();
  }
}
