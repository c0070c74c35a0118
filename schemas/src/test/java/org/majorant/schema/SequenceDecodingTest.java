package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
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
        new Sequence(Collections.nCopies(tokens, VECTOR), Collections.nCopies(labels, "O"), null),
        reason,
        message);
  }

  @Test
  void decode_logPriorThatIsNotARowAToken_isRejected() {
    final List<Object> tokens = Collections.nCopies(3, VECTOR);
    for (final int rows : new int[] {0, 2, 4}) {
      assertRejected(
          new Sequence(tokens, List.of(), Collections.nCopies(rows, List.of(0.0))),
          Rejection.LOG_PRIOR,
          rows + " rows of logPrior for 3 tokens");
    }
  }

  @Test
  void decode_logPriorAfterAnother_leavesNothingOfIt() throws Exception {
    final List<Object> tokens = List.of(VECTOR, VECTOR);
    decoder.decode(
        SERDE.encode(
            example(
                new Sequence(
                    tokens,
                    List.of(),
                    Arrays.asList(List.of(1.0, 2.0), List.of(Double.NEGATIVE_INFINITY, 4.0))))),
        buffer);
    assertThat(buffer.logPriorSize).isEqualTo(4);
    decoder.decode(
        SERDE.encode(
            example(new Sequence(tokens, List.of(), Arrays.asList(null, List.of(5.0, 6.0))))),
        buffer);
    assertThat(buffer.priorLengths).startsWith(-1, 2);
    assertThat(Arrays.copyOf(buffer.logPrior, buffer.logPriorSize)).containsExactly(5, 6);
    decoder.decode(SERDE.encode(example(new Sequence(tokens, List.of(), null))), buffer);
    assertThat(buffer.logPriorSize).isEqualTo(-1);
  }

  @Test
  void decode_longestSequence_isAccepted() throws Exception {
    final Sequence longest =
        new Sequence(Collections.nCopies(SequenceBuffer.MAX_TOKENS, VECTOR), List.of(), null);
    decoder.decode(SERDE.encode(example(longest)), buffer);
    assertThat(buffer.length).isEqualTo(SequenceBuffer.MAX_TOKENS);
  }

  @Test
  void decode_point_isRejected() {
    assertRejected(
        new Point(VECTOR, "O", null, null),
        Rejection.STRUCTURE,
        "expected a Sequence, found a Point");
  }
}
