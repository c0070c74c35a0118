package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.registry.otlp.CompressionMode;
import io.micrometer.registry.otlp.OtlpMetricsSender.Request;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OtlpSenderTest {
  private final Logger log = (Logger) LoggerFactory.getLogger(OtlpSender.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final OtlpSender sender = new OtlpSender();

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
  void refusals_areSaidOnceInOneLine_untilThereIsNone() throws Exception {
    final URI url;
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      url = receiver.url();
      send(url);
      assertThat(receiver.next()).isNotNull();
      assertThat(lines.list).isEmpty();
      final URI wrong = url.resolve("/nothing");
      send(wrong);
      send(wrong);
      assertThat(lines.list)
          .singleElement()
          .satisfies(
              line -> {
                assertThat(line.getThrowableProxy()).isNull();
                assertThat(line.getFormattedMessage())
                    .startsWith("metrics are not sent to " + wrong + ": ")
                    .contains("404");
              });
      send(url);
      assertThat(receiver.next()).isNotNull();
    }
    send(url);
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .hasSize(3)
        .element(1)
        .isEqualTo("metrics are sent to " + url + " again");
    assertThat(lines.list.get(2).getFormattedMessage()).contains("Connection refused");
  }

  private void send(final URI url) {
    sender.send(
        Request.builder(new byte[0])
            .address(url.toString())
            .compressionMode(CompressionMode.NONE)
            .build());
  }
}
