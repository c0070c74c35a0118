package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.store.StoreException;
import org.majorant.stream.CannotLearn;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/**
 * Nothing is left of a learner that has been closed, or whose start has failed: no client of Kafka,
 * no thread, no meter, and no lock on its state directory.
 */
@Timeout(120)
@Tag("long")
class LearnerPartsIT {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: parts, labels: [a, b], features: {dimension: 8}}");

  @TempDir private static Path dir;
  private static BrokerProcess broker;

  private final MeterRegistry meters = new SimpleMeterRegistry();
  private Set<String> before;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    try (Admin admin = Admin.create(client())) {
      TopicPlan.create(admin, 1);
    }
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void look() throws Exception {
    before = alive();
  }

  /** The meters are made first, measured parts later, and Kafka Streams runs last. */
  @ParameterizedTest
  @ValueSource(strings = {"majorant.examples", "majorant.ready", "majorant.base.number"})
  void start_thatFailsAtAMeter_leavesNothing(final String failing) throws Exception {
    meters
        .config()
        .onMeterAdded(
            meter -> {
              if (meter.getId().getName().equals(failing)) {
                throw new IllegalStateException("no more meters");
              }
            });

    assertThatThrownBy(() -> start(client())).hasMessage("no more meters");

    assertNothingIsLeft();
  }

  @Test
  void start_thatFailsAtTheFeed_leavesNothing() throws Exception {
    final Map<String, Object> nowhere = client();
    nowhere.put("bootstrap.servers", "127.0.0.1:1");
    nowhere.put("default.api.timeout.ms", 500);
    nowhere.put("request.timeout.ms", 400);

    assertThatThrownBy(() -> start(nowhere)).isInstanceOf(StoreException.class);

    assertNothingIsLeft();
  }

  @Test
  void start_thatFailsAtTheConfiguration_leavesNothing() throws Exception {
    final Map<String, Object> wrong = client();
    wrong.put("num.standby.replicas", "many");

    assertThatThrownBy(() -> start(wrong)).isInstanceOf(ConfigException.class);

    assertNothingIsLeft();
  }

  @Test
  void start_thatFailsAtTheStateDirectory_leavesNothing() throws Exception {
    try (LearnerApplication learner = start(client(), new SimpleMeterRegistry())) {
      while (!learner.isRunning()) {
        Thread.sleep(50);
      }
      before = alive();
      assertThatThrownBy(() -> start(client())).isInstanceOf(CannotLearn.class);
      assertNothingIsLeft();
    }
  }

  /** A gauge of the same name was once kept, with the learner that had made it. */
  @Test
  void close_leavesNothing_andTheNextLearnerIsTheOneThatIsSeen() throws Exception {
    LearnerApplication first = start(client());
    awaitReady(1);
    final WeakReference<LearnerApplication> closed = new WeakReference<>(first);
    first.close();
    first = null;
    assertNothingIsLeft();
    assertUnreachable(closed);

    try (LearnerApplication second = start(client())) {
      awaitReady(1);
      assertThat(second.isRunning()).isTrue();
    }
    assertNothingIsLeft();
  }

  private LearnerApplication start(final Map<String, Object> client) {
    return start(client, meters);
  }

  private static LearnerApplication start(
      final Map<String, Object> client, final MeterRegistry meters) {
    return LearnerApplication.start(
        client, SPEC, InstanceOptions.of(dir.resolve("state"), "parts-1"), meters);
  }

  private static Map<String, Object> client() {
    return new HashMap<>(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  private void awaitReady(final double ready) throws InterruptedException {
    final Gauge gauge = meters.get("majorant.ready").gauge();
    while (gauge.value() != ready) {
      Thread.sleep(50);
    }
  }

  private void assertNothingIsLeft() throws Exception {
    assertThat(meters.getMeters()).extracting(Meter::getId).isEmpty();
    final Set<String> left = new TreeSet<>();
    for (int look = 0; look < 100; look++) {
      left.clear();
      left.addAll(alive());
      left.removeAll(before);
      if (left.isEmpty()) {
        return;
      }
      Thread.sleep(50); // a thread may take a moment to end
    }
    assertThat(left).isEmpty();
  }

  /** The clients of Kafka that are open in this process, and its threads. */
  private static Set<String> alive() throws Exception {
    final Set<String> alive =
        Thread.getAllStackTraces().keySet().stream()
            .map(thread -> thread.getName() + " " + thread.getId())
            .filter(name -> name.matches("(majorant|kafka|parts|micrometer|.*StreamThread).*"))
            .collect(Collectors.toCollection(TreeSet::new));
    ManagementFactory.getPlatformMBeanServer()
        .queryNames(new ObjectName("kafka.*:type=app-info,*"), null)
        .forEach(name -> alive.add(name.toString()));
    return alive;
  }

  private static void assertUnreachable(final WeakReference<?> reference) throws Exception {
    for (int look = 0; look < 100 && reference.get() != null; look++) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(reference.get()).as("a learner that was closed").isNull();
  }
}
