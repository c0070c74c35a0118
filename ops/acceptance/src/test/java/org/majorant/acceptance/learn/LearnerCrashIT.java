package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.json.ValueFormat;
import org.majorant.learn.Learner;
import org.majorant.memory.Surrogate;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;
import org.majorant.tally.Baselines;

/** A learner process that is killed in mid-stream, three times, on a real broker process. */
class LearnerCrashIT {
  private static final AvroSerde<LabeledExample> RECORDS = AvroSerde.of(LabeledExample.class);
  private static final int EXAMPLES = 8000;
  private static final int GARBAGE_EACH = 500;
  private static final int PARTITIONS = 4;
  private static final int CRASHES = 3;

  @Test
  void learner_killed_three_times_learns_each_example_once_and_loses_no_garbage(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: crash, labels: [\"no\", \"yes\"], features: {dimension: 32}, publish: {interval: 200ms}}");
    final List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < EXAMPLES; i++) {
      records.add(i % GARBAGE_EACH == 7 ? new byte[] {1, 2, 3} : example(i));
    }
    try (KilledLearner learner = new KilledLearner(dir, spec, "crash", PARTITIONS)) {
      final ModelHead head = learner.replay(records, 1500, CRASHES).head();
      final int garbage = EXAMPLES / GARBAGE_EACH;
      assertThat(head.getTally().getRecords()).isEqualTo(EXAMPLES);
      assertThat(head.getTally().getExamples()).isEqualTo(EXAMPLES - garbage);
      assertThat(head.getTally().getRejected()).isEqualTo(garbage);
      assertThat(head.getTally().getLost()).isZero();
      assertThat(head.getTally().getSlackMin()).isGreaterThan(-1e-9);
      assertThat(head.getLineage())
          .containsExactlyElementsOf(List.of(offset(0), offset(1), offset(2), offset(3)));
      assertThat(deadLetters(learner.client())).hasSize(garbage);
    }
  }

  /** A restarted learner once had forgotten what it had shipped and no base contained. */
  @Test
  void learner_of_one_partition_killed_has_the_weights_of_an_undisturbed_one(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final Path file =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: same, labels: [\"no\", \"yes\"], features: {dimension: 32},"
                + " forgetting: {half-life: 2000}}");
    final ModelSpec spec = SpecFile.read(Files.readString(file));
    final Learner undisturbed = new Learner(spec, new Baselines(2));
    final ExampleMapper mapper =
        new ExampleMapper(
            spec,
            new FeatureSpace(spec),
            ValueFormat.AVRO.decoder(spec, 1000, SchemaRegistry.NONE));
    final List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < EXAMPLES / 2; i++) {
      records.add(example(i));
      mapper.decode(records.get(i));
      undisturbed.learn(mapper.map(), i);
    }
    final Surrogate known = Surrogate.of(spec);
    known.add(undisturbed.ship(false));
    try (KilledLearner learner = new KilledLearner(dir, file, "same", 1)) {
      assertThat(learner.replay(records, 1500, CRASHES).model().weights())
          .containsExactly(known.solve().theta(), within(1e-9));
    }
  }

  private static PartitionOffset offset(final int partition) {
    return new PartitionOffset(partition, (long) EXAMPLES / PARTITIONS);
  }

  private static byte[] example(final int i) {
    final SparseVector features = new SparseVector(List.of(i % 31, 31), List.of(1f, 0.5f));
    final Point point = new Point(features, i % 31 < 15 ? "yes" : "no", null, null);
    return RECORDS.encode(new LabeledExample(null, null, 1.0, point));
  }

  /** Distinct positions of committed dead letters; a position written twice fails. */
  private static Set<String> deadLetters(final Map<String, Object> client) {
    final AvroSerde<DeadLetter> serde = AvroSerde.of(DeadLetter.class);
    final TopicPartition partition = new TopicPartition(Topics.DEAD_LETTERS, 0);
    final Set<String> positions = new HashSet<>();
    try (Consumer<byte[], byte[]> consumer = SnapshotReader.consumer(client)) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      final long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          final DeadLetter letter = serde.decode(record.value());
          assertThat(letter.getReason()).isEqualTo(Rejection.UNDECODABLE);
          assertThat(letter.getValue().remaining()).isEqualTo(3);
          assertThat(positions.add(letter.getPartition() + "/" + letter.getOffset())).isTrue();
        }
      }
    }
    return positions;
  }
}
