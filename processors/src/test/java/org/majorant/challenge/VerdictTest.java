package org.majorant.challenge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.schema.Comparison;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.OpenLabels;
import org.majorant.spec.SpecFile;

/** What people read of a comparison. */
class VerdictTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: [a, b], challenges: champion}");

  private static Verdict of(final long examples, final double gain, final double variation) {
    return of(examples, gain, variation, "when-better");
  }

  private static Verdict of(
      final long examples, final double gain, final double variation, final String promote) {
    return Verdict.of(
        new Comparison("champion", 1L, examples, gain, variation, 0L, 0L, 0L),
        SpecFile.read(
            "{model: m, labels: [a, b], challenges: champion, promote: %s}".formatted(promote)));
  }

  @Test
  void needed_isWhereTheLowerBoundPasses0() {
    final Verdict verdict = of(1000, 5, 90);
    assertThat(verdict.better()).isFalse();
    final long needed = verdict.needed();
    final double mean = .005;
    assertThat(of(needed, needed * mean, needed * .09).better()).isTrue();
    assertThat(of(needed - 1, (needed - 1) * mean, (needed - 1) * .09).better()).isFalse();
  }

  /** Who wants to be surer waits longer. */
  @Test
  void alpha_isThatOfTheSpec() {
    final Verdict sure = of(1000, 5, 90, "{when-better: 0.001}");
    final Verdict usual = of(1000, 5, 90, "by-hand");
    assertThat(sure.alpha()).isEqualTo(.001);
    assertThat(usual.alpha()).isEqualTo(.05);
    assertThat(sure.needed()).isGreaterThan(usual.needed());
    assertThat(sure.lower()).isLessThan(usual.lower());
  }

  @Test
  void oneThatLosesMore_isNotExpectedToWin() {
    assertThat(of(1000, -5, 90).needed()).isNull();
    assertThat(of(0, 0, 0).needed()).isNull();
    assertThat(of(100_000, -5000, 9000).upper()).isNegative();
  }

  @Test
  void forgedSums_areImpossible() {
    assertThat(ComparisonSum.isPossible(null, SPEC)).isTrue();
    for (final double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e3, -1e3}) {
      assertThat(ComparisonSum.isPossible(new Comparison("c", 1L, 9L, bad, 1.0, 0L, 0L, 0L), SPEC))
          .isFalse();
      assertThat(ComparisonSum.isPossible(new Comparison("c", 1L, 9L, 0.0, bad, 0L, 0L, 0L), SPEC))
          .isFalse();
    }
    assertThat(ComparisonSum.isPossible(new Comparison("c", 1L, -1L, 0.0, 0.0, 0L, 0L, 0L), SPEC))
        .isFalse();
    assertThat(ComparisonSum.isPossible(new Comparison("c", 1L, 9L, 0.0, 0.0, 99L, 0L, 0L), SPEC))
        .isFalse();
    assertThat(ComparisonSum.isPossible(new Comparison("c", 1L, 9L, 0.0, 0.0, 0L, -1L, 0L), SPEC))
        .isFalse();
  }

  /** A bound holds for one value where losses are cut off, whichever labels are known by then. */
  @Test
  void clip_isTheSame_whateverOpenLabelsAreKnown() {
    final ModelSpec open = SpecFile.read("{model: m, labels: open, challenges: champion}");
    final ModelSpec more = OpenLabels.knowing(open, List.of("a", "b", "c"));
    final Comparison comparison = new Comparison("champion", 1L, 9L, 1.0, 1.0, 0L, 0L, 0L);
    assertThat(Verdict.of(comparison, more)).isEqualTo(Verdict.of(comparison, open));
  }
}
