package org.majorant.majorize;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.features.Dimensions;
import org.majorant.model.Model;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelCodec;
import org.majorant.store.PackedVersion;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFormat;
import org.majorant.tally.Tallies;

class PublishedVersionsTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: [a, b], features: {dimension: 100000}}");

  static {
    // Avro's builders trust the schemas' classes only once the serdes have vouched for them.
    SnapshotFormat.MODELS.topic();
  }

  private final PublishedVersions published = new PublishedVersions(SPEC, 7);
  private final List<PublishedVersions.Packed> written = new ArrayList<>();
  private Model model = filled(SPEC);

  @Test
  void version_costs_what_has_changed() {
    publish(0, 0);
    final int whole = written.get(0).data().length;
    assertThat(whole).isGreaterThan(2_000_000);
    for (final int features : new int[] {1, 10, 1000}) {
      assertThat(publish(0, features).data()).hasSize(4 + 20 * features);
    }
    assertThat(publish(0, 0).data()).hasSize(4);
    assertThat(written).extracting(PublishedVersions.Packed::turn).containsOnly(7L);
    assertThat(published.snapshots()).isEqualTo(8);
  }

  @Test
  void snapshot_comes_when_the_deltas_outgrow_the_last_one() {
    publish(0, 0);
    for (int i = 0; i < 20; i++) {
      publish(i, 21_000);
    }
    assertThat(written)
        .filteredOn(packed -> packed.head().getSnapshot() == 0)
        .extracting(packed -> packed.head().getVersion())
        .containsExactly(1L, 6L, 11L, 16L, 21L);
    assertThat(written.get(20).turn()).isEqualTo(11);
    assertComeBack();
  }

  @Test
  void snapshot_comes_where_most_has_changed() {
    publish(0, 0);
    publish(0, 60_000);
    assertThat(written.get(1).head().getSnapshot()).isZero();
    assertComeBack();
  }

  @Test
  void snapshot_comes_after_a_start() {
    publish(0, 0);
    final PublishedVersions restarted = new PublishedVersions(SPEC, published.snapshots());
    restarted.restore(model);
    assertThat(restarted.distance(model.weights())).isZero();
    final PublishedVersions.Packed next = restarted.pack(head(2), model);
    assertThat(next.head().getSnapshot()).isZero();
    assertThat(next.turn()).isEqualTo(8);
  }

  @Test
  void short_models_are_always_whole() {
    final ModelSpec small =
        SpecFile.read("{model: m, labels: [a, b], features: {dimension: 1000}}");
    final PublishedVersions versions = new PublishedVersions(small, 0);
    for (int i = 1; i < 4; i++) {
      assertThat(versions.pack(head(i), filled(small)).head().getSnapshot()).isZero();
    }
    assertThat(versions.snapshots()).isEqualTo(3);
  }

  @Test
  void delta_tells_the_names_that_its_snapshot_does_not_have() {
    final ModelHead first = head(1);
    first.setNames(List.of(new NameCount("x", 3L)));
    final ModelHead second = head(2);
    second.setNames(List.of(new NameCount("y", 5L), new NameCount("x", 4L)));

    assertThat(published.pack(first, model).head().getNames()).hasSize(1);
    assertThat(published.pack(second, model).head().getNames())
        .containsExactly(new NameCount("y", 5L));
    assertThat(second.getNames()).as("stays as it is").hasSize(2);
  }

  /** Publishes the model with some features changed, from one on. */
  private PublishedVersions.Packed publish(final int from, final int features) {
    final double[] weights = model.weights().clone();
    IntStream.range(from, from + features).forEach(i -> weights[i] += 1);
    model = new Model(SPEC, written.size() + 1, weights, model.precision(), model.rms());
    written.add(published.pack(head(written.size() + 1), model));
    return written.get(written.size() - 1);
  }

  private void assertComeBack() {
    PackedVersion last = null;
    for (final PublishedVersions.Packed packed : written) {
      last = PackedVersion.after(last, new Snapshot<>(packed.head(), packed.data()));
    }
    assertThat(ModelCodec.encode(last.unpack().model())).isEqualTo(ModelCodec.encode(model));
  }

  private static Model filled(final ModelSpec spec) {
    final Dimensions shape = Dimensions.of(spec);
    final float[] rms = new float[shape.features()];
    Arrays.fill(rms, 1);
    return new Model(spec, 1, new double[shape.parameters()], rms, rms);
  }

  private static ModelHead head(final long version) {
    return ModelHead.newBuilder()
        .setModel("m")
        .setVersion(version)
        .setParent(version - 1)
        .setBase(version)
        .setSpec(SPEC)
        .setFingerprint(0)
        .setBlocks(0)
        .setChecksum(0)
        .setLineage(List.of())
        .setTally(Tallies.empty())
        .setCreated(0)
        .setObjective(0)
        .setBound(0)
        .setStepNorm(0)
        .build();
  }
}
