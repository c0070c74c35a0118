package org.majorant.ops.deadletters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.majorant.json.ExampleJson;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.template.FeatureTemplates;

/** What is shown of a record depends on what it is, and never moves a terminal's cursor. */
class RejectedBytesTest {
  private final RejectedBytes bytes = new RejectedBytes(SchemaRegistry.of(Map.of()));

  @Test
  void text_isShownAsItIs_evenIfItIsNoJson() {
    assertThat(bytes.show("{\"größe\": ".getBytes(UTF_8)))
        .isEqualTo("12 bytes, text: {\"größe\": ");
  }

  @Test
  void textThatATerminalObeys_isShownInHexadecimal() {
    assertThat(bytes.show("\033[2J".getBytes(UTF_8))).isEqualTo("4 bytes, hexadecimal: 1b5b324a");
    assertThat(bytes.show("\u009b2J".getBytes(UTF_8))).contains("hexadecimal: c29b324a");
  }

  @Test
  void example_isShownDecoded() throws Exception {
    final LabeledExample example =
        new ExampleJson(FeatureTemplates.of(List.of()))
            .read("{\"features\": {\"size\": 0.5}, \"label\": \"no\\u001b[2J\"}");
    assertThat(bytes.show(AvroSerde.of(LabeledExample.class).encode(example)))
        .contains("an example: {", "\"size\"", "no")
        .doesNotContain("\033");
  }

  @Test
  void anyOther_isShownInHexadecimal_andWhatIsLongIsCut() {
    assertThat(bytes.show(new byte[] {(byte) 0xC3, 1, 2}))
        .isEqualTo("3 bytes, hexadecimal: c30102");
    assertThat(bytes.show(new byte[1 << 20]))
        .startsWith("1,048,576 bytes, hexadecimal: 0000")
        .hasSizeLessThan(RejectedBytes.MOST + 100)
        .endsWith("(cut; --raw prints all bytes of the value)");
    assertThat(bytes.show(new byte[100], 24, "…")).isEqualTo("100 bytes, hexadecimal: …");
    assertThat(bytes.show(null)).isEqualTo("none");
  }
}
