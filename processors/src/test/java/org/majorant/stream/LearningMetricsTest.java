package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.log.HoldLimits;
import org.majorant.model.Mixture;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

class LearningMetricsTest {
  private static final ModelSpec DIAGONAL =
      SpecFile.read(
          "{model: m, labels: [a, b], features: {dimension: 8}, publish: {interval: 1s},"
              + " curvature: {memory: diagonal}}");

  @Test
  void memberWeights_areThoseOfTheNewestVersion() {
    try (TopologyFixture learner = new TopologyFixture(DIAGONAL, HoldLimits.DEFAULT)) {
      final List<Member> unknown = Mixture.of(DIAGONAL).members(List.of(), List.of());
      assertThat(unknown).hasSize(18).allMatch(member -> learner.weight(member) == 0);
      learner.examples(50);
      learner.settle();
      final List<Member> first = learner.lastVersion().getMembers();
      assertThat(first)
          .hasSize(18)
          .allMatch(member -> learner.weight(member) == member.getWeight());
      learner.examples(50);
      learner.tick(20);
      final List<Member> second = learner.lastVersion().getMembers();
      assertThat(second)
          .isNotEqualTo(first)
          .allMatch(member -> learner.weight(member) == member.getWeight());
    }
  }

  /** Several memories are read with one prior. */
  @Test
  void memberWeights_ofSeveralMemories_areEachItsOwn() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 8}, publish: {interval: 1s},"
                + " forgetting: {half-lives: [10, 30]}}");
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      learner.examples(50);
      learner.settle();
      assertThat(learner.lastVersion().getMembers())
          .hasSize(30)
          .allMatch(member -> learner.weight(member) == member.getWeight());
    }
  }

  /** Whoever looks at the log would look for a fault. */
  @Test
  void members_ofSeveralViews_areRegisteredOnce() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {names: [x, y], standardize: 50}, views: [linear,"
                + " hats], forgetting: auto}");
    try (LogRecorder log = new LogRecorder(MeterRegistry.class)) {
      final SimpleMeterRegistry registry = new SimpleMeterRegistry();
      new LearningMetrics(registry, spec);
      assertThat(registry.find("majorant.member.weight").gauges()).hasSizeGreaterThan(18);
      assertThat(log.messages()).isEmpty();
    }
  }

  @Test
  void memberWeights_whereThetaPredictsAlone_areNot() {
    try (TopologyFixture learner = new TopologyFixture(TopologyFixture.ALONE, HoldLimits.DEFAULT)) {
      assertThat(learner.measures("majorant.objective")).isTrue();
      assertThat(learner.measures("majorant.member.weight")).isFalse();
    }
  }
}
