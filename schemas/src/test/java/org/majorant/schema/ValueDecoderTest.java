package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

/** Whatever a record makes of a decoder, the record is rejected and the stream can go on. */
class ValueDecoderTest {
  @Test
  void errorThatNobodyForesaw_isARejectionThatSaysWhereItWas() {
    final RejectedExample e = rejection(new NullPointerException("the\nfield \u009b31m is null"));
    assertThat(e.reason()).isEqualTo(Rejection.UNDECODABLE);
    assertThat(e.getMessage())
        .matches(
            "reading it fails with NullPointerException 'the field  31m is null'"
                + " at ValueDecoderTest.java:\\d+: report this together with the record");
  }

  @Test
  void stackThatOverflows_isARejection() {
    assertThat(rejection(new StackOverflowError()).getMessage()).contains("StackOverflowError");
  }

  /** These say nothing of the record. */
  @Test
  void registryThatIsAwayAndFullMemory_areNoRejections() {
    for (final Throwable away :
        new Throwable[] {new RegistryException("away"), new OutOfMemoryError("full")}) {
      assertThatThrownBy(() -> failing(away).decode(new byte[1], new ExampleBuffer()))
          .isSameAs(away);
    }
  }

  @Test
  void message_isOneShortLineWhateverItQuotes() {
    final String message =
        new RejectedExample(Rejection.LABEL, "a\r\nb\u2028c\u202e" + "x".repeat(1 << 20))
            .getMessage();
    assertThat(message).startsWith("a  b c xxx").endsWith("…").hasSizeLessThan(1000);
    assertThat(RejectedExample.quote("x".repeat(39) + "\ud83d\ude00y"))
        .as("a character is not cut in two")
        .isEqualTo("'" + "x".repeat(39) + " …'");
  }

  @Test
  void recordThatIsExpectedAgain_isDecodedOnce() throws Exception {
    final Counting decoder = new Counting();
    decoder.expectAgain(true);
    for (int times = 0; times < 3; times++) {
      decodeAll(decoder, decoder.given);
    }
    assertThat(decoder.opened).isEqualTo(1);
    assertThat(decoder.decoded).isEqualTo(2);
    decodeAll(decoder, decoder.given.clone());
    assertThat(decoder.opened).as("another record with the same bytes").isEqualTo(2);
    decoder.expectAgain(false);
    decodeAll(decoder, decoder.given);
    decodeAll(decoder, decoder.given);
    assertThat(decoder.decoded).as("nobody asks again").isEqualTo(8);
  }

  @Test
  void recordWhoseSchemaCannotBeHad_isDecodedWhenItCan() throws Exception {
    final Counting decoder = new Counting();
    decoder.expectAgain(true);
    for (int step = 1; step <= 2; step++) {
      final byte[] record = new byte[2];
      decoder.away = step;
      assertThatThrownBy(() -> decodeAll(decoder, record)).isInstanceOf(RegistryException.class);
      decoder.away = 0;
      decodeAll(decoder, record);
    }
  }

  /** Arrays keep the length that they have grown to; a long record must not keep others long. */
  @Test
  void recordThatIsTooLong_isDecodedForEach() throws Exception {
    final Counting decoder = new Counting();
    decoder.expectAgain(true);
    final byte[] record = new byte[(1 << 20) + 1];
    decodeAll(decoder, record);
    decodeAll(decoder, record);
    assertThat(decoder.decoded).isEqualTo(4);
  }

  private static void decodeAll(final ValueDecoder decoder, final byte[] record) throws Exception {
    final ExampleBuffer buffer = new ExampleBuffer();
    for (int item = 0; item < decoder.open(record); item++) {
      decoder.decode(item, buffer);
      assertThat(buffer.weight).isEqualTo(item + 1);
    }
  }

  /** Of two examples in each record. */
  private static final class Counting extends ValueDecoder {
    private final byte[] given = new byte[2];
    private int opened;
    private int decoded;
    private int away; // the registry: 1 when a record is opened, 2 when its last example is decoded

    Counting() {
      super(1 << 21);
    }

    @Override
    protected void openValue(final byte[] value, final RecordHeaders headers)
        throws RejectedExample {
      requireRegistry(1);
      opened++;
      isPackedRecord();
      add(0, 1);
      add(1, 2);
    }

    @Override
    protected void decodeExample(
        final byte[] value, final int from, final int to, final DecodedExample buffer) {
      decoded++;
      if (from == 1) {
        requireRegistry(2);
      }
      buffer.weight = to;
    }

    private void requireRegistry(final int step) {
      if (away == step) {
        throw new RegistryException("away");
      }
    }

    @Override
    protected byte[] unpack(final byte[] value, final int from, final int to) {
      return value;
    }
  }

  private static RejectedExample rejection(final Throwable error) {
    return catchThrowableOfType(
        RejectedExample.class, () -> failing(error).decode(new byte[1], new ExampleBuffer()));
  }

  private static ValueDecoder failing(final Throwable error) {
    return new ValueDecoder(1) {
      @Override
      protected void openValue(final byte[] value, final RecordHeaders headers) {
        isOne(0);
      }

      @Override
      protected void decodeExample(
          final byte[] value, final int from, final int to, final DecodedExample buffer) {
        if (error instanceof RuntimeException e) {
          throw e;
        }
        throw (Error) error;
      }

      @Override
      protected byte[] unpack(final byte[] value, final int from, final int to) {
        return value;
      }
    };
  }
}
