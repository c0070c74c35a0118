package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.log.HoldLimits;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ExamplePacker;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SparseVector;
import org.majorant.store.Topics;

/**
 * A worker ships no number that is not finite: it learns the range again, without who is to blame.
 */
class NotFiniteTest {
  private final TopologyFixture learner =
      new TopologyFixture(TopologyFixture.ALONE, HoldLimits.DEFAULT);

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void sumThatOverflows_isLearnedAgainInHalves() {
    teachAbsurdWeights(1e307);
    learner.examples(60);
    learner.tick(200);

    assertThat(learner.counter("majorant.relearned")).isPositive();
    assertThat(learner.output(Topics.DEAD_LETTERS)).isEmpty();
    final ModelHead head = learner.lastVersion();
    assertThat(head.getTally().getExamples()).isEqualTo(67);
    assertThat(head.getLineage())
        .containsExactly(new PartitionOffset(0, 60L), new PartitionOffset(1, 7L));
  }

  @Test
  void exampleThatCannotBeLearned_isRejected_andTheOthersAreLearned() {
    teachAbsurdWeights(1e307);
    learner.examples(3);
    learner.example(heavy());
    learner.examples(3);
    learner.tick(60);

    assertThat(learner.counter("majorant.relearned")).isPositive();
    final List<TestRecord<byte[], byte[]>> letters = learner.output(Topics.DEAD_LETTERS);
    assertThat(letters).hasSize(1);
    final DeadLetter letter = AvroSerde.of(DeadLetter.class).decode(letters.get(0).value());
    assertThat(letter.getReason()).isEqualTo(Rejection.VALUE);
    assertThat(letter.getOffset()).isEqualTo(3);
    assertThat(letter.getMessage()).contains("not finite");
    final ModelHead head = learner.lastVersion();
    assertThat(head.getTally().getExamples()).isEqualTo(7 + 6);
    assertThat(head.getTally().getRejected()).isEqualTo(1);
    assertThat(head.getTally().getLogLoss()).isFinite();
    assertThat(head.getLineage())
        .containsExactly(new PartitionOffset(0, 7L), new PartitionOffset(1, 7L));
  }

  /** All that follow it in its record find sums that it has spoiled. */
  @Test
  void packedExampleThatCannotBeLearned_isRejected_andTheOthersAreLearned() {
    teachAbsurdWeights(1e307);
    learner.examples(3);
    final List<byte[]> examples = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      examples.add(i == 7 ? heavy() : Given.example(1, "a", null));
    }
    learner.example(new ExamplePacker(SchemaRegistry.NONE, "").pack(examples));
    learner.examples(3);
    learner.tick(60);

    final List<TestRecord<byte[], byte[]>> letters = learner.output(Topics.DEAD_LETTERS);
    assertThat(letters).hasSize(1);
    final DeadLetter letter = AvroSerde.of(DeadLetter.class).decode(letters.get(0).value());
    assertThat(letter.getOffset()).isEqualTo(3);
    assertThat(letter.getItem()).isEqualTo(7);
    assertThat(letter.getMessage()).contains("not finite");
    assertThat(learner.lastVersion().getTally().getExamples()).isEqualTo(7 + 6 + 19);
  }

  /** Another partition teaches a weight of feature 0 so large that losses overflow. */
  private void teachAbsurdWeights(final double linear) {
    learner.summary(summary(1, 0, 7, state(linear, 0.1)));
    learner.tick(40);
    assertThat(learner.newestBase()).isPresent();
  }

  /** An example of feature 0 that counts a thousand times. */
  private static byte[] heavy() {
    final Point point = new Point(new SparseVector(List.of(0), List.of(1f)), "a", null, null);
    return AvroSerde.of(LabeledExample.class).encode(new LabeledExample(null, null, 1e3, point));
  }
}
