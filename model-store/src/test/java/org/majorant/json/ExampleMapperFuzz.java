package org.majorant.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.ValueDecoder;
import org.majorant.spec.SpecFile;
import org.majorant.template.FeatureTemplates;

/**
 * Whatever a record's value, it is an example in the index space of a model or a rejection that
 * somebody foresaw. The first byte says which model, and whether the rest is JSON or Avro.
 */
class ExampleMapperFuzz {
  private static final List<Given> GIVEN =
      List.of(
          new Given(
              "labels: [a, b], features: {hash-bits: 6, transform: [log1p, unit]}",
              "{\"features\": {\"x\": 1.5, \"y\": \"s\"}, \"label\": [\"a\", \"b\"], \"weight\": 2}"),
          new Given(
              "labels: [a, b, c], features: {dimension: 9, rff: 8, bandwidth: 1}",
              "{\"vector\": {\"indices\": [3, 7], \"values\": [1, 0.5]}, \"label\": \"a\","
                  + " \"logPrior\": [-0.7, -0.7, 0], \"model\": \"m\", \"id\": 7}"),
          new Given(
              "labels: [O, I], task: sequence",
              "{\"tokens\": [\"In\", \"Oslo\", \"it\"], \"labels\": [\"O\", \"I\", null]}"),
          new Given(
              "task: choice, features: {hash-bits: 6}",
              "{\"alternatives\": [{\"p\": 1.2}, {\"p\": 0.8, \"by\": \"train\"}],"
                  + " \"chosen\": 1, \"logPrior\": [null, 0.5]}"),
          new Given(
              "task: graph, features: {hash-bits: 6}, max-width: 2",
              "{\"cardinalities\": [2, 2], \"factors\": [{\"variables\": [0],"
                  + " \"configurations\": [{\"a\": 1}, {}]}, {\"variables\": [1, 0],"
                  + " \"configurations\": [{\"b\": 1}, {}, {}, {}]}], \"states\": [0, null]}"),
          new Given(
              "task: matching, features: {hash-bits: 6}, max-edges: 6",
              "{\"left\": 2, \"right\": 1, \"edges\": [{\"nodes\": [0, 0], \"features\": {\"a\": 1}},"
                  + " {\"nodes\": [1, 0], \"vector\": {\"indices\": [2]}}], \"unmatched\":"
                  + " [{\"left\": 0, \"features\": {\"b\": 1}}, {\"left\": 1}],"
                  + " \"matches\": [[1, 0]]}"),
          new Given(
              "task: matching, features: {hash-bits: 6}, max-edges: 6",
              "{\"nodes\": 3, \"edges\": [{\"nodes\": [0, 1], \"features\": {\"a\": 1}},"
                  + " {\"nodes\": [2, 1], \"features\": {}}], \"unmatched\": [{\"node\": 0},"
                  + " {\"node\": 2, \"features\": {\"b\": 1}}], \"matches\": [[0, 1]]}"));

  private final List<Target> targets =
      GIVEN.stream()
          .flatMap(given -> Stream.of(ValueFormat.JSON, ValueFormat.AVRO).map(given::target))
          .toList();

  /** What reads the values of a model. */
  private record Target(ValueDecoder decoder, ExampleMapper mapper) {}

  /** A spec, and an example for it. */
  private record Given(ModelSpec spec, String json) {
    Given(final String fields, final String json) {
      this(SpecFile.read("{model: m, " + fields + "}"), json);
    }

    Target target(final ValueFormat format) {
      final ValueDecoder decoder = format.decoder(spec, 1 << 16, SchemaRegistry.NONE);
      return new Target(decoder, new ExampleMapper(spec, new FeatureSpace(spec), decoder));
    }

    byte[] avro() {
      try {
        return AvroSerde.of(LabeledExample.class)
            .encode(
                new ExampleJson(FeatureTemplates.of(spec.getFeatures().getTemplates())).read(json));
      } catch (final RejectedExample e) {
        throw new AssertionError(e);
      }
    }
  }

  static Stream<byte[]> examples() {
    return IntStream.range(0, GIVEN.size())
        .boxed()
        .flatMap(
            i ->
                Stream.of(
                    after(2 * i, GIVEN.get(i).json.getBytes(UTF_8)),
                    after(2 * i, (" [" + GIVEN.get(i).json + ", {}]").getBytes(UTF_8)),
                    after(2 * i + 1, GIVEN.get(i).avro())));
  }

  @Timeout(10)
  @MethodSource("examples")
  @FuzzTest(maxDuration = "", maxExecutions = 1_000_000)
  void value_isAnExampleOrARejection(final byte[] bytes) {
    if (bytes.length == 0) {
      return;
    }
    final Target target = targets.get(Byte.toUnsignedInt(bytes[0]) % targets.size());
    int examples = 0;
    try {
      examples = target.decoder.open(Arrays.copyOfRange(bytes, 1, bytes.length));
    } catch (final RejectedExample e) {
      assertForeseen(e);
    }
    for (int item = 0; item < examples; item++) {
      try {
        target.mapper.decode(item);
        target.mapper.map();
      } catch (final RejectedExample e) {
        assertForeseen(e);
      }
    }
  }

  private static void assertForeseen(final RejectedExample e) {
    assertThat(e.getMessage()).hasLineCount(1).doesNotContain("it fails with");
  }

  private static byte[] after(final int first, final byte[] rest) {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(first);
    bytes.writeBytes(rest);
    return bytes.toByteArray();
  }
}
