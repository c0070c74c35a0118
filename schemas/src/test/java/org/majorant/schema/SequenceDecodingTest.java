package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceDecodingTest extends DecodingTest<SequenceBuffer> {
  SequenceDecodingTest() {
    super(new SequenceBuffer());
  }

  @Override
  LabeledExample any(final SplittableRandom random) {
    return Examples.sequence(random);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, LENGTH, a sequence needs a token",
    "10001, 0, LENGTH, more than the 10000 tokens allowed",
    "3, 2, LABEL, 2 labels for 3 tokens",
    "3, 4, LABEL, 4 labels for 3 tokens"
  })
  void decode_tokensOrLabelsThatDoNotFit_areRejected(
      final int tokens, final int labels, final Rejection reason, final String message) {
    assertRejected(
        new Sequence(Collections.nCopies(tokens, VECTOR), Collections.nCopies(labels, "O")),
        reason,
        message);
  }

  @Test
  void decode_longestSequence_isAccepted() throws Exception {
    final Sequence longest =
        new Sequence(Collections.nCopies(SequenceBuffer.MAX_TOKENS, VECTOR), List.of());
    decoder.decode(SERDE.encode(example(longest)), buffer);
    assertThat(buffer.length).isEqualTo(SequenceBuffer.MAX_TOKENS);
  }

  @Test
  void decode_point_isRejected() {
    assertRejected(
        new Point(VECTOR, "O", null), Rejection.STRUCTURE, "expected a Sequence, found a Point");
  }
}
