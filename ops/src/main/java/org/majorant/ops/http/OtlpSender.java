package org.majorant.ops.http;

import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends metrics over HTTP. Where the receiver does not take them it says so in one line, once, and
 * once more when it does again: a learner has nothing to do with it.
 */
final class OtlpSender implements OtlpMetricsSender {
  private static final Logger LOG = LoggerFactory.getLogger(OtlpSender.class);

  private final OtlpMetricsSender http = new OtlpHttpMetricsSender(new HttpUrlConnectionSender());
  private boolean refused;

  @Override
  public synchronized void send(final Request request) {
    try {
      http.send(request);
      if (refused) {
        LOG.warn("metrics are sent to {} again", request.getAddress());
      }
      refused = false;
    } catch (final Exception e) {
      if (!refused) {
        LOG.warn("metrics are not sent to {}: {}", request.getAddress(), e.getMessage());
      }
      refused = true;
    }
  }
}
