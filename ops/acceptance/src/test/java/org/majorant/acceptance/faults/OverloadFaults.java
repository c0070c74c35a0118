package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.schema.ModelHead;
import org.majorant.store.Topics;

/**
 * A learner gets more than it can take: more examples than it learns, bases that come slower than
 * its workers learn, nothing but garbage, records as large as the topic takes them; and services
 * take its versions slower than they come. What it cannot take has to wait on the topic, and
 * nowhere else. So its heap does not grow, it says how far it is behind, its pages answer, and each
 * offset that a version covers is counted once. Profile {@code nightly} does it for ten minutes.
 */
@Tag("overload")
class OverloadFaults {
  private static final double MINUTES =
      Double.parseDouble(System.getProperty("majorant.minutes", "0.5"));

  private static final String ADULT = "labels: ['-1', '+1'], features: {dimension: 400}";
  private static final String WIDE =
      "labels: [a, b], features: {dimension: %d}, curvature: {memory: diagonal}";
  private static final int WARM_UP = 100_000;

  /** A base for each 65,000 was what it once came to, with a megabyte fetched of a partition. */
  private static final long RECORDS_A_BASE = 40_000;

  @Test
  void tenTimesItsPace_waitsOnTheTopicAlone(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    final List<byte[]> adult = Adult.train();
    try (Overload overload = new Overload(dir, ADULT)) {
      final double pace = pace(overload, adult);
      final long bases = overload.newest().getBase();
      final long before = overload.covered();
      final Looks looks = new Looks(overload);
      try (Flood flood =
          new Flood(overload.client(), 10 * pace, i -> adult.get(i % adult.size()))) {
        looks.take((long) (60 * MINUTES));
        flood.end();
      }
      looks.requireHeldAtMost(8192); // the more it has learned, the less it has to hold back
      looks.requireNoGrowth();
      looks.requireGrowingLag();
      overload.await(() -> isLagTold(overload));
      final ModelHead head = overload.requireExact();
      assertThat((head.getTally().getRecords() - before) / (head.getBase() - bases))
          .as("records a base")
          .isLessThan(RECORDS_A_BASE);
    }
  }

  @Test
  void majorizerSlowerThanItsWorkers_makesThemHoldAndThenLearnOn(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final String[] options = {
      "--value-format",
      "json",
      "--output-bytes",
      "100000",
      "--hold-examples",
      "500",
      "--hold-max",
      "2"
    };
    try (Overload overload = new Overload(dir, WIDE.formatted(50_000), options)) {
      final Looks looks = new Looks(overload);
      try (Flood flood = new Flood(overload.client(), 2000, i -> sparse(i, 50_000))) {
        looks.take(12);
        overload.awaitRecords(flood.end());
      }
      looks.requireHeld(500);
      assertThat(overload.view().metric("majorant_overrun_examples_total")).isPositive();
      final ModelHead head = overload.requireExact();
      assertThat(head.getTally().getExamples()).isEqualTo(overload.produced());
    }
  }

  @Test
  void slowSubscribers_keepNothingButTheNewestVersion(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    final int dimension = 100_000; // 60 versions are twice the heap of a subscriber
    try (Overload overload =
            new Overload(dir, WIDE.formatted(dimension), "--value-format", "json");
        SlowSubscriber slow = new SlowSubscriber(dir, overload.brokers(), Overload.MODEL, 1);
        SlowSubscriber still = new SlowSubscriber(dir, overload.brokers(), Overload.MODEL, 3)) {
      try (Flood flood = new Flood(overload.client(), 500, i -> sparse(i, dimension))) {
        new Looks(overload).take(20);
        overload.awaitRecords(flood.end());
      }
      for (final SlowSubscriber subscriber : List.of(slow, still)) {
        overload.await(() -> subscriber.versions().contains(overload.newest().getVersion()));
        assertThat(subscriber.versions()).isSorted().doesNotHaveDuplicates();
      }
      assertThat((long) still.versions().size()).isLessThan(overload.newest().getVersion());
      overload.requireExact();
    }
  }

