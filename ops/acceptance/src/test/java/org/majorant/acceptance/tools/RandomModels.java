package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureMoments;
import org.majorant.features.Standardization;
import org.majorant.features.Views;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Member;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.NameCount;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
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
        moments(spec),
        List.of(new NameCount("größe", 7L)),
        0L,
        null,
        members(spec, version),
        commonSquare(spec),
        null,
        List.of(),
        null);
  }

  private static double commonSquare(final ModelSpec spec) {
    return Views.shareScale(spec) ? 0.3 : 0;
  }

  private static List<Member> members(final ModelSpec spec, final long version) {
    final SplittableRandom random = new SplittableRandom(1000 + version);
    final int size = Views.areIn(spec) ? Mixture.of(spec).size() : 0; // others weigh alike
    return Published.members(spec, random, random.doubles(size, 0, 3).boxed().toList());
  }

  /**
   * Of vectors that nobody has sent, null where the spec needs none. The first number is an
   * indicator; the second has two values beside zero, and so few knots; the third has a long tail,
   * and so room for values that a product clips.
   */
  private static Moments moments(final ModelSpec spec) {
    final List<String> names = Standardization.standardizedNames(spec.getFeatures());
    final SplittableRandom random = new SplittableRandom(7);
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> records = new ArrayList<>();
    for (int n = 0; FeatureMoments.areNeeded(spec) && n < 100; n++) {
      final List<Float> values = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        values.add(
            switch (i) {
              case 0, 1 -> (float) random.nextInt(2 + i);
              case 2 -> (float) (9 * Math.pow(random.nextDouble(), 8));
              default -> (float) random.nextDouble(-3, 9);
            });
      }
      final NamedFeatures features = new NamedFeatures(names, values);
      records.add(
          serde.encode(new LabeledExample(null, null, 1.0, new Point(features, null, null, null))));
    }
    return FeatureMoments.of(spec, records);
  }

  /**
   * Weights of any sign, limits that clip, and members that predict together; where there are
   * views, some features were never seen.
   */
  static Model model(final ModelSpec spec, final long version) {
    final Dimensions shape = Dimensions.of(spec);
    final SplittableRandom random = new SplittableRandom(version);
    final double[] weights = random.doubles(shape.parameters(), -1, 1).toArray();
    final float[] rms = new float[shape.features()];
    for (int i = 0; i < rms.length; i++) {
      final boolean isSeen = !Views.areIn(spec) || i % 5 != 3;
      rms[i] = (float) (isSeen ? random.nextDouble(0.1, 1.5) : 0);
    }
    final float[] precision = new float[shape.parameters()];
    for (int at = 0; at < precision.length; at++) {
      precision[at] = (float) random.nextDouble(1, 20);
    }
    return new Model(spec, version, weights, precision, rms)
        .with(moments(spec))
        .mixing(members(spec, version))
        .scaledBy(commonSquare(spec));
  }
}
