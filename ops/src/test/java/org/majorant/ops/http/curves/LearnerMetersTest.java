package org.majorant.ops.http.curves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.stream.LearningMetrics;

class LearnerMetersTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final LearnerMeters meters = new LearnerMeters(registry, "m");

  @Test
  void row_learnerNotThereYet_knowsNothing() {
    assertThat(meters.row(0)[column("rejected")]).isNaN();
    assertThat(meters.row(1000)[column("examplesPerSecond")]).isZero();
    assertThat(meters.row(2000)[column("logLoss")]).isNaN();
  }

  /** A meter that was renamed would leave its curve empty. */
  @Test
  void row_eachMeterOfALearner_isFound() {
    new LearningMetrics(registry, spec("m"));
    new LearningMetrics(registry, spec("other"));
    registry.gauge("majorant.lag.records", Tags.of("model", "m"), 7);
    add("majorant.scored", 1);
    meters.row(0);
    add("majorant.scored", 1);
    add("majorant.served.scored", 1);
    assertThat(meters.row(1000)).doesNotContain(Double.NaN);
  }

  @Test
  void means_areOverTheLastSeconds() {
    new LearningMetrics(registry, spec("m"));
    meters.row(0);
    for (int second = 1; second <= 30; second++) {
      add("majorant.examples", 100);
      add("majorant.scored", 50);
      add("majorant.log.loss.nats", second <= 15 ? 50 : 25);
      add("majorant.correct", 40);
      final double[] row = meters.row(1000 * second);
      assertThat(row[column("time")]).isEqualTo(1000 * second);
      assertThat(row[column("examplesPerSecond")]).isCloseTo(100, within(1e-9));
      assertThat(row[column("accuracy")]).isEqualTo(0.8);
      final int recent = Math.max(0, Math.min(second - 15, LearnerMeters.WINDOW));
      final double share = recent / (double) Math.min(second, LearnerMeters.WINDOW);
      assertThat(row[column("logLoss")]).isCloseTo(1 - share / 2, within(1e-12));
    }
    for (int second = 31; second <= 40; second++) {
      meters.row(1000 * second);
    }
    assertThat(meters.row(41_000)[column("logLoss")]).isNaN();
  }

  private static ModelSpec spec(final String model) {
    return SpecFile.read("{model: %s, labels: [a, b]}".formatted(model));
  }

  private void add(final String counter, final double amount) {
    registry.find(counter).tag("model", "m").counter().increment(amount);
  }

  private static int column(final String name) {
    return List.of(LearnerMeters.COLUMNS).indexOf(name);
  }
}
