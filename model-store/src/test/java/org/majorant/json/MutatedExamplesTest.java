package org.majorant.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
 * Good examples with some bytes changed: each is an example of the model or a rejection with one
 * line of reason, within seconds. A rejection for an error that nobody foresaw fails here, although
 * a stream would go on.
 */
class MutatedExamplesTest {
  /** Mutations of each example in each format: 10,000, or 200,000 in the nightly build. */
  private static final int MUTATIONS = Boolean.getBoolean("majorant.nightly") ? 200_000 : 10_000;

  private static final long MOST_NANOS = Duration.ofSeconds(5).toNanos();

  /** What leads further in than a random byte does. */
  private static final List<byte[]> PIECES =
      List.of(
          "{".getBytes(UTF_8),
          "[".getBytes(UTF_8),
          "]}".getBytes(UTF_8),
          "null".getBytes(UTF_8),
          "-1e999".getBytes(UTF_8),
          "2147483647".getBytes(UTF_8),
          "\"\\ud800\"".getBytes(UTF_8),
          "\"\":".getBytes(UTF_8),
          ",".getBytes(UTF_8),
          "[".repeat(100).getBytes(UTF_8),
          "9".repeat(1100).getBytes(UTF_8),
          "\u00fe\u00ff\u00ff\u00ff\u000f".getBytes(ISO_8859_1),
          "\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u0001".getBytes(ISO_8859_1),
          "\u0001".getBytes(UTF_8),
          new byte[3]);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "labels: [a, b], features: {hash-bits: 6, transform: [log1p, unit]}"
            + " | {\"features\": {\"x\": 1.5, \"y\": \"s\"}, \"label\": [\"a\", \"b\"], \"weight\": 2}",
        "labels: [a, b, c], features: {dimension: 9, rff: 8, bandwidth: 1}"
            + " | {\"vector\": {\"indices\": [3, 7, 3], \"values\": [1, 0.5, 2]}, \"label\": \"a\","
            + " \"logPrior\": [-0.7, -0.7, 0], \"model\": \"m\", \"id\": 7}",
        "labels: [a, b], features: {names: [x, y], quadratic: true}"
            + " | {\"features\": {\"x\": 1.5, \"y\": 3}, \"label\": null}",
        "labels: [O, I], task: sequence"
            + " | {\"tokens\": [\"In\", \"Oslo\", \"it\"], \"labels\": [\"O\", \"I\", null]}",
        "labels: [O, I], task: sequence, features: {hash-bits: 6}"
            + " | {\"tokens\": [{\"features\": {\"a\": 1}}, {\"vector\": {\"indices\": [5]}}]}",
        "task: choice, features: {hash-bits: 6}"
            + " | {\"alternatives\": [{\"p\": 1.2}, {\"p\": 0.8, \"by\": \"train\"}],"
            + " \"chosen\": 1, \"logPrior\": [null, 0.5]}",
        "task: graph, features: {hash-bits: 6}, max-width: 2"
            + " | {\"cardinalities\": [2, 3, 2], \"factors\": [{\"variables\": [0],"
            + " \"configurations\": [{\"a\": 1}, {}]}, {\"variables\": [1, 0], \"configurations\":"
            + " [{\"b\": 1}, {}, {}, {}, {}, {}]}], \"states\": [0, null, 1]}",
        "task: matching, features: {hash-bits: 6}"
            + " | {\"left\": 2, \"right\": 2, \"edges\": [{\"nodes\": [0, 0], \"features\":"
            + " {\"a\": 1}}, {\"nodes\": [1, 0], \"features\": {}}, {\"nodes\": [1, 1],"
            + " \"vector\": {\"indices\": [5]}}], \"unmatched\": [{\"left\": 0},"
            + " {\"right\": 1, \"features\": {\"b\": 2}}], \"matches\": [[1, 0]]}",
        "task: matching, features: {hash-bits: 6}"
            + " | {\"pairs\": [[{\"a\": 1}, {\"a\": 2}], [{\"a\": 3}, null]],"
            + " \"matches\": [[0, 1], [1, 0]]}",
        "task: matching, features: {hash-bits: 6}"
            + " | {\"nodes\": 3, \"edges\": [{\"nodes\": [0, 1], \"features\": {\"a\": 1}},"
            + " {\"nodes\": [2, 1], \"vector\": {\"indices\": [5]}}], \"unmatched\":"
            + " [{\"node\": 2}, {\"node\": 0, \"features\": {\"b\": 2}}],"
            + " \"matches\": [[1, 0]]}",
      })
  void anyMutation_isAnExampleOrARejection(final String fields, final String json)
      throws RejectedExample {
    final ModelSpec spec = SpecFile.read("{model: m, " + fields + "}");
    final LabeledExample example =
        new ExampleJson(FeatureTemplates.of(spec.getFeatures().getTemplates())).read(json);
    final byte[] avro = AvroSerde.of(LabeledExample.class).encode(example);
    mutate(spec, ValueFormat.JSON, json.getBytes(UTF_8), 0);
    mutate(spec, ValueFormat.AVRO, avro, 10);
  }

  /**
   * @param from where the changes begin
   */
  private static void mutate(
      final ModelSpec spec, final ValueFormat format, final byte[] good, final int from) {
    final ValueDecoder decoder = format.decoder(spec, 1 << 20, SchemaRegistry.NONE);
    final ExampleMapper mapper = new ExampleMapper(spec, new FeatureSpace(spec), decoder);
    int accepted = 0;
    for (long seed = 0; seed < MUTATIONS; seed++) {
      final byte[] bytes = mutated(good, from, new SplittableRandom(seed));
      final long start = System.nanoTime();
      try {
        mapper.decode(bytes);
        mapper.map();
        accepted++;
      } catch (final RejectedExample e) {
        assertThat(e.getMessage())
            .as("%s, seed %d", format, seed)
            .hasLineCount(1)
            .hasSizeLessThan(1000)
            .doesNotContain("reading it fails with");
      } catch (final RuntimeException | StackOverflowError e) {
        throw new AssertionError(format + ", seed " + seed, e);
      }
      assertThat(System.nanoTime() - start).as("%s, seed %d", format, seed).isLessThan(MOST_NANOS);
    }
    assertThat(accepted).as("%s: some are examples", format).isBetween(1, MUTATIONS - 1);
  }

  /** One to four times a byte is changed, or a part is removed, repeated or put in. */
  private static byte[] mutated(final byte[] good, final int from, final SplittableRandom random) {
    byte[] bytes = good;
    for (int times = 1 + random.nextInt(4); times > 0; times--) {
      final int at = random.nextInt(from, Math.max(from + 1, bytes.length + 1));
      final int length = Math.min(1 + random.nextInt(8), bytes.length - at);
      bytes =
          switch (random.nextInt(5)) {
            case 0 -> spliced(bytes, at, at + length, new byte[0]);
            case 1 -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
            case 2 -> spliced(bytes, at, at, PIECES.get(random.nextInt(PIECES.size())));
            case 3 -> spliced(bytes, at, at + length, PIECES.get(random.nextInt(PIECES.size())));
            default ->
                spliced(
                    bytes,
                    at,
                    Math.min(at + 1, bytes.length),
                    new byte[] {(byte) random.nextInt(256)});
          };
    }
    return bytes;
  }

  private static byte[] spliced(
      final byte[] bytes, final int from, final int to, final byte[] piece) {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    out.writeBytes(piece);
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }
}
