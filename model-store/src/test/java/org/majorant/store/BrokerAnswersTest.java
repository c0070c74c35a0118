package org.majorant.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

/** A broker is silent when the number of its answers stands still, and at no other time. */
class BrokerAnswersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final AtomicLong nanos = new AtomicLong(-5); // such a clock may be anywhere
  private final BrokerAnswers answers = new BrokerAnswers(PATIENCE, nanos::get);

  /** What a consumer says of answers to it. */
  record Responses(AtomicInteger count) implements Metric {
    @Override
    public MetricName metricName() {
      return new MetricName("response-total", "consumer-metrics", "", Map.of());
    }

    @Override
    public Object metricValue() {
      return (double) count.get();
    }

    Map<MetricName, Metric> asMetrics() {
      return Map.of(metricName(), this);
    }
  }

  @Test
  void silence_begins_after_patience_and_ends_with_an_answer() {
    final AtomicInteger count = listen();
    count.set(7);
    assertThat(answers.age()).isZero();

    pass(10);
    assertThat(answers.age()).isEqualTo(PATIENCE);
    assertThat(answers.silence()).isEmpty();
    pass(1);
    assertThat(answers.age()).isEqualTo(Duration.ofSeconds(11));
    final String said = answers.silence().orElseThrow();
    assertThat(said).matches("no broker has answered since \\d{4}(-\\d\\d){2}T\\d\\d(:\\d\\d){2}Z");
    pass(1);
    assertThat(answers.silence()).contains(said);

    count.incrementAndGet();
    assertThat(answers.silence()).isEmpty();
    assertThat(answers.age()).isZero();
  }

  @Test
  void another_reader_is_no_answer() {
    listen().set(7);
    answers.age();
    pass(6);
    final AtomicInteger count = listen();
    pass(6);
    assertThat(answers.silence()).isPresent();

    count.set(7);
    assertThat(answers.silence()).isEmpty();
  }

  @Test
  void before_the_first_reader_the_time_counts() {
    pass(11);
    assertThat(answers.silence()).isPresent();
  }

  @Test
  void a_consumer_that_does_not_count_is_not_called_silent() {
    answers.listenTo(new MockTopic().reader());
    pass(11);
    assertThat(answers.silence()).isEmpty();
  }

  private AtomicInteger listen() {
    final AtomicInteger count = new AtomicInteger();
    answers.listenTo(MockTopic.reader(new MockTopic().consumer(new Responses(count).asMetrics())));
    return count;
  }

  private void pass(final long seconds) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }
}
