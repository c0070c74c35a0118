package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.features.Dimensions;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.schema.Curvature;
import org.majorant.schema.Member;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.store.ModelCodec;
import org.majorant.store.ModelPublisher;
import org.majorant.store.ModelState;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotRecord;
import org.majorant.store.Topics;
import org.majorant.tally.Tallies;

/**
 * Versions of models that nobody has taught, the same for the same number, on the topic.
 *
 * @param servers the broker
 */
record RandomModels(String servers) {
  void publish(final ModelSpec spec, final long version) {
    ModelPublisher.publish(
        Map.of("bootstrap.servers", servers), head(spec, version), model(spec, version));
  }

  /** The version before with some features of this one, as a delta from version 3 on. */
  void publishDelta(final ModelSpec spec, final long version) throws Exception {
    final ModelState state = new ModelState(spec);
    state.put(ModelCodec.encode(model(spec, 3)));
    byte[] delta = {};
    for (long next = 4; next <= version; next++) {
      delta = ModelCodec.encode(model(spec, next), new int[] {0, (int) next, 30_000, 59_999});
      state.put(delta);
    }
    final ModelHead head = head(spec, version);
    head.setSnapshot(3L);
    head.setState(state.hash());
    final List<SnapshotRecord> records =
        SnapshotFormat.MODELS.splitAt(head, delta, spec.getKeepVersions(), 3);
    try (KafkaProducer<byte[], byte[]> open = begin(records)) {
      open.commitTransaction();
    }
  }

  /** Writes a version of several blocks, in a transaction that is still open. */
  KafkaProducer<byte[], byte[]> begin(final ModelSpec spec, final long version) throws Exception {
    final byte[] data = ModelCodec.encode(model(spec, version));
    final List<SnapshotRecord> records =
        SnapshotFormat.MODELS.split(head(spec, version), data, spec.getKeepVersions());
    assertThat(records).hasSizeGreaterThan(2);
    return begin(records);
  }

  private KafkaProducer<byte[], byte[]> begin(final List<SnapshotRecord> records) throws Exception {
    final Map<String, Object> config =
        Map.of("bootstrap.servers", servers, "transactional.id", "random-models");
    final ByteArraySerializer bytes = new ByteArraySerializer();
    final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes);
    producer.initTransactions();
    producer.beginTransaction();
    final int partitions = producer.partitionsFor(Topics.MODELS).size();
    for (final SnapshotRecord r : records) {
      final int partition = SnapshotFormat.partition(r.key(), partitions);
      producer.send(new ProducerRecord<>(Topics.MODELS, partition, r.key(), r.value())).get();
    }
    return producer;
  }

  private static ModelHead head(final ModelSpec spec, final long version) {
    final Tally tally = Tallies.empty();
    return new ModelHead(
        spec.getModel(),
        version,
        0L,
        0L,
        spec,
        Fingerprint.of(spec),
        0,
        0L,
        List.of(),
        tally,
        0L,
        0.5,
        0.6,
        0.1,
        "test",
        null,
        List.of(new NameCount("größe", 7L)),
        0L,
        null,
        members(spec, version),
        0.0,
        null);
  }

  private static List<Member> members(final ModelSpec spec, final long version) {
    final SplittableRandom random = new SplittableRandom(1000 + version);
    final Supplier<double[]> theta =
        () -> random.doubles(Dimensions.of(spec).parameters(), -1, 1).toArray();
    final Mixture mixture = Mixture.of(spec);
    final boolean own = spec.getCurvature() == Curvature.FULL;
    return mixture.members(
        List.of(), own ? Stream.generate(theta).limit(mixture.readings() - 1).toList() : List.of());
  }

  /** Weights of any sign, limits that clip, and members that predict together. */
  static Model model(final ModelSpec spec, final long version) {
    final Dimensions shape = Dimensions.of(spec);
    final SplittableRandom random = new SplittableRandom(version);
    final double[] weights = random.doubles(shape.parameters(), -1, 1).toArray();
    final float[] rms = new float[shape.features()];
    for (int i = 0; i < rms.length; i++) {
      rms[i] = (float) random.nextDouble(0.1, 1.5);
    }
    final float[] precision = new float[shape.parameters()];
    for (int at = 0; at < precision.length; at++) {
      precision[at] = (float) random.nextDouble(1, 20);
    }
    return new Model(spec, version, weights, precision, rms)
        .mixing(head(spec, version).getMembers());
  }
}
