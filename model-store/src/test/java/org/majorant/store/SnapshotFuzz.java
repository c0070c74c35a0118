package org.majorant.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.features.Dimensions;
import org.majorant.model.Model;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/**
 * Whatever lies on the model topic, a reader takes it or passes it over, and needs no more memory
 * than it has. The first two bytes say how long the head is; the rest is the version's data. Count
 * and checksum are made right, since a forger can, too.
 */
class SnapshotFuzz {
  private static final byte[] HEAD_KEY = "m/0/head".getBytes(UTF_8);
  private static final byte[] BLOCK_KEY = "m/0/0".getBytes(UTF_8);

  static Stream<byte[]> versions() {
    return Stream.of(
        version("{model: m, labels: [a, b], features: {dimension: 4}}"),
        version("{model: m, task: sequence, labels: [O, I], features: {hash-bits: 2}}"),
        version("{model: m, task: choice, features: {names: [x, y]}}"));
  }

  @Timeout(10)
  @MethodSource("versions")
  @FuzzTest(maxDuration = "", maxExecutions = 1_000_000)
  void version_isTakenOrPassedOver(final byte[] bytes) {
    if (bytes.length < Short.BYTES) {
      return;
    }
    final ByteBuffer in = ByteBuffer.wrap(bytes);
    final byte[] value = new byte[Math.min(Short.toUnsignedInt(in.getShort()), in.remaining())];
    in.get(value);
    final byte[] data = new byte[in.remaining()];
    in.get(data);
    final SnapshotAssembler<ModelHead> records =
        new SnapshotAssembler<>(SnapshotFormat.MODELS, "m"::equals);
    records.accept(BLOCK_KEY, value);
    records.accept(BLOCK_KEY, data);
    records.accept(HEAD_KEY, value);
    sound(value)
        .ifPresent(
            head -> {
              for (final SnapshotRecord r :
                  SnapshotFormat.MODELS.split(head, data, head.getSpec().getKeepVersions())) {
                records.accept(r.key(), r.value()).ifPresent(SnapshotFuzz::unpack);
              }
            });
  }

  /** A head that can be read, and of a model whose slots can be counted. */
  private static Optional<ModelHead> sound(final byte[] value) {
    try {
      return Optional.of(SnapshotFormat.MODELS.decodeHead(value))
          .filter(head -> head.getModel().equals("m") && head.getSpec().getKeepVersions() > 0);
    } catch (final SerializationException e) {
      return Optional.empty();
    }
  }

  private static void unpack(final Snapshot<ModelHead> snapshot) {
    new VersionStore(head -> true).accept(snapshot);
    try {
      PackedVersion.after(null, snapshot).unpack();
    } catch (final StoreException e) {
      // what a reader passes over
    }
  }

  private static byte[] version(final String yaml) {
    final ModelSpec spec = SpecFile.read(yaml);
    final Dimensions shape = Dimensions.of(spec);
    final double[] weights = new double[shape.parameters()];
    weights[0] = 1;
    final byte[] data =
        ModelCodec.encode(
            new Model(
                spec, 1, weights, new float[shape.parameters()], new float[shape.features()]));
    final byte[] head = SnapshotFormat.MODELS.encodeHead(Given.head(spec, 1), 1, 0);
    return ByteBuffer.allocate(Short.BYTES + head.length + data.length)
        .putShort((short) head.length)
        .put(head)
        .put(data)
        .array();
  }
}
