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
