package org.majorant.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.JoinOutcome;
import org.majorant.schema.JoinedDecoder;
import org.majorant.schema.JoinedEvent;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Served;
import org.majorant.schema.ValueDecoder;
import org.majorant.spec.SpecFile;

/** A joined event is the event, whatever its format, with the label of the join. */
class JoinedDecoderTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: [a, bé], input: e, label: {topic: l, path: p, wait: 1s}}");

  private static byte[] event(final ValueFormat format, final String label) {
    return format == ValueFormat.JSON
        ? ("{\"id\": \"i\", \"features\": {\"x\": 2}, \"served\":"
                + " {\"version\": 7, \"probabilities\": [0.25, 0.75]}%s}")
            .formatted(label == null ? "" : ", \"label\": \"" + label + "\"")
            .getBytes(UTF_8)
        : AvroSerde.of(LabeledExample.class)
            .encode(
                new LabeledExample(
                    "i",
                    null,
                    1.0,
                    new Point(
                        new NamedFeatures(List.of("x"), List.of(2f)),
                        label,
                        null,
                        new Served(7L, List.of(0.25, 0.75)))));
  }

  private static byte[] joined(final byte[] event, final String label) {
    return AvroSerde.of(JoinedEvent.class)
        .encode(
            new JoinedEvent(
                event == null ? null : ByteBuffer.wrap(event),
                label,
                JoinOutcome.LABELED,
                0,
                1L,
                null,
                null,
                2L,
                3L,
                null));
  }

  private static ValueDecoder decoder(final ValueFormat format) {
    return JoinedDecoder.of(SPEC, format.decoder(SPEC, 150, SchemaRegistry.NONE), 150);
  }

  @ParameterizedTest
  @EnumSource(ValueFormat.class)
  void label_ofTheJoin_isInPlaceOfTheEvents(final ValueFormat format) throws Exception {
    final ValueDecoder decoder = decoder(format);
    final ExampleBuffer buffer = new ExampleBuffer();
    for (final String own : new String[] {null, "a"}) {
      decoder.decode(joined(event(format, own), "bé"), buffer);
      assertThat(buffer.labels).isOne();
      assertThat(buffer.text(buffer.labelOffsets[0], buffer.labelLengths[0])).isEqualTo("bé");
      assertThat(buffer.served).startsWith(0.25, 0.75);
      assertThat(buffer.servedSize).isEqualTo(2);
      assertThat(buffer.text(buffer.idOffset, buffer.idLength)).isEqualTo("i");
      assertThat(buffer.text(buffer.nameOffsets[0], buffer.nameLengths[0])).isEqualTo("x");
      decoder.decode(joined(event(format, own), null), buffer);
      assertThat(buffer.labels).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @EnumSource(ValueFormat.class)
  void value_thatIsNoJoinedEvent_isRejected(final ValueFormat format) {
    final ExampleBuffer buffer = new ExampleBuffer();
    for (final byte[] value :
        new byte[][] {event(format, "a"), joined(null, "a"), joined(new byte[200], "a"), {}}) {
      assertThatThrownBy(() -> decoder(format).decode(value, buffer))
          .isInstanceOf(RejectedExample.class);
    }
    assertThatThrownBy(
            () -> decoder(ValueFormat.JSON).decode(joined("[{}]".getBytes(UTF_8), "a"), buffer))
        .hasMessageContaining("one label for many examples");
  }
}
