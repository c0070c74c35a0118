package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.log.HoldLimits;
import org.majorant.model.Model;
import org.majorant.replay.RebuiltVersion;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelCodec;
import org.majorant.store.Snapshot;
import org.majorant.store.Topics;

/** A learner of a large model publishes what has changed. */
class DeltaTopologyTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, labels: [a, b], features: {dimension: 20000}, curvature: {memory: diagonal},"
              + " publish: {interval: 1s}}");
  private static final AvroSerde<LabeledExample> RECORDS = AvroSerde.of(LabeledExample.class);

  private final TopologyFixture learner = new TopologyFixture(SPEC, HoldLimits.DEFAULT);

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void version_after_a_snapshot_has_the_features_of_its_examples_alone() {
    learn(0, 15_000);
    assertThat(learner.lastVersion().getSnapshot()).isZero();
    learn(3, 8);
    final List<Snapshot<ModelHead>> next = learner.snapshots();
    assertThat(next).hasSize(1);
    assertThat(next.get(0).head().getSnapshot()).isEqualTo(1);
    assertThat(next.get(0).data()).as("5 features and the intercept").hasSize(4 + 20 * 6);
  }

  @Test
  void versions_are_rebuilt_bit_for_bit_whether_they_are_snapshots_or_deltas() {
    learn(0, 15_000);
    for (int i = 0; i < 5; i++) {
      learn(i * 1000, i * 1000 + 3000);
    }
    final List<Model> published = new ArrayList<>(learner.models());
    learner.restart();
    learn(0, 10);
    learn(0, 10);
    published.addAll(learner.models());
    for (final Model version : published) {
      final RebuiltVersion rebuilt = learner.rebuild(version.version());
      assertThat(rebuilt.difference()).isEmpty();
      assertThat(ModelCodec.encode(rebuilt.model())).isEqualTo(ModelCodec.encode(version));
    }
    assertThat(published).hasSize(8);
  }

  @Test
  void restarted_learner_begins_with_a_snapshot_in_the_next_slot() {
    learn(0, 15_000);
    learn(0, 10);
    learner.restart();
    learn(0, 10);
    learn(0, 10);
    assertThat(learner.output(Topics.MODELS))
        .extracting(record -> new String(record.key(), UTF_8))
        .filteredOn(key -> key.endsWith("head"))
        .containsExactly("m/1/head", "m/1/+1/head");
  }

  /** An example with the features of [from, to). */
  private void learn(final int from, final int to) {
    final SparseVector vector =
        new SparseVector(IntStream.range(from, to).boxed().toList(), List.of());
    learner.example(
        RECORDS.encode(new LabeledExample(null, null, 1.0, new Point(vector, "a", null, null))));
    learner.tick(15);
  }
}
