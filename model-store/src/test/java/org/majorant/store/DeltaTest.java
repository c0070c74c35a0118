package org.majorant.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.features.Dimensions;
import org.majorant.model.Model;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;

/** Versions that say only what has changed since the version before. */
class DeltaTest {
  private static final ModelSpec SPEC = Given.spec("a", new Indexed(30), 3);

  /** Readers of release 0.1 look for these keys, and for no others. */
  private static final Pattern FORMER_KEYS = Pattern.compile(".*/\\d{1,9}/(\\d{1,9}|head)");

  private final Writer writer = new Writer();

  @Test
  void versions_come_back_as_they_were_published() {
    for (long seed = 0; seed < 50; seed++) {
      final Writer random = new Writer();
      random.write(new SplittableRandom(seed), 12);

      PackedVersion last = null;
      for (int i = 0; i < 12; i++) {
        last = PackedVersion.after(last, random.snapshots.get(i));
        assertSame(last.unpack().model(), random.models.get(i), seed);
        assertThat(last.head().getSnapshot()).as("unpacked it is whole").isZero();
      }
    }
  }

  @Test
  void place_of_a_delta_has_all_that_it_changes() {
    writer.write(new SplittableRandom(3), 8);
    final MockTopic topic = new MockTopic().append(writer.records);
    final List<SnapshotPlace> places = new ArrayList<>();
    try (var reader = topic.reader()) {
      reader.readToEnd(snapshot -> places.add(snapshot.place()));
    }
    for (int i = 0; i < places.size(); i++) {
      final IncomingVersions versions = new IncomingVersions();
      try (var reader = topic.reader()) {
        reader.read(places.get(i), versions::accept);
      }
      assertSame(versions.take().orElseThrow().model(), writer.models.get(i), 3);
      assertThat(versions.take()).as("it was taken").isEmpty();
    }
  }

  @Test
  void subscriber_takes_deltas_one_by_one_and_many_at_once() throws Exception {
    writer.write(new SplittableRandom(1), 6);
    final MockTopic topic = new MockTopic().append(writer.records);
    try (ModelSubscriber subscriber =
        ModelSubscriber.start(SnapshotFormat.MODELS, topic::consumer, "a")) {
      subscriber.awaitVersion(6, Duration.ofMinutes(1));
      final Model sixth = subscriber.current().orElseThrow().model();
      assertSame(sixth, writer.models.get(5), 1);
      for (int version = 7; version < 12; version++) {
        topic.append(writer.delta(new SplittableRandom(version)));
        final ModelVersion next = subscriber.awaitVersion(version, Duration.ofMinutes(1));
        assertSame(next.model(), writer.models.get(version - 1), version);
      }
      assertSame(sixth, writer.models.get(5), 1);
      assertThat(subscriber.unreadable()).isZero();
    }
  }

  @Test
  void store_has_the_version_that_is_wanted_although_deltas_lead_to_it_and_on() {
    writer.snapshot(new SplittableRandom(1));
    IntStream.range(0, 4).forEach(i -> writer.delta(new SplittableRandom(i)));
    final VersionStore store = new VersionStore(head -> head.getVersion() == 4);
    writer.snapshots.forEach(store::accept);

    final ModelVersion fourth = store.latest("a").orElseThrow();
    assertThat(fourth.version()).isEqualTo(4);
    assertSame(fourth.model(), writer.models.get(3), 4);
    assertThat(store.versions("a")).hasSize(Given.KEEP);
  }

  @Test
  void delta_of_a_version_that_was_passed_over_is_passed_over_until_the_next_snapshot() {
    writer.snapshot(new SplittableRandom(1));
    IntStream.range(0, 3).forEach(i -> writer.delta(new SplittableRandom(i)));
    writer.snapshot(new SplittableRandom(2));
    final VersionStore store = new VersionStore(head -> true);
    for (final int taken : new int[] {0, 1, 3}) {
      store.accept(writer.snapshots.get(taken));
    }
    assertThat(store.latest("a").orElseThrow().version()).isEqualTo(2);

    store.accept(writer.snapshots.get(4));
    assertThat(store.latest("a").orElseThrow().version()).isEqualTo(5);
  }

  @Test
  void delta_of_another_shape_is_refused() {
    writer.snapshot(new SplittableRandom(1));
    writer.delta(new SplittableRandom(2));
    final PackedVersion first = PackedVersion.after(null, writer.snapshots.get(0));
    final Snapshot<ModelHead> delta = writer.snapshots.get(1);
    delta.head().setSpec(Given.spec("a", new Indexed(31), 3));

    assertThatThrownBy(() -> PackedVersion.after(first, delta))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("another shape");
  }

  @Test
  void parameters_that_are_not_those_that_were_published_are_refused() throws Exception {
    writer.snapshot(new SplittableRandom(1));
    final List<SnapshotRecord> good = List.copyOf(writer.records);
    writer.delta(new SplittableRandom(2));
    final Snapshot<ModelHead> delta = writer.snapshots.get(1);
    final PackedVersion first = PackedVersion.after(null, writer.snapshots.get(0));
    delta.head().setState(delta.head().getState() + 1);
    final PackedVersion second = PackedVersion.after(first, delta);
    assertThatThrownBy(second::unpack).hasMessageContaining("version 2 is corrupt");

    final MockTopic topic = new MockTopic().append(good);
    try (ModelSubscriber subscriber =
        ModelSubscriber.start(SnapshotFormat.MODELS, topic::consumer, "a")) {
      subscriber.awaitVersion(1, Duration.ofMinutes(1));
      topic.append(SnapshotFormat.MODELS.splitAt(delta.head(), delta.data(), Given.KEEP, 0));
      while (subscriber.unreadable() == 0) {
        Thread.sleep(1);
      }
      assertThat(subscriber.current().orElseThrow().version()).isEqualTo(1);
      topic.append(writer.delta(new SplittableRandom(3)));
      topic.append(writer.snapshot(new SplittableRandom(4)));
      final ModelVersion fourth = subscriber.awaitVersion(4, Duration.ofMinutes(1));
      assertSame(fourth.model(), writer.models.get(3), 4);
    }
  }

