package org.majorant.ops.http;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A learner's meters, also sent by OpenTelemetry's protocol (OTLP) to a receiver, each minute and
 * at the end. A thread of its own sends them, so that a receiver that is away or slow holds nothing
 * up; the log says that it is.
 *
 * @param registry where the learner's meters go
 * @param sender null: they are not sent
 */
public record SentMeters(MeterRegistry registry, OtlpMeterRegistry sender)
    implements AutoCloseable {
  /**
   * Begins to send where there is a receiver.
   *
   * @param served where the same meters are, too
   */
  public static SentMeters to(
      final Optional<URI> receiver,
      final MeterRegistry served,
      final String model,
      final String instance) {
    if (receiver.isEmpty()) {
      return new SentMeters(served, null);
    }
    final OtlpMeterRegistry sender =
        OtlpMeterRegistry.builder(new Receiver(receiver.get(), model, instance))
            .metricsSender(new OtlpSender())
            .build();
    final MeterRegistry both = new CompositeMeterRegistry(Clock.SYSTEM, List.of(served, sender));
    return new SentMeters(both, sender);
  }

  /** What the standard variables of the environment say stands before our names. */
  record Receiver(URI uri, String model, String instance) implements OtlpConfig {
    @Override
    public String url() {
      return uri.toString();
    }

    @Override
    public Map<String, String> resourceAttributes() {
      final Map<String, String> attributes = new HashMap<>(OtlpConfig.super.resourceAttributes());
      attributes.putIfAbsent("service.name", "majorant");
      attributes.putIfAbsent("service.instance.id", model + "/" + instance);
      return attributes;
    }

    @Override
    public String get(final String key) {
      return null;
    }
  }

  @Override
  public void close() {
    if (sender != null) {
      sender.close();
    }
  }
}
