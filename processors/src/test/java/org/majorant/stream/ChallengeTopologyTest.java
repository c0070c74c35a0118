package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.replay.RebuiltVersion;
import org.majorant.schema.Comparison;
import org.majorant.schema.ExamplePacker;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;

/** A challenger's versions say how it compares with its champion on the examples of both. */
class ChallengeTopologyTest {
  private static final ModelSpec CHAMPION = spec("champion", "curvature: {memory: diagonal}");
  private static final ModelSpec CHALLENGER = spec("challenger", "challenges: champion");
  private static final ModelSpec BESIDE = spec("beside", "members: none");

  private static ModelSpec spec(final String model, final String more) {
    return SpecFile.read(
        ("{model: %s, input: {topic: examples}, labels: [a, b], features: {dimension: 8},"
                + " publish: {interval: 1s}, %s}")
            .formatted(model, more));
  }

  private static void examples(final FleetFixture fleet, final int from, final int to) {
    for (int i = from; i < to; i++) {
      fleet.record("examples", Given.example(i, i % 3 == 0 ? "a" : "b", null));
      if (i % 10 == 9) {
        fleet.tick(1);
      }
    }
    fleet.tick(30);
  }

  private static Comparison comparison(final FleetFixture fleet) {
    return fleet.own(CHALLENGER).feed().current().orElseThrow().head().getComparison();
  }

  @Test
  void allThatBothLearned_isCompared() {
    try (FleetFixture fleet = new FleetFixture(List.of(CHAMPION, CHALLENGER, BESIDE))) {
      examples(fleet, 0, 200);

      final Comparison comparison = comparison(fleet);
      final Tally champion = fleet.version("champion").head().getTally();
      final Tally challenger = fleet.version("challenger").head().getTally();
      assertThat(comparison.getExamples()).isEqualTo(200);
      assertThat(comparison.getUnpaired()).isZero();
      assertThat(comparison.getClipped()).isZero();
      assertThat(comparison.getGain())
          .isCloseTo(champion.getLogLoss() - challenger.getLogLoss(), within(1e-9));
      assertThat(comparison.getSince()).isPositive();
      assertThat(fleet.version("challenger").head().getComparison().getExamples()).isPositive();
      assertThat(fleet.version("champion").head().getComparison()).isNull();
      assertThat(fleet.version("beside").head().getComparison()).isNull();
    }
  }

  @Test
  void packedRecords_areComparedExampleByExample_andReplayed() {
    final ExamplePacker packer = new ExamplePacker(SchemaRegistry.NONE, "");
    try (FleetFixture fleet = new FleetFixture(List.of(CHAMPION, CHALLENGER))) {
      for (int i = 0; i < 210; i += 7) {
        fleet.record(
            "examples",
            packer.pack(
                IntStream.range(i, i + 7)
                    .mapToObj(n -> Given.example(n, n % 3 == 0 ? "a" : "b", null))
                    .toList()));
        fleet.tick(i % 4);
      }
      fleet.tick(30);

      final Comparison comparison = comparison(fleet);
      final Tally champion = fleet.version("champion").head().getTally();
      final Tally challenger = fleet.version("challenger").head().getTally();
      assertThat(comparison.getExamples()).isEqualTo(210);
      assertThat(comparison.getUnpaired()).isZero();
      assertThat(comparison.getGain())
          .isCloseTo(champion.getLogLoss() - challenger.getLogLoss(), within(1e-9));
      final RebuiltVersion rebuilt = fleet.rebuild("challenger");
      assertThat(rebuilt.difference()).isEmpty();
      assertThat(rebuilt.base().head().getComparison())
          .isNotNull()
          .isEqualTo(fleet.version("challenger").head().getComparison());
      assertThat(fleet.rebuild("champion").difference()).isEmpty();
    }
  }

  @Test
  void whatOnlyTheChallengerLearned_isNotCompared() {
    try (FleetFixture fleet = new FleetFixture(List.of(CHAMPION, CHALLENGER))) {
      examples(fleet, 0, 100);
      fleet.remove("champion");
      fleet.tick(1);
      examples(fleet, 100, 150);
      fleet.commit("examples");
      fleet.put(CHAMPION, fleet.own(CHAMPION));
      fleet.tick(1);
      examples(fleet, 150, 200);

      final Comparison comparison = comparison(fleet);
      assertThat(fleet.version("champion").head().getTally().getExamples()).isEqualTo(200);
      assertThat(fleet.version("challenger").head().getTally().getExamples()).isEqualTo(200);
      assertThat(comparison.getExamples() + comparison.getUnpaired()).isEqualTo(200);
    }
  }

  @Test
  void challengerThatGoesOn_addsToWhatItsBaseHas() {
    try (FleetFixture fleet = new FleetFixture(List.of(CHAMPION, CHALLENGER))) {
      examples(fleet, 0, 100);
      fleet.put(CHALLENGER, fleet.own(CHALLENGER));
      fleet.tick(1);
      examples(fleet, 100, 200);

      assertThat(comparison(fleet).getExamples()).isEqualTo(200);
    }
  }

  @Test
  void specThatChallengesNoLonger_forgetsTheComparison() {
    try (FleetFixture fleet = new FleetFixture(List.of(CHAMPION, CHALLENGER))) {
      examples(fleet, 0, 100);
      final ModelSpec free = spec("challenger", "batch: 7");
      fleet.put(free, fleet.own(free));
      fleet.tick(1);
      examples(fleet, 100, 200);

      assertThat(comparison(fleet)).isNull();
      assertThat(fleet.version("challenger").head().getTally().getExamples()).isEqualTo(200);
    }
  }
}