  @Test
  void garbageAlone_isCountedAtFullPaceWithoutALineOfLog(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    try (Overload overload = new Overload(dir, ADULT)) {
      final Looks looks = new Looks(overload);
      try (Flood flood = new Flood(overload.client(), 0, i -> new byte[] {1, 2, 3, (byte) i})) {
        looks.take(12);
        flood.end();
      }
      overload.awaitRecords(1);
      looks.requireHeld(8192);
      looks.requireNoGrowth();
      final ModelHead head = overload.requireExact();
      assertThat(head.getTally().getRejected()).isEqualTo(head.getTally().getRecords());
      assertThat(head.getTally().getRecords() / head.getBase()).isLessThan(RECORDS_A_BASE);
    }
  }

  @Test
  void recordsAsLargeAsTheTopicTakesThem_fitIntoTheHeap(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final byte[] example = large(15);
    final byte[] tooLong = large(16);
    try (Overload overload =
            new Overload(
                dir, "labels: [a, b], features: {hash-bits: 10}", "--value-format", "json");
        ExampleProducer producer = new ExampleProducer(overload.client(), Topics.EXAMPLES, 0)) {
      for (int i = 0; i < 400; i++) {
        producer.send(i / 4 % 2 == 0 ? example : tooLong);
      }
      producer.flush();
      overload.awaitRecords(400);
      final ModelHead head = overload.requireExact();
      assertThat(head.getTally().getExamples()).isEqualTo(200);
      assertThat(head.getTally().getRejected()).isEqualTo(200);
    }
  }

  /** 400 KB on the topic, 400 MB unpacked: too much for one learner, and not for the next. */
  @Test
  void batchThatUnpacksToMoreThanTheHeap_isReadInPieces(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    try (Overload overload = new Overload(64, dir, ADULT)) {
      final byte[] zeros = new byte[1_000_001];
      sendPacked(overload.client(), zeros, 400);
      overload.awaitEnd();
      assertThat(overload.learner().log()).contains("java.lang.OutOfMemoryError");
      overload.startLearner(Overload.HEAP);
      overload.awaitRecords(400);
      assertThat(overload.requireExact().getTally().getRejected()).isEqualTo(400);
    }
  }

  /** What it does not say that it has not read, it has read lately. */
  private static boolean isLagTold(final Overload overload) throws Exception {
    final double behind = overload.produced() - overload.covered();
    return Math.abs(overload.view().metric("majorant_lag_records") - behind) < 0.1 * behind;
  }

  /** Examples a second that it learns of a backlog. */
  private static double pace(final Overload overload, final List<byte[]> examples)
      throws Exception {
    final long start = System.nanoTime();
    try (ExampleProducer producer = new ExampleProducer(overload.client(), Topics.EXAMPLES, 0)) {
      for (int i = 0; i < WARM_UP; i++) {
        producer.send(examples.get(i % examples.size()));
      }
      producer.flush();
    }
    overload.awaitRecords(WARM_UP);
    return WARM_UP * 1e9 / (System.nanoTime() - start);
  }

  /** An example with three of so many features. */
  private static byte[] sparse(final int number, final int dimension) {
    final SplittableRandom random = new SplittableRandom(number);
    return "{\"vector\": {\"indices\": [%d, %d, %d]}, \"label\": \"%s\"}"
        .formatted(
            random.nextInt(dimension / 3),
            dimension / 3 + random.nextInt(dimension / 3),
            2 * (dimension / 3) + random.nextInt(dimension / 3),
            random.nextBoolean() ? "a" : "b")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** An example of so many features, whose names have 64,000 characters each. */
  private static byte[] large(final int features) {
    final StringBuilder json = new StringBuilder("{\"label\": \"a\", \"features\": {");
    for (int i = 0; i < features; i++) {
      json.append(i == 0 ? "" : ", ").append('"').append(i).append("x".repeat(63_990));
      json.append("\": 1");
    }
    return json.append("}}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void sendPacked(
      final Map<String, Object> client, final byte[] value, final int records) {
    final Map<String, Object> config = new HashMap<>(client);
    config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, 1_000_000);
    config.put(ProducerConfig.LINGER_MS_CONFIG, 2000);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2_000_000);
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      for (int i = 0; i < records; i++) {
        producer.send(new ProducerRecord<>(Topics.EXAMPLES, 0, null, value));
      }
    }
  }
}
