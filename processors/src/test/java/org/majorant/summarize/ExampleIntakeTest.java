package org.majorant.summarize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.features.SparseSequence;
import org.majorant.log.InputRecord;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Sequence;
import org.majorant.spec.SpecFile;

/** What a record is to a model of sequences. */
class ExampleIntakeTest {
  private static final NamedFeatures TOKEN = new NamedFeatures(List.of("a", "b"), List.of());

  private final ExampleIntake intake =
      new ExampleIntake(
          SpecFile.read("{model: tagger, task: sequence, labels: [O, B-X]}"),
          new ExampleDecoder(100_000));

  @Test
  void sequence_isLabeled_whereAnyLabelIsObserved() throws Exception {
    assertThat(read(null, sequence(null, "B-X"))).isEqualTo(ExampleIntake.Kind.LABELED);
    final SparseSequence x = (SparseSequence) intake.example();
    assertThat(x.length).isEqualTo(2);
    assertThat(Arrays.copyOf(x.labels, 2)).containsExactly(-1, 1);
    assertThat(read(null, sequence(null, null))).isEqualTo(ExampleIntake.Kind.UNLABELED);
  }

  @Test
  void pointOfAnotherModel_isLeftToIt_andOfNoneRejected() throws Exception {
    final Point point = new Point(TOKEN, "O", null, null);
    assertThat(read("adult", point)).isEqualTo(ExampleIntake.Kind.OF_ANOTHER_MODEL);
    assertThat(rejection(point)).isEqualTo(Rejection.STRUCTURE);
  }

  @Test
  void sequence_thatDoesNotFit_isRejectedWithItsReason() {
    assertThat(rejection(sequence("O", "B-Y"))).isEqualTo(Rejection.LABEL);
    assertThat(rejection(new Sequence(List.of(TOKEN), List.of("O", "O"), null)))
        .isEqualTo(Rejection.LABEL);
    assertThat(rejection(new Sequence(List.of(), List.of(), null))).isEqualTo(Rejection.LENGTH);
  }

  @Test
  void sequence_whoseLabelsTheSpecForbids_isRejectedInALine() {
    final ExampleIntake strict =
        new ExampleIntake(
            SpecFile.read(
                "{model: tagger, task: sequence, labels: [O, B-X, I-X],"
                    + " transitions: {forbidden: [[[START, O], I-X]]}}"),
            new ExampleDecoder(100_000));
    final byte[] value =
        AvroSerde.of(LabeledExample.class)
            .encode(new LabeledExample(null, null, 1.0, sequence("O", "I-X")));
    strict.open(new InputRecord(0, 0, null, value));
    final RejectedExample rejected =
        catchThrowableOfType(RejectedExample.class, () -> strict.read(0));
    assertThat(rejected.reason()).isEqualTo(Rejection.LABEL);
    assertThat(rejected)
        .hasMessage(
            "token 1, counted from 0: label 'I-X' cannot come after 'O', by the spec's"
                + " transitions");
  }

  private static Sequence sequence(final String first, final String second) {
    return new Sequence(List.of(TOKEN, TOKEN), Arrays.asList(first, second), null);
  }

  private Rejection rejection(final Object structure) {
    return catchThrowableOfType(RejectedExample.class, () -> read(null, structure)).reason();
  }

  private ExampleIntake.Kind read(final String model, final Object structure)
      throws RejectedExample {
    final byte[] value =
        AvroSerde.of(LabeledExample.class).encode(new LabeledExample(null, model, 1.0, structure));
    intake.open(new InputRecord(0, 0, null, value));
    return intake.read(0);
  }
}
