package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.majorant.log.HoldLimits;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Choice;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Rejection;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

class GraphTopologyTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, task: graph, max-width: 1, inference: exact,"
              + " features: {names: [warm, same]},"
              + " publish: {interval: 1s}}");
  private static final Object NOTHING = new NamedFeatures(List.of(), List.of());

  @Test
  void graphs_become_a_version_through_the_topology() {
    try (TopologyFixture learner = new TopologyFixture(SPEC, HoldLimits.DEFAULT)) {
      final SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < 300; i++) {
        learner.example(pair(random, i % 3 == 0));
      }
      learner.example(record(new Graph(List.of(2), List.of(unary(0, 1)), List.of()))); // no state
      learner.example(record(new Graph(List.of(), List.of(), List.of())));
      learner.example(record(new Graph(List.of(2), List.of(unary(1, 1)), List.of(0))));
      learner.example(record(new Graph(List.of(2), List.of(unary(0, 1)), List.of(2))));
      learner.example(record(triangle(1)));
      learner.example(record(new Graph(List.of(2), List.of(unary(0, Float.NaN)), List.of(0))));
      learner.example(record(new Choice(List.of(NOTHING), 0, null)));
      learner.settle();

      final ModelHead head = learner.lastVersion();
      assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 307L));
      assertThat(head.getTally().getExamples()).isEqualTo(300);
      assertThat(head.getTally().getWeight()).isEqualTo(500);
      assertThat(head.getTally().getUnlabeled()).isEqualTo(1);
      assertThat(head.getTally().getRejected()).isEqualTo(6);
      assertThat(head.getTally().getLogLoss())
          .isLessThan(0.5 * head.getTally().getNoChangeLogLoss());
      assertThat(head.getTally().getNoChangeLogLoss()).isCloseTo(500 * Math.log(2), within(1e-9));
      assertThat(head.getTally().getSlackMin()).isGreaterThan(-1e-9);
      assertThat(head.getBound()).isGreaterThanOrEqualTo(head.getObjective());
      final List<DeadLetter> letters =
          learner.output(Topics.DEAD_LETTERS).stream()
              .map(TestRecord::value)
              .map(AvroSerde.of(DeadLetter.class)::decode)
              .toList();
      assertThat(letters)
          .extracting(DeadLetter::getReason)
          .containsExactly(
              Rejection.LENGTH,
              Rejection.STRUCTURE,
              Rejection.LABEL,
              Rejection.LENGTH,
              Rejection.VALUE,
              Rejection.STRUCTURE);
      assertThat(letters.get(3).getMessage())
          .isEqualTo(
              "the graph is too wide: elimination meets tree-width 2, and the limit is 1;"
                  + " 'inference: trw' takes wider ones");
    }
  }

  /** What does not fit in a double is a dead letter by itself. */
  @Test
  void graphs_that_are_too_wide_are_learned_by_forests() {
    final ModelSpec spec =
        SpecFile.read("{model: m, task: graph, max-width: 1, features: {names: [warm]}}");
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      for (int i = 0; i < 50; i++) {
        learner.example(record(triangle(1)));
      }
      learner.example(record(triangle(3e38f)));
      learner.tick(60);

      final ModelHead head = learner.lastVersion();
      assertThat(head.getTally().getExamples()).isEqualTo(50);
      assertThat(head.getTally().getRejected()).isEqualTo(1);
      assertThat(head.getTally().getLogLoss())
          .isLessThan(0.8 * head.getTally().getNoChangeLogLoss());
      assertThat(head.getTally().getInferenceSweeps()).isGreaterThanOrEqualTo(50);
      assertThat(head.getTally().getInferenceGap()).isBetween(0.0, 50 * 3e-4);
      assertThat(head.getTally().getSlackMin()).isGreaterThan(-1e-9);
      assertThat(learner.output(Topics.DEAD_LETTERS)).hasSize(1);
    }
  }

  /** Two variables that agree, the first told by a cue; the second at times not observed. */
  private static byte[] pair(final SplittableRandom random, final boolean hidden) {
    final int state = random.nextInt(2);
    final Object same = new NamedFeatures(List.of("same"), List.of());
    final Factor agree = new Factor(List.of(1, 0), List.of(same, NOTHING, NOTHING, same), null);
    final float cue = (float) ((2 * state - 1) * random.nextDouble(0.5, 2));
    return record(
        new Graph(
            List.of(2, 2),
            List.of(unary(0, cue), agree),
            Arrays.asList(state, hidden ? null : (Integer) state)));
  }

  private static Factor unary(final int variable, final float cue) {
    return new Factor(
        List.of(variable),
        List.of(NOTHING, new NamedFeatures(List.of("warm"), List.of(cue))),
        null);
  }

  /** Three variables that are 1, each pair of which has a feature for that. */
  private static Graph triangle(final float value) {
    final Object warm = new NamedFeatures(List.of("warm"), List.of(value));
    final List<Object> four = List.of(NOTHING, NOTHING, NOTHING, warm);
    return new Graph(
        List.of(2, 2, 2),
        List.of(
            new Factor(List.of(0, 1), four, null),
            new Factor(List.of(1, 2), four, null),
            new Factor(List.of(2, 0), four, null)),
        List.of(1, 1, 1));
  }

  private static byte[] record(final Object structure) {
    return AvroSerde.of(LabeledExample.class)
        .encode(new LabeledExample(null, null, 1.0, structure));
  }
}
