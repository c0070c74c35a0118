package org.majorant.ops.http;

import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.util.Collection;
import java.util.Map;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends traces over HTTP. Where the receiver does not take them it says so in one line, once, and
 * once more when it does again, as {@link OtlpSender} does of metrics.
 */
final class TraceExporter implements SpanExporter {
  private static final Logger LOG = LoggerFactory.getLogger(TraceExporter.class);

  /** The SDK's own log, which would say each time what is said here once. */
  private static final java.util.logging.Logger ITS_LOG =
      java.util.logging.Logger.getLogger("io.opentelemetry");

  private final URI url;
  private final SpanExporter http;
  private boolean refused;

  TraceExporter(final URI url, final Map<String, String> headers) {
    ITS_LOG.setLevel(Level.OFF);
    this.url = url;
    http =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(url.toString())
            .setHeaders(() -> headers)
            .setRetryPolicy(null)
            .build();
  }

  @Override
  public CompletableResultCode export(final Collection<SpanData> spans) {
    final CompletableResultCode result = http.export(spans);
    result.whenComplete(() -> tell(result));
    return result;
  }

  private synchronized void tell(final CompletableResultCode result) {
    if (result.isSuccess() && refused) {
      LOG.warn("traces are sent to {} again", url);
    } else if (!result.isSuccess() && !refused) {
      LOG.warn("traces are not sent to {}: {}", url, reason(result.getFailureThrowable()));
    }
    refused = !result.isSuccess();
  }

  /** The innermost reason that has words. */
  private static String reason(final Throwable failure) {
    String reason = "the receiver does not take them";
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      reason =
          cause.getMessage() == null
              ? reason
              : cause.getMessage().lines().findFirst().orElse(reason);
    }
    return reason;
  }

  @Override
  public CompletableResultCode flush() {
    return http.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return http.shutdown();
  }
}