  @Test
  void readers_that_do_not_know_of_deltas_see_the_snapshots() {
    writer.write(new SplittableRandom(5), 12);
    final List<SnapshotRecord> seen =
        writer.records.stream()
            .filter(record -> FORMER_KEYS.matcher(new String(record.key(), UTF_8)).matches())
            .toList();

    final var assembler = new SnapshotAssembler<>(SnapshotFormat.MODELS, model -> true);
    assertThat(SnapshotAssemblerTest.feed(assembler, seen))
        .extracting(snapshot -> snapshot.head().getVersion())
        .containsExactlyElementsOf(
            writer.snapshots.stream()
                .map(Snapshot::head)
                .filter(head -> head.getSnapshot() == 0)
                .map(ModelHead::getVersion)
                .toList());
    assertThat(seen).hasSizeLessThan(writer.records.size());
  }

  @Test
  void names_of_a_delta_are_added_to_those_of_its_snapshot() {
    writer.snapshot(new SplittableRandom(1));
    writer.delta(new SplittableRandom(2));
    writer.snapshots.get(0).head().setNames(List.of(new NameCount("x", 2L)));
    writer.snapshots.get(1).head().setNames(List.of(new NameCount("y", 1L)));
    PackedVersion last = null;
    for (final Snapshot<ModelHead> next : writer.snapshots) {
      last = PackedVersion.after(last, next);
    }
    assertThat(last.head().getNames()).extracting(NameCount::getName).containsExactly("x", "y");
  }

  private static void assertSame(final Model actual, final Model expected, final long seed) {
    assertThat(actual.weights()).as("seed %d", seed).containsExactly(expected.weights());
    assertThat(actual.precision()).as("seed %d", seed).containsExactly(expected.precision());
    assertThat(actual.rms()).as("seed %d", seed).containsExactly(expected.rms());
  }

  /** Publishes versions in which some features have changed, appeared or vanished. */
  private static final class Writer {
    private final Dimensions shape = Dimensions.of(SPEC);
    private final ModelState state = new ModelState(SPEC);
    private final List<Model> models = new ArrayList<>();
    private final List<Snapshot<ModelHead>> snapshots = new ArrayList<>();
    private final List<SnapshotRecord> records = new ArrayList<>();
    private final SnapshotAssembler<ModelHead> assembler =
        new SnapshotAssembler<>(SnapshotFormat.MODELS, model -> true);
    private Model last =
        new Model(
            SPEC,
            0,
            new double[shape.parameters()],
            new float[shape.parameters()],
            new float[shape.features()]);
    private long snapshot;
    private long turn = -1;

    void write(final SplittableRandom random, final int versions) {
      snapshot(random);
      for (int i = 1; i < versions; i++) {
        if (random.nextInt(4) == 0) {
          snapshot(random);
        } else {
          delta(random);
        }
      }
    }

    List<SnapshotRecord> snapshot(final SplittableRandom random) {
      last = changed(random);
      state.clear();
      turn++;
      snapshot = 0;
      final List<SnapshotRecord> written = publish(ModelCodec.encode(last));
      snapshot = last.version();
      return written;
    }

    List<SnapshotRecord> delta(final SplittableRandom random) {
      last = changed(random);
      return publish(ModelCodec.encode(last, state.changes(last)));
    }

    private List<SnapshotRecord> publish(final byte[] data) {
      state.put(data);
      assertThat(state.changes(last)).isEmpty();
      assertThat(state.hash()).isEqualTo(ModelState.hash(SPEC, ModelCodec.encode(last)));
      final ModelHead head = Given.head(SPEC, last.version());
      head.setSnapshot(snapshot);
      head.setState(state.hash());
      models.add(last);
      final List<SnapshotRecord> written =
          SnapshotFormat.MODELS.splitAt(head, data, Given.KEEP, turn, 64);
      records.addAll(written);
      snapshots.addAll(SnapshotAssemblerTest.feed(assembler, written));
      return written;
    }

    private Model changed(final SplittableRandom random) {
      final double[] weights = last.weights().clone();
      final float[] precision = last.precision().clone();
      final float[] rms = last.rms().clone();
      for (int feature = 0; feature < rms.length; feature++) {
        final int fate = random.nextInt(12);
        if (fate > 3) {
          continue;
        }
        rms[feature] = fate == 0 ? 0 : (float) random.nextDouble(0.1, 2);
        for (int k = feature * 3; k < feature * 3 + 3; k++) {
          weights[k] = fate == 0 ? 0 : random.nextDouble(-1, 1);
          precision[k] = fate == 0 ? 0 : (float) random.nextDouble(1, 9);
        }
      }
      return new Model(SPEC, last.version() + 1, weights, precision, rms);
    }
  }
}
