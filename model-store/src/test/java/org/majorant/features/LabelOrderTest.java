package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Sequence;
import org.majorant.schema.SequenceBuffer;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

class LabelOrderTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          """
          {model: m, task: sequence, labels: [O, B-X, I-X, B-Y, I-Y], features: {dimension: 1},
           transitions: {forbidden: [[[START, O, B-Y, I-Y], I-X], [[START, O, B-X, I-X], I-Y]]}}
          """);

  /** A dot is a label not observed. */
  @ParameterizedTest
  @CsvSource({
    "O B-X I-X I-X O B-Y I-Y",
    "B-X B-X I-X",
    ". . I-X",
    ". I-Y . I-Y",
    "O . I-X",
    ". . .",
    "B-X . I-X"
  })
  void labels_thatCanBe_areTaken(final String labels) throws Exception {
    map(labels);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "O I-X      | token 1, counted from 0: label 'I-X' cannot come after 'O'",
        "B-X I-X I-Y| token 2, counted from 0: label 'I-Y' cannot come after 'I-X'",
        "I-Y        | token 0, counted from 0: label 'I-Y' cannot begin a sequence",
        ". O I-X .  | token 2, counted from 0: label 'I-X' cannot come after 'O'",
      })
  void labels_thatCannotBe_areRejectedInALine(final String labels, final String line) {
    final RejectedExample e = catchThrowableOfType(RejectedExample.class, () -> map(labels));
    assertThat(e.reason()).isEqualTo(Rejection.LABEL);
    assertThat(e).hasMessage(line + ", by the spec's transitions");
  }

  /** Nothing goes from b to c by one label between them. */
  @Test
  void labels_thatNothingLeadsTo_areRejectedInALine() throws Exception {
    final ModelSpec ring =
        SpecFile.read(
            """
            {model: m, task: sequence, labels: [a, b, c], features: {dimension: 1}, transitions:
             {forbidden: [[a, [a, c]], [b, [a, b]], [c, [b, c]], [START, c]]}}
            """);
    assertThat(catchThrowableOfType(RejectedExample.class, () -> map(ring, "b . c")))
        .hasMessage(
            "token 2, counted from 0: label 'c' cannot be there, since no labels lead to it from"
                + " 'b' of token 0, by the spec's transitions");
    assertThat(catchThrowableOfType(RejectedExample.class, () -> map(ring, ". . b")))
        .hasMessage(
            "token 2, counted from 0: label 'b' cannot be there, since no labels lead to it from"
                + " the beginning, by the spec's transitions");
    assertThat(catchThrowableOfType(RejectedExample.class, () -> map(ring, ". c a c")))
        .hasMessage(
            "token 3, counted from 0: label 'c' cannot come after 'a', by the spec's"
                + " transitions");
    map(ring, ". . a . . a");
  }

  /** A row a token: a number or a dot (−∞) a label, or a dash for no row. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "O .  | 0 0           | token 0: 2 log-priors for 5 labels",
        "O .  | 0 0 0 0 0 0   | token 0: 6 log-priors for 5 labels",
        "O .  | -, 0 NaN 0 0 0| token 1: logPrior NaN is not a number within 1e+09 of 0, nor"
            + " -Infinity",
        "O .  | Infinity 0 0 0 0, -| token 0: logPrior Infinity is not a number within 1e+09 of 0,"
            + " nor -Infinity",
        "O .  | 0 1e10 0 0 0, -| token 0: logPrior 1.0E10 is not a number within 1e+09 of 0, nor"
            + " -Infinity",
        "O .  | -, . . . . .  | token 1: logPrior rules out all labels",
        "O B-X| -, 0 . 0 0 0  | token 1: logPrior rules out label 'B-X'",
        "O .  | -, . . 0 . 0  | token 1: logPrior and the spec's transitions rule out all labels",
        ". .  | 0 . . . ., . . 0 . .| token 1: logPrior and the spec's transitions rule out all"
            + " labels",
        ". I-X| 0 . . 0 ., -  | token 1: logPrior and the spec's transitions rule out label 'I-X'",
      })
  void logPrior_thatCannotBe_isRejectedInALine(
      final String labels, final String rows, final String line) {
    final RejectedExample e =
        catchThrowableOfType(RejectedExample.class, () -> map(SPEC, labels, rows));
    assertThat(e.reason()).isEqualTo(Rejection.LOG_PRIOR);
    assertThat(e).hasMessage(line.replace(": ", ", counted from 0: "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"O . | -, 0 . . . .", ". I-X I-X | . 0 . . ., -, -", ". . | . . . 0 ., . . . . 0"})
  void logPrior_thatLeavesALabelling_isTaken(final String labels, final String rows)
      throws Exception {
    map(SPEC, labels, rows);
  }

  /** A sequence that has no log-prior after one that has, and rows without numbers. */
  @Test
  void logPrior_isThatOfItsOwnSequence_lessTheLargestOfEachToken() throws Exception {
    final SparseSequence x = new SparseSequence();
    fill(x, SPEC, ". .", "-, 1 2 . 4 0");
    assertThat(Arrays.copyOf(x.logPrior, 10))
        .containsExactly(0, 0, 0, 0, 0, -3, -2, Double.NEGATIVE_INFINITY, 0, -4);
    fill(x, SPEC, ". .", "1 1 1 1 2, -");
    assertThat(Arrays.copyOf(x.logPrior, 10)).containsExactly(-1, -1, -1, -1, 0, 0, 0, 0, 0, 0);
    fill(x, SPEC, ". .", null);
    assertThat(x.logPrior).isNull();
  }

  private static void map(final String labels) throws RejectedExample {
    map(SPEC, labels);
  }

  private static void map(final ModelSpec spec, final String labels) throws RejectedExample {
    map(spec, labels, null);
  }

  private static void map(final ModelSpec spec, final String labels, final String rows)
      throws RejectedExample {
    fill(new SparseSequence(), spec, labels, rows);
  }

  private static void fill(
      final SparseSequence x, final ModelSpec spec, final String labels, final String rows)
      throws RejectedExample {
    final List<String> given =
        Arrays.stream(labels.split(" ")).map(label -> label.equals(".") ? null : label).toList();
    final Sequence sequence =
        new Sequence(
            Collections.nCopies(given.size(), new SparseVector(List.of(), List.of())),
            given,
            priors(given.size(), rows));
    final SequenceBuffer buffer = new SequenceBuffer();
    buffer.set(new LabeledExample(null, null, 1.0, sequence));
    x.fill(buffer, new FeatureSpace(spec));
    assertThat(x.length).isEqualTo(given.size());
  }

  private static List<List<Double>> priors(final int tokens, final String rows) {
    if (rows == null) {
      return null;
    }
    final List<List<Double>> priors = new ArrayList<>();
    for (final String row : rows.strip().split(", ")) {
      priors.add(
          row.equals("-")
              ? null
              : Arrays.stream(row.split(" "))
                  .map(h -> h.equals(".") ? Double.NEGATIVE_INFINITY : Double.valueOf(h))
                  .toList());
    }
    while (priors.size() < tokens) {
      priors.add(null);
    }
    return priors;
  }
}
