package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.log.HoldLimits;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Choice;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.Edge;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Matching;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Pair;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Rejection;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

class MatchingTopologyTest {
  private static final int EXAMPLES = 300;

  @ParameterizedTest
  @ValueSource(strings = {"full", "low-rank", "diagonal"})
  void matchings_becomeAVersionThroughTheTopology(final String memory) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, task: matching, max-edges: 6, features: {names: [near, lone]},"
                + " curvature: {memory: %s}, publish: {interval: 1s}}".formatted(memory));
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      final SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < EXAMPLES; i++) {
        learner.example(taught(random, true));
      }
      learner.example(taught(random, false)); // nothing observed
      bad().forEach(learner::example);
      learner.tick(60); // one of them is learned in vain, and those around it again

      final ModelHead head = learner.lastVersion();
      assertThat(head.getLineage())
          .containsExactly(new PartitionOffset(0, EXAMPLES + 1L + bad().size()));
      assertThat(head.getTally().getExamples()).isEqualTo(EXAMPLES);
      assertThat(head.getTally().getUnlabeled()).isEqualTo(1);
      assertThat(head.getTally().getRejected()).isEqualTo(bad().size());
      assertThat(head.getTally().getWeight()).isBetween(2.0 * EXAMPLES, 3.0 * EXAMPLES);
      assertThat(head.getTally().getLogLoss())
          .isLessThan(0.7 * head.getTally().getNoChangeLogLoss());
      assertThat(head.getTally().getSlackMin()).isGreaterThan(-1e-9);
      assertThat(head.getTally().getInferenceSweeps()).isGreaterThan(EXAMPLES);
      assertThat(head.getTally().getInferenceGap()).isBetween(0.0, 1e-4 * EXAMPLES);
      assertThat(head.getBound()).isGreaterThanOrEqualTo(head.getObjective());
      assertLetters(
          learner.output(Topics.DEAD_LETTERS).stream()
              .map(TestRecord::value)
              .map(AvroSerde.of(DeadLetter.class)::decode)
              .toList());
    }
  }

  /** A line for each of {@link #bad}; that of what is learned in vain comes later. */
  private static void assertLetters(final List<DeadLetter> letters) {
    assertThat(letters)
        .extracting(DeadLetter::getReason, DeadLetter::getMessage)
        .containsExactlyInAnyOrder(
            tuple(Rejection.STRUCTURE, "the candidate edges contain no perfect matching"),
            tuple(Rejection.STRUCTURE, "left node 0 and right node 0 are joined twice"),
            tuple(Rejection.STRUCTURE, "edge 0 has the right node 1, and there are 1, from 0"),
            tuple(Rejection.LABEL, "left node 0 is matched twice"),
            tuple(
                Rejection.LABEL,
                "left node 0 is matched with right node 1, and no edge joins them"),
            tuple(Rejection.LABEL, "left node 0 is not matched, and may not stay unmatched"),
            tuple(Rejection.LENGTH, "7 edges, and the spec's max-edges is 6"),
            tuple(Rejection.VALUE, "value NaN of feature 'near' is not finite"),
            tuple(
                Rejection.VALUE,
                "learning it gives numbers that are not finite: scale down its values or its"
                    + " weight"),
            tuple(Rejection.STRUCTURE, "expected a Matching, found a Choice"));
  }

  private static List<byte[]> bad() {
    final Edge only = edge(0, 0, "near", 1);
    return List.of(
        record(2, 2, List.of(only, edge(1, 0, "near", 1)), null),
        record(1, 1, List.of(only, only), List.of(new Pair(0, 0))),
        record(1, 1, List.of(edge(0, 1, "near", 1)), List.of()),
        record(1, 2, List.of(only, edge(0, 1, "near", 1)), List.of(new Pair(0, 0), new Pair(0, 1))),
        record(2, 2, List.of(only, edge(1, 1, "near", 1)), List.of(new Pair(0, 1))),
        record(1, 1, List.of(only), List.of()),
        record(
            1,
            4,
            List.of(
                only,
                edge(0, 1, "near", 1),
                edge(0, 2, "near", 1),
                edge(0, 3, "near", 1),
                edge(null, 1, "lone", 1),
                edge(null, 2, "lone", 1),
                edge(null, 3, "lone", 1)),
            List.of(new Pair(0, 0))),
        record(1, 1, List.of(edge(0, 0, "near", Float.NaN)), List.of(new Pair(0, 0))),
        record(
            2,
            2,
            List.of(
                edge(0, 0, "near", Float.MAX_VALUE),
                edge(0, 1, "near", 1),
                edge(1, 0, "near", 1),
                edge(1, 1, "near", 2)),
            List.of(new Pair(0, 0), new Pair(1, 1))),
        AvroSerde.of(LabeledExample.class)
            .encode(
                new LabeledExample(
                    null,
                    null,
                    1.0,
                    new Choice(List.of(new NamedFeatures(List.of(), List.of())), 0, null))));
  }

  /** Two left nodes and one right one, which takes the nearer; at times both stay alone. */
  private static byte[] taught(final SplittableRandom random, final boolean observed) {
    final float first = (float) random.nextDouble(2);
    final float second = (float) random.nextDouble(2);
    final float best = Math.max(first, second);
    final boolean alone = best < 0.4;
    final List<Edge> edges =
        List.of(
            edge(0, 0, "near", 3 * first),
            edge(1, 0, "near", 3 * second),
            edge(0, null, "lone", 1),
            edge(1, null, "lone", 1),
            edge(null, 0, "lone", 1));
    return record(
        2,
        1,
        edges,
        !observed ? null : alone ? List.of() : List.of(new Pair(first > second ? 0 : 1, 0)));
  }

  private static byte[] record(
      final int left, final int right, final List<Edge> edges, final List<Pair> matches) {
    return AvroSerde.of(LabeledExample.class)
        .encode(new LabeledExample(null, null, 1.0, new Matching(left, right, edges, matches)));
  }

  private static Edge edge(
      final Integer left, final Integer right, final String name, final float value) {
    return new Edge(left, right, new NamedFeatures(List.of(name), List.of(value)));
  }
}
