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
import org.majorant.schema.Choice;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ExamplePacker;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

/**
 * An example that is well-formed, but whose learning ends in an exception, ends no stream: it is a
 * dead letter, and all others are learned. Here another partition has taught a weight so large that
 * the scores of all its alternatives overflow to minus infinity, so that none of them has mass.
 */
class UnlearnableTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, task: choice, features: {names: [price, time]}, publish: {interval: 1s}}");

  private final TopologyFixture learner = new TopologyFixture(SPEC, HoldLimits.DEFAULT);
  private final List<DeadLetter> letters = new ArrayList<>();

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void exampleThatThrows_isADeadLetter_andTheOthersAreLearned() {
    teachAnAbsurdPrice();
    choices(5);
    learner.example(choice("price", Float.MAX_VALUE));
    choices(5);
    learner.tick(60);

    assertLearnedAllBut(5);
  }

  /** After the restart the same offset is delivered again. */
  @Test
  void exampleThatThrows_isADeadLetterAfterARestart_too() {
    teachAnAbsurdPrice();
    choices(5);
    learner.tick(20);
    learner.log().append(Topics.EXAMPLES, null, choice("price", Float.MAX_VALUE), 0);
    learner.restart(6);
    choices(5);
    learner.tick(60);

    assertLearnedAllBut(5);
  }

  @Test
  void packedExamplesThatThrow_areDeadLetters_andTheOthersOfTheirRecordAreLearned() {
    teachAnAbsurdPrice();
    choices(5);
    learner.example(packed());
    choices(5);
    learner.tick(60);

    assertPackedLearnedAllBut(2, 6);
  }

  /** The letter is committed, and the record not learned yet. */
  @Test
  void packedExamplesThatThrow_areDeadLettersOnce_throughARestart() {
    teachAnAbsurdPrice();
    choices(5);
    learner.tick(60); // the worker that taught takes no base, and is waited for
    learner.example(packed());
    collectLetters();
    assertThat(letters).hasSize(2);
    learner.restart();
    choices(5);
    learner.tick(60);

    assertPackedLearnedAllBut(2, 6);
  }

  @Test
  void exampleThatThrows_isADeadLetterOnce_throughARestart() {
    teachAnAbsurdPrice();
    choices(5);
    learner.tick(60);
    learner.example(choice("price", Float.MAX_VALUE));
    collectLetters();
    learner.restart();
    choices(5);
    learner.tick(60);

    collectLetters();
    assertThat(letters).extracting(DeadLetter::getOffset).containsExactly(5L);
    assertThat(learner.lastVersion().getTally().getExamples()).isEqualTo(7 + 10);
  }

  private void collectLetters() {
    learner.output(Topics.DEAD_LETTERS).stream()
        .map(TestRecord::value)
        .map(AvroSerde.of(DeadLetter.class)::decode)
        .forEach(letters::add);
  }

  private void assertPackedLearnedAllBut(final Integer... toBlame) {
    collectLetters();
    assertThat(letters).extracting(DeadLetter::getOffset).containsOnly(5L);
    assertThat(letters).extracting(DeadLetter::getItem).containsExactly(toBlame);
    for (final DeadLetter letter : letters) {
      assertThat(letter.getValue().array()).isEqualTo(choice("price", Float.MAX_VALUE));
    }
    final ModelHead head = learner.lastVersion();
    assertThat(head.getTally().getExamples()).isEqualTo(7 + 10 + 6);
    assertThat(head.getTally().getRejected()).isEqualTo(2);
    assertThat(head.getLineage())
        .containsExactly(new PartitionOffset(0, 11L), new PartitionOffset(1, 7L));
  }

  /** Eight examples, of which the third and the seventh cannot be learned. */
  private static byte[] packed() {
    final List<byte[]> examples = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      examples.add(i == 2 || i == 6 ? choice("price", Float.MAX_VALUE) : choice("time", i));
    }
    return new ExamplePacker(SchemaRegistry.NONE, "").pack(examples);
  }

  private void assertLearnedAllBut(final long toBlame) {
    assertThat(learner.counter("majorant.relearned")).isPositive();
    final List<TestRecord<byte[], byte[]>> letters = learner.output(Topics.DEAD_LETTERS);
    assertThat(letters).hasSize(1);
    final DeadLetter letter = AvroSerde.of(DeadLetter.class).decode(letters.get(0).value());
    assertThat(letter.getReason()).isEqualTo(Rejection.VALUE);
    assertThat(letter.getOffset()).isEqualTo(toBlame);
    assertThat(letter.getMessage())
        .startsWith("learning it fails with IllegalStateException 'no configuration has mass'");
    final ModelHead head = learner.lastVersion();
    assertThat(head.getTally().getExamples()).isEqualTo(7 + 10);
    assertThat(head.getTally().getRejected()).isEqualTo(1);
    assertThat(head.getLineage())
        .containsExactly(new PartitionOffset(0, 11L), new PartitionOffset(1, 7L));
  }

  private void teachAnAbsurdPrice() {
    learner.summary(summary(SPEC, 1, 0, 7, state(SPEC, -1e280, 0.1)));
    learner.tick(40);
    assertThat(learner.newestBase()).isPresent();
  }

  private void choices(final int count) {
    for (int i = 0; i < count; i++) {
      learner.example(choice("time", i));
    }
  }

  /** Both alternatives have the same price. */
  private static byte[] choice(final String feature, final float value) {
    final NamedFeatures one = new NamedFeatures(List.of(feature), List.of(value));
    final NamedFeatures other = new NamedFeatures(List.of(feature), List.of(value));
    return AvroSerde.of(LabeledExample.class)
        .encode(new LabeledExample(null, null, 1.0, new Choice(List.of(one, other), 0, null)));
  }
}
