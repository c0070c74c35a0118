package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the bytes of a record, each structure's buffer takes them or rejects them, in both wire
 * formats and packed. A rejection for an error that nobody foresaw is a finding, although a stream
 * would go on.
 */
class ExampleDecoderFuzz {
  private static final MemoryRegistry REGISTRY = new MemoryRegistry();

  static {
    AvroSerde.schemas(LabeledExample.class)
        .values()
        .forEach(schema -> REGISTRY.register("examples", schema));
    REGISTRY.register("examples", ExampleBatch.getClassSchema());
  }

  private final ExampleDecoder decoder = new ExampleDecoder(1 << 16, REGISTRY);
  private final ExampleDecoder alone = new ExampleDecoder(1 << 17, REGISTRY);
  private final List<DecodedExample> buffers =
      List.of(
          new ExampleBuffer(),
          new SequenceBuffer(),
          new ChoiceBuffer(),
          new GraphBuffer(),
          new MatchingBuffer());

  static Stream<byte[]> examples() {
    final SplittableRandom random = new SplittableRandom(1);
    return Stream.of(
            Examples.point(random),
            Examples.sequence(random),
            Examples.choice(random),
            Examples.graph(random),
            Examples.matching(random))
        .flatMap(
            example ->
                Stream.of(
                    singleObject(example),
                    confluent(example),
                    packed(SchemaRegistry.NONE, singleObject(example)),
                    packed(REGISTRY, confluent(example))));
  }

  @Timeout(10)
  @MethodSource("examples")
  @FuzzTest(maxDuration = "", maxExecutions = 1_000_000)
  void bytes_areAnExampleOrARejection(final byte[] bytes) {
    for (final DecodedExample buffer : buffers) {
      final int examples = examples(bytes);
      for (int item = 0; item < examples; item++) {
        decode(item, buffer);
      }
    }
  }

  private int examples(final byte[] bytes) {
    try {
      return decoder.open(bytes);
    } catch (final RejectedExample e) {
      assertForeseen(e);
      return 0;
    }
  }

  /**
   * What comes out of a packed record is the same, and is refused alike, as a record of its own.
   */
  private void decode(final int item, final DecodedExample buffer) {
    String refused = "";
    try {
      decoder.decode(item, buffer);
    } catch (final RejectedExample e) {
      assertForeseen(e);
      refused = e.getMessage();
    }
    if (decoder.isPacked()) {
      try {
        alone.decode(decoder.alone(item), buffer);
        assertThat(refused).isEmpty();
      } catch (final RejectedExample e) {
        assertThat(e).hasMessage(refused);
      }
    }
  }

  private static void assertForeseen(final RejectedExample e) {
    assertThat(e.getMessage()).hasLineCount(1).doesNotContain("it fails with");
  }

  private static byte[] packed(final SchemaRegistry registry, final byte[] example) {
    return new ExamplePacker(registry, "examples").pack(List.of(example, example, example));
  }

  private static byte[] singleObject(final LabeledExample example) {
    return AvroSerde.of(LabeledExample.class).encode(example);
  }

  private static byte[] confluent(final LabeledExample example) {
    return AvroSerde.of(LabeledExample.class, REGISTRY, "examples").encode(example);
  }
}
