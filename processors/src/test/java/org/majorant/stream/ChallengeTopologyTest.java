package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.replay.RebuiltVersion;
import org.majorant.schema.Comparison;
import org.majorant.schema.ExamplePacker;
import org.majorant.schema.ModelHead;
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
    return labeled(model, "[a, b]", more);
  }

  private static ModelSpec labeled(final String model, final String labels, final String more) {
    return SpecFile.read(
        ("{model: %s, input: {topic: examples}, labels: %s, features: {dimension: 8},"
                + " publish: {interval: 1s}, %s}")
            .formatted(model, labels, more));
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

  /**
   * Each example that both have learned is compared once, whichever labels the other one knew by
   * then, and whatever became of the worker; none that only one of them could learn is.
   */
  @ParameterizedTest
  @CsvSource({"open, open", "'{open: 9, known: [c]}', open", "open, '{open: 3}'"})
  void openLabels_areCompared_whereBothLearnedTheExample(
      final String champions, final String challengers) {
    final ModelSpec champion = labeled("champion", champions, "curvature: {memory: diagonal}");
    final ModelSpec challenger = labeled("challenger", challengers, "challenges: champion");
    try (FleetFixture fleet = new FleetFixture(List.of(champion, challenger))) {
      for (int i = 0; i < 400; i++) {
        final int label = (i * i + i / 3) % Math.min(2 + i / 40, 7);
        fleet.record("examples", Given.example(i, "abcdefg".substring(label, label + 1), null));
        fleet.tick(i % 9 == 0 ? 1 : 0);
        if (i % 100 == 99) {
          fleet.tick(30);
          fleet.put(challenger, fleet.own(challenger));
          fleet.tick(1);
        }
      }
      fleet.tick(30);

      final Comparison comparison = comparison(fleet);
      final ModelHead first = fleet.version("champion").head();
      final ModelHead second = fleet.version("challenger").head();
      assertThat(first.getSpec().getLabels()).hasSize(7);
      assertThat(first.getTally().getExamples()).isEqualTo(400);
      assertThat(comparison.getExamples()).isEqualTo(second.getTally().getExamples());
      assertThat(comparison.getUnpaired()).isZero();
      if (first.getTally().getExamples() == second.getTally().getExamples()) {
        assertThat(comparison.getClipped()).isZero();
        assertThat(comparison.getGain())
            .isCloseTo(
                first.getTally().getLogLoss() - second.getTally().getLogLoss(), within(1e-9));
      } else {
        assertThat(second.getSpec().getLabels()).hasSize(3);
        assertThat(second.getTally().getRejected()).isPositive();
      }
      final RebuiltVersion rebuilt = fleet.rebuild("challenger");
      assertThat(rebuilt.difference()).isEmpty();
      assertThat(rebuilt.base().head().getComparison()).isEqualTo(second.getComparison());
      assertThat(fleet.rebuild("champion").difference()).isEmpty();
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
