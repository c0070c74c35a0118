package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SentMetersTest {
  private final SimpleMeterRegistry served = new SimpleMeterRegistry();
  private OtlpReceiver receiver;

  @BeforeEach
  void start() throws IOException {
    receiver = new OtlpReceiver();
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  @Test
  void meters_areServedAndSent() throws Exception {
    count(3);
    final ResourceMetrics sent = receiver.next().getResourceMetrics(0);
    assertThat(sent.getResource().getAttributesList())
        .extracting(attribute -> attribute.getKey() + "=" + attribute.getValue().getStringValue())
        .contains("service.name=majorant", "service.instance.id=adult/7");
    final Metric metric = sent.getScopeMetrics(0).getMetrics(0);
    assertThat(metric.getName()).isEqualTo("majorant.examples");
    assertThat(metric.getSum().getDataPoints(0).getAsDouble()).isEqualTo(3);
    assertThat(served.get("majorant.examples").counter().count()).isEqualTo(3);
  }

  /** A learner that is closed does not fail for who does not answer. */
  @Test
  void receiver_thatIsAway_failsNothing() {
    receiver.close();
    count(1);
    assertThat(served.get("majorant.examples").counter().count()).isEqualTo(1);
  }

  @Test
  void meters_thatAreNotSent_areServed() {
    try (SentMeters meters = SentMeters.to(Optional.empty(), served, "adult", "7")) {
      assertThat(meters.registry()).isSameAs(served);
    }
  }

  private void count(final int examples) {
    try (SentMeters meters = SentMeters.to(Optional.of(receiver.url()), served, "adult", "7")) {
      meters.registry().counter("majorant.examples", "model", "adult").increment(examples);
    }
  }
}
