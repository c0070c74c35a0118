package org.majorant.ops.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.majorant.trace.SummaryStep;
import org.majorant.trace.Traces;
import org.majorant.trace.VersionSteps;

/**
 * A learner's traces, sent by OpenTelemetry's protocol (OTLP), one of each version:
 *
 * <pre>
 *   version 7                       oldest example … seen to be committed; links to examples
 *   ├ summarize partition 0         oldest example … shipped
 *   │ └ deliver                     shipped … received by the majorizer
 *   ├ majorize base 41              a turn of the majorizer
 *   └ publish                       written … seen to be committed
 * </pre>
 *
 * <p>A thread of the SDK's own sends them every few seconds. It drops what a receiver does not
 * take: a learner has nothing to do with it.
 */
public final class SentTraces implements Traces, AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final String instance;
  private final SdkTracerProvider provider; // null: traces are not sent
  private final Tracer tracer; // likewise
  private volatile Written last; // null: none

  /**
   * @param exporter null: traces are not sent
   */
  SentTraces(final Resource resource, final String instance, final SpanExporter exporter) {
    this.instance = instance;
    provider =
        exporter == null
            ? null
            : SdkTracerProvider.builder()
                .setResource(resource)
                .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
                .build();
    tracer = provider == null ? null : provider.get("org.majorant");
  }

  /**
   * Begins to send beside the metrics: where these go to {@code …/v1/metrics}, to {@code
   * …/v1/traces}, unless OpenTelemetry's variable {@code OTEL_TRACES_EXPORTER} is {@code none}.
   */
  public static SentTraces to(
      final Optional<URI> receiver, final String model, final String instance) {
    final boolean wanted = !"none".equals(System.getenv("OTEL_TRACES_EXPORTER"));
    final Optional<URI> url = receiver.filter(metrics -> wanted).flatMap(SentTraces::besides);
    if (url.isEmpty()) {
      return new SentTraces(null, instance, null);
    }
    final SentMeters.Receiver config =
        new SentMeters.Receiver(receiver.orElseThrow(), model, instance);
    final AttributesBuilder attributes = Attributes.builder();
    config.resourceAttributes().forEach(attributes::put);
    return new SentTraces(
        Resource.getDefault().merge(Resource.create(attributes.build())),
        instance,
        new TraceExporter(url.get(), config.headers()));
  }

  /** Where traces go, if metrics go there. */
  static Optional<URI> besides(final URI metrics) {
    final String url = metrics.toString();
    final String traces = url.replaceFirst("/v1/metrics(?=/?$|[?])", "/v1/traces");
    return traces.equals(url) ? Optional.empty() : Optional.of(URI.create(traces));
  }

  @Override
  public boolean areOn() {
    return tracer != null;
  }

  @Override
  public String instance() {
    return instance;
  }

  @Override
  public Open begin(final VersionSteps steps) {
    final VersionSteps.Publication version = steps.publication();
    final SpanBuilder builder =
        span("version " + version.version(), Context.root(), steps.begin())
            .setAttribute("majorant.model", version.model())
            .setAttribute("majorant.version", version.version())
            .setAttribute("majorant.examples", version.examples())
            .setAttribute("majorant.summaries", steps.summaries().size() + steps.untold());
    steps.summaries().stream()
        .flatMap(summary -> summary.parents().stream())
        .distinct()
        .limit(SummaryStep.MOST_PARENTS)
        .forEach(parent -> builder.addLink(context(parent)));
    final Span whole = builder.startSpan();
    final Context inside = Context.root().with(whole);
    steps.summaries().forEach(summary -> tell(summary, inside));
    for (int i = 0; i < steps.turns().size(); i++) {
      tell(steps.turns().get(i), i == steps.turns().size() - 1 ? version : null, inside);
    }
    final Span publish =
        span("publish", inside, version.time())
            .setSpanKind(SpanKind.PRODUCER)
            .setAttribute("messaging.system", "kafka")
            .setAttribute("messaging.destination.name", version.topic())
            .setAttribute("majorant.version", version.version())
            .setAttribute("majorant.records", version.records())
            .setAttribute("majorant.bytes", version.bytes())
            .startSpan();
    last = new Written(whole, publish, version.time());
    return last;
  }

  private void tell(final SummaryStep summary, final Context inside) {
    final Span summarize =
        span("summarize partition " + summary.partition(), inside, summary.begin())
            .setAttribute("majorant.worker", summary.worker())
            .setAttribute("majorant.partition", (long) summary.partition())
            .setAttribute("majorant.offsets.from", summary.from())
            .setAttribute("majorant.offsets.to", summary.to())
            .setAttribute("majorant.oldest.example", summary.oldest())
            .startSpan();
    span("deliver", inside.with(summarize), summary.shipped())
        .startSpan()
        .end(Math.max(summary.shipped(), summary.received()), MILLISECONDS);
    summarize.end(summary.shipped(), MILLISECONDS);
  }

  /**
   * @param made the version that the turn has made; null: none
   */
  private void tell(
      final VersionSteps.Turn turn, final VersionSteps.Publication made, final Context inside) {
    final SpanBuilder majorize =
        span("majorize base " + turn.base(), inside, turn.begin())
            .setAttribute("majorant.base", turn.base())
            .setAttribute("majorant.kappa", turn.kappa());
    if (made != null) {
      majorize
          .setAttribute("majorant.objective", made.objective())
          .setAttribute("majorant.bound", made.bound());
    }
    majorize.startSpan().end(turn.end(), MILLISECONDS);
  }

  private SpanBuilder span(final String name, final Context parent, final long begin) {
    return tracer.spanBuilder(name).setParent(parent).setStartTimestamp(begin, MILLISECONDS);
  }

  /** Of a {@code traceparent} that has W3C's form. */
  private static SpanContext context(final String parent) {
    final String[] parts = parent.split("-");
    return SpanContext.createFromRemoteParent(
        parts[1], parts[2], TraceFlags.fromHex(parts[3], 0), TraceState.getDefault());
  }

  /** A version that is written, and may be committed. */
  private record Written(Span whole, Span publish, long begin) implements Open {
    @Override
    public String parent() {
      final SpanContext context = whole.getSpanContext();
      return "00-%s-%s-%s"
          .formatted(context.getTraceId(), context.getSpanId(), context.getTraceFlags().asHex());
    }

    @Override
    public void committed(final long time) {
      end(time);
    }

    @Override
    public void aborted(final long time) {
      publish.setStatus(StatusCode.ERROR, "the transaction was aborted");
      whole.setStatus(StatusCode.ERROR, "the transaction was aborted");
      end(time);
    }

    /** The learner ended before it knew whether the version was committed. */
    private void leave() {
      if (whole.isRecording()) {
        publish.setAttribute("majorant.commit", "unknown: the learner ended");
        end(System.currentTimeMillis());
      }
    }

    private void end(final long time) {
      publish.end(Math.max(begin, time), MILLISECONDS);
      whole.end(Math.max(begin, time), MILLISECONDS);
    }
  }

  /** Sends what is left, if the receiver takes it soon. */
  @Override
  public void close() {
    if (last != null) {
      last.leave();
    }
    if (provider != null) {
      provider.shutdown().join(CLOSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
