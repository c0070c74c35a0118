package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.read.LineageCheck;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;

/**
 * A broker, and a learner in a small heap that ends where it needs more, as it does in the image.
 * Its model is called {@value #MODEL}.
 */
final class Overload implements AutoCloseable {
  static final String MODEL = "load";
  static final int PARTITIONS = 4;

  /** Megabytes, of a learner. */
  static final int HEAP = 256;

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Lines that a log may have, however much comes in. */
  private static final long LOG_LINES = 20;

  private final Path dir;
  private final Path spec;
  private final String[] options;
  private final BrokerProcess broker;
  private final ModelSubscriber subscriber;
  private LearnerProcess learner;
  private LearnerView view;

  /**
   * Starts both, the learner with {@value #HEAP} MB, and waits until it is ready.
   *
   * @param spec what the model is besides its name, in YAML
   * @param options of the learner
   */
  Overload(final Path dir, final String spec, final String... options) throws Exception {
    this(HEAP, dir, spec, options);
  }

  /** The same with so many megabytes for the learner. */
  Overload(final int heap, final Path dir, final String spec, final String... options)
      throws Exception {
    this.dir = dir;
    this.options = options;
    this.spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: %s, publish: {interval: 200ms}, %s}".formatted(MODEL, spec));
    broker = BrokerProcess.start(dir.resolve("broker"));
    try (Admin admin = Admin.create(client())) {
      TopicPlan.create(admin, PARTITIONS);
    }
    subscriber = ModelSubscriber.start(client(), MODEL);
    startLearner(heap);
  }

  /**
   * Starts the learner, in the place of one that runs, and waits until it is ready.
   *
   * @param heap megabytes
   */
  void startLearner(final int heap) throws Exception {
    if (learner != null) {
      learner.close();
    }
    learner =
        new LearnerProcess(
            List.of("-XX:+UseSerialGC", "-Xmx" + heap + "m", "-XX:+ExitOnOutOfMemoryError"),
            dir,
            spec,
            broker.bootstrapServers(),
            "1",
            options);
    view = new LearnerView(learner);
    await(view::isReady);
  }

  /** The broker's address. */
  String brokers() {
    return broker.bootstrapServers();
  }

  /** How to reach the broker. */
  Map<String, Object> client() {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  LearnerView view() {
    return view;
  }

  LearnerProcess learner() {
    return learner;
  }

  /** Records on the input topic. */
  long produced() throws Exception {
    try (Admin admin = Admin.create(client())) {
      return admin
          .listOffsets(
              IntStream.range(0, PARTITIONS)
                  .mapToObj(partition -> new TopicPartition(Topics.EXAMPLES, partition))
                  .collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest())))
          .all()
          .get()
          .values()
          .stream()
          .mapToLong(end -> end.offset())
          .sum();
    }
  }

  /** Waits for a version that covers so many records. */
  ModelHead awaitRecords(final long records) throws Exception {
    await(() -> covered() >= records);
    return newest();
  }

  /** Records that the newest version covers. */
  long covered() {
    return subscriber.current().map(version -> version.head().getTally().getRecords()).orElse(0L);
  }

  /** The newest version. */
  ModelHead newest() {
    return subscriber.current().orElseThrow().head();
  }

  /** Nothing that the newest version covers is missing, and nothing of it counts twice. */
  ModelHead requireExact() throws Exception {
    final ModelHead head = newest();
    try (KafkaGapLog log = new KafkaGapLog(client(), "verification")) {
      final LineageCheck check = LineageCheck.of(head, log);
      assertThat(check.isVerified()).as("%s of %s", check, head.getLineage()).isTrue();
    }
    assertThat(head.getTally().getLost()).isZero();
    assertThat(view.metric("majorant_summaries_refused_total")).isZero();
    assertThat(learner.log().lines().count()).as(learner.log()).isLessThan(LOG_LINES);
    return head;
  }

  /** Waits until the learner has ended. */
  void awaitEnd() throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (learner.isAlive()) {
      assertThat(System.nanoTime()).as("the wait for its end: %s", learner.log()).isLessThan(end);
      Thread.sleep(100);
    }
  }

  /** Waits, while the learner lives. */
  void await(final Callable<Boolean> condition) throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(learner.isAlive()).as(learner.log()).isTrue();
      assertThat(System.nanoTime()).as("the wait for it: %s", learner.log()).isLessThan(end);
      Thread.sleep(100);
    }
  }

  @Override
  public void close() {
    subscriber.close();
    learner.close();
    broker.close();
  }
}
