package org.majorant.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.ValueDecoder;
import org.majorant.spec.SpecFile;

/** On a topic of JSON an array is a packed record. */
class PackedJsonTest {
  private static final ModelSpec SPEC = SpecFile.read("{model: m, labels: [a, b]}");

  private final ValueDecoder decoder = ValueFormat.JSON.decoder(SPEC, 100_000, SchemaRegistry.NONE);
  private final ExampleBuffer buffer = new ExampleBuffer();

  @Test
  void items_areTheObjectsOfTheArray_whateverTheirStringsHave() throws Exception {
    final List<String> ids = List.of("x", "], [", "{\\\"}\\\\", "größe", "\\u005d,");
    final List<String> items = new ArrayList<>();
    for (final String id : ids) {
      items.add(
          " {\"features\": {\"f\": 1}, \"label\": [\"a\", \"b\"], \"id\": \"%s\"}\n".formatted(id));
    }
    final String array = "\r\n [" + String.join(",", items) + "]\t ";
    assertThat(decoder.open(array.getBytes(UTF_8))).isEqualTo(ids.size());
    assertThat(decoder.isPacked()).isTrue();
    for (int item = 0; item < ids.size(); item++) {
      assertThat(new String(decoder.alone(item), UTF_8)).isEqualTo(items.get(item));
      decoder.decode(item, buffer);
      final String packed = buffer.text(buffer.idOffset, buffer.idLength);
      final ExampleBuffer alone = new ExampleBuffer();
      ValueFormat.JSON
          .decoder(SPEC, 1000, SchemaRegistry.NONE)
          .decode(items.get(item).getBytes(UTF_8), alone);
      assertThat(packed).isEqualTo(alone.text(alone.idOffset, alone.idLength)).isNotEmpty();
    }
  }

  @Test
  void avro_isRejectedWithTheOptionThatReadsIt() {
    for (final byte[] bytes : new byte[][] {{(byte) 0xC3, 1, 7}, {0, 0, 0, 0, 1, 8}}) {
      assertThatThrownBy(() -> decoder.open(bytes))
          .isInstanceOf(RejectedExample.class)
          .hasMessage("a record in Avro; expected JSON; 'learn --value-format avro' reads it");
    }
  }

  @Test
  void itemThatIsNoExample_leavesTheOthersReadable() throws Exception {
    final String good = "{\"features\": {}, \"label\": \"a\"}";
    final String array = "[" + good + ", 7, , {\"label\" 1}, [" + good + "], " + good + "]";
    assertThat(decoder.open(array.getBytes(UTF_8))).isEqualTo(6);
    for (final int bad : new int[] {1, 2, 3, 4}) {
      final RejectedExample rejected =
          catchThrowableOfType(RejectedExample.class, () -> decoder.decode(bad, buffer));
      assertThat(rejected.reason()).as("item %d", bad).isEqualTo(Rejection.UNDECODABLE);
    }
    decoder.decode(0, buffer);
    decoder.decode(5, buffer);
    assertThat(buffer.labels).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[", "[{}", "[{}}", "[{]}", "[\"", "[\"\\", "[{}] {}", "[]]", "[\"a\\\"]"})
  void arrayThatDoesNotEndAsItShould_isRejectedWhole(final String array) {
    assertThat(rejection(array).reason()).isEqualTo(Rejection.UNDECODABLE);
  }

  @Test
  void arrayOfNothingOrTooMuch_isRejectedWhole() {
    assertThat(rejection("[ ]").reason()).isEqualTo(Rejection.LENGTH);
    assertThat(rejection("[" + "{},".repeat(1000) + "{}]"))
        .hasMessage("more than the 1000 examples of a packed record");
  }

  private RejectedExample rejection(final String array) {
    return catchThrowableOfType(RejectedExample.class, () -> decoder.open(array.getBytes(UTF_8)));
  }
}
