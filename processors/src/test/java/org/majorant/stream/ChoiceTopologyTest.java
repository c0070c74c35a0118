package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.majorant.log.HoldLimits;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Choice;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Rejection;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

class ChoiceTopologyTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, task: choice, features: {names: [price, time]},"
              + " constraints: {features: {price: [-.inf, 0]}}, publish: {interval: 1s}}");

  @Test
  void choices_become_a_version_through_the_topology() {
    try (TopologyFixture learner = new TopologyFixture(SPEC, HoldLimits.DEFAULT)) {
      final SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < 300; i++) {
        learner.example(cheapest(random));
      }
      learner.example(record(List.of(named(1, 1), named(2, 2)), null)); // teaches nothing
      learner.example(record(List.of(), null));
      learner.example(record(List.of(named(1, 1)), 1));
      learner.settle();

      final ModelHead head = learner.lastVersion();
      assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 303L));
      assertThat(head.getTally().getExamples()).isEqualTo(300);
      assertThat(head.getTally().getUnlabeled()).isEqualTo(1);
      assertThat(head.getTally().getRejected()).isEqualTo(2);
      assertThat(head.getTally().getLogLoss())
          .isLessThan(0.5 * head.getTally().getNoChangeLogLoss());
      assertThat(head.getTally().getNoChangeLogLoss())
          .isCloseTo(300 * Math.log(3), within(1e-9))
          .isEqualTo(head.getTally().getClassFrequencyLogLoss());
      assertThat(head.getTally().getSlackMin()).isGreaterThan(-1e-9);
      assertThat(head.getBound()).isGreaterThanOrEqualTo(head.getObjective());
      assertThat(learner.output(Topics.DEAD_LETTERS))
          .extracting(TestRecord::value)
          .extracting(AvroSerde.of(DeadLetter.class)::decode)
          .extracting(DeadLetter::getReason)
          .containsExactly(Rejection.LENGTH, Rejection.LABEL);
    }
  }

  private static byte[] cheapest(final SplittableRandom random) {
    final List<Float> prices = List.of(price(random), price(random), price(random));
    int chosen = 0;
    for (int a = 1; a < 3; a++) {
      chosen = prices.get(a) < prices.get(chosen) ? a : chosen;
    }
    return record(
        prices.stream().<Object>map(price -> named(price, price(random))).toList(), chosen);
  }

  private static float price(final SplittableRandom random) {
    return (float) random.nextDouble(1, 9);
  }

  private static NamedFeatures named(final float price, final float time) {
    return new NamedFeatures(List.of("price", "time"), List.of(price, time));
  }

  private static byte[] record(final List<Object> alternatives, final Integer chosen) {
    return AvroSerde.of(LabeledExample.class)
        .encode(new LabeledExample(null, null, 1.0, new Choice(alternatives, chosen, null)));
  }
}
