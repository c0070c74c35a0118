package org.majorant.ops.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Published;
import org.majorant.schema.Member;

class MixtureLineTest {
  @Test
  void lines_showTheHeaviestAndSayWhatTheyMean() {
    assertThat(MixtureLine.of(Published.MEMBERS, Published.COLOURS).lines())
        .containsExactly(
            "members      weights from 1 %; rows: prior in units of λ, columns: temperature",
            "          1.0     1.5     2.0",
            "  0.1       -    60 %    20 %",
            "  1.0    20 %       -       -",
            "predictions are 1.5 times as sure as the weights alone, and the prior is 0.16 λ");
  }

  @Test
  void lines_whereAllHaveTheSpecsPrior_saySoBySilence() {
    final MixtureLine line =
        MixtureLine.of(
            List.of(
                new Member(1.0, 0.5, 0.75, null, 0.0, 0),
                new Member(1.0, 0.75, 0.25, null, 0.0, 0)),
            Published.COLOURS);
    assertThat(line.hasPriors()).isFalse();
    assertThat(line.lines())
        .contains("  1.0    75 %    25 %")
        .endsWith("predictions are 0.55 times as sure as the weights alone");
  }

  @Test
  void lines_whereTheMeanIsOne_needNoFactor() {
    assertThat(
            MixtureLine.of(List.of(new Member(1.0, 1.0, 1.0, null, 0.0, 0)), Published.COLOURS)
                .lines())
        .endsWith("predictions are as sure as the weights alone");
  }

  @Test
  void lines_fitATerminal() {
    assertThat(MixtureLine.of(Published.MEMBERS, Published.COLOURS).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  /** A half and a double of equal weight are neither surer nor less sure. */
  @Test
  void means_areGeometric() {
    final MixtureLine line =
        MixtureLine.of(
            List.of(
                new Member(0.1, 0.5, 0.5, null, 0.0, 0), new Member(10.0, 2.0, 0.5, null, 0.0, 0)),
            Published.COLOURS);
    assertThat(line.temperature()).isCloseTo(1, within(1e-12));
    assertThat(line.prior()).isCloseTo(1, within(1e-12));
    assertThat(line.weight(member -> member.prior() < 1)).isEqualTo(0.5);
  }

  @Test
  void lines_ofSeveralMemories_sayTheHalfLives() {
    final MixtureLine line =
        MixtureLine.of(
            List.of(
                new Member(1.0, 1.0, 0.2, null, 0.0, 0),
                new Member(0.01, 1.0, 0.7, null, 32.0, 0),
                new Member(0.01, 2.0, 0.1, null, 1024.0, 0)),
            Published.COLOURS);
    assertThat(line.hasHalfLives()).isTrue();
    assertThat(line.lines())
        .containsExactly(
            "members      weights from 1 %; rows: prior in units of λ, columns: temperature",
            "          1.0     2.0",
            "  1.0    20 %       -",
            " 0.01    70 %       -   half-life 32",
            " 0.01       -    10 %   half-life 1,024",
            "predictions are 1.1 times as sure as the weights alone; 80 % forget")
        .allSatisfy(each -> assertThat(each).hasSizeLessThanOrEqualTo(80));
    assertThat(MixtureLine.of(Published.MEMBERS, Published.COLOURS).hasHalfLives()).isFalse();
  }

  @Test
  void noMembers_noLine() {
    assertThat(MixtureLine.of(List.of(), Published.COLOURS)).isNull();
  }
}
