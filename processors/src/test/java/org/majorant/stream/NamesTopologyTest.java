package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.Refusal;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;

class NamesTopologyTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, labels: [a, b], features: {hash-bits: 10}, publish: {interval: 1s}}");

  private static final double HUGE = 1e308;

  private final TopologyFixture learner = new TopologyFixture(SPEC, HoldLimits.DEFAULT);

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void names_thatComeBy_areInTheVersion_andOutliveARestart() {
    learner.example(record(new NamedFeatures(List.of("age", "work=Private"), List.of())));
    learner.settle();
    assertThat(names(learner.lastVersion())).containsExactlyInAnyOrder("age", "work=Private");

    learner.restart();
    learner.example(record(new NamedFeatures(List.of("age", "work=State"), List.of())));
    learner.tick(15);
    final ModelHead head = learner.lastVersion();
    assertThat(names(head)).startsWith("age").contains("work=Private", "work=State").hasSize(3);
    assertThat(learner.summaries())
        .filteredOn(summary -> summary.getFrom() == 1)
        .last()
        .satisfies(
            summary ->
                assertThat(summary.getNames())
                    .extracting(NameCount::getName)
                    .containsExactlyInAnyOrder("age", "work=State"));
  }

  @Test
  void features_byIndex_haveNoNames() {
    learner.example(record(new SparseVector(List.of(3, 7), List.of())));
    learner.settle();
    assertThat(learner.lastVersion().getNames()).isEmpty();
  }

  /** They once counted twice. */
  @Test
  void names_ofSummariesThatAreMergedAgain_countOnce() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {hash-bits: 8}, curvature: {memory: full}}");
    try (TopologyFixture full = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      full.summary(of(spec, summary(1, 0, 7, state(0.5, HUGE))));
      full.tick(2);
      final BoundSummary named = of(spec, summary(2, 0, 5, state(0.5, 0.1)));
      named.setNames(List.of(new NameCount("age", 5L)));
      full.summary(named);
      full.summary(of(spec, summary(3, 0, 4, state(0.5, HUGE))));
      full.tick(20);

      assertThat(full.refusals(Refusal.UNSOLVABLE)).isEqualTo(1);
      assertThat(full.lastVersion().getNames()).containsExactly(new NameCount("age", 5L));
    }
  }

  private static BoundSummary of(final ModelSpec spec, final BoundSummary summary) {
    summary.setSpec(Fingerprint.of(spec));
    return summary;
  }

  private static List<String> names(final ModelHead head) {
    return head.getNames().stream().map(NameCount::getName).toList();
  }

  private static byte[] record(final Object features) {
    return AvroSerde.of(LabeledExample.class)
        .encode(new LabeledExample(null, null, 1.0, new Point(features, "a", null, null)));
  }
}
