package org.majorant.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.SyntheticStream.learned;
import static org.majorant.learn.SyntheticStream.spec;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.memory.Site;
import org.majorant.memory.Surrogate;
import org.majorant.schema.Evidence;
import org.majorant.schema.ModelSpec;

class MergerTest {
  private static final Evidence NONE = new Evidence();
  private static final Evidence TOO_FAR = new Evidence(256L, -1.0, 9.0);

  private final ModelSpec diagonal = spec("diagonal", 2, "none");

  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full", "low-rank"})
  void roundsOfTwoWorkers_areAddedWhileKappaIsOne(final String curvature) {
    final ModelSpec spec = spec(curvature, 2, "none");
    final Merger merger = new Merger(spec, MergePolicy.of(spec));
    final Surrogate added = Surrogate.of(spec);
    for (int round = 0; round < 3; round++) {
      for (int partition = 0; partition < 2; partition++) {
        final Site site = learned(spec, 10 * round + partition, 100);
        merger.add(summary(partition, round, 100, NONE, site));
        added.add(site);
      }
      final Base merged = merger.merge(0);
      final double[] expected = added.solve().theta();

      assertThat(merged.solution(spec).theta()).containsExactly(expected, within(1e-9));
      assertThat(theta(spec, merged)).isEqualTo(merged.solution(spec).theta());
      assertThat(merged.number()).isEqualTo(round + 1);
      assertThat(merged.examples()).isEqualTo(200L * (round + 1));
      assertThat(merged.head().getEffective()).isEqualTo(200.0 * (round + 1));
      assertThat(merged.head().getKappa()).isEqualTo(1);
      assertThat(merged.active()).containsExactly(0, 1);
    }
  }

  /** (A, b) count less, but for the prior, and so do the examples; κ and what comes then do not. */
  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full", "low-rank"})
  void forget_scalesAllThatWasAdded_byTheRiseOfTheLoss(final String curvature) {
    final ModelSpec spec = spec(curvature, 2, "none");
    final Merger merger = new Merger(spec, MergePolicy.of(spec));
    merger.add(summary(0, 0, 1_000, NONE, learned(spec, 1, 1_000)));
    final Base before = merger.merge(0);
    final Surrogate sum = Surrogate.of(spec);
    sum.add(before.state().site());
    merger.add(summary(0, 1, 100, NONE, learned(spec, 2, 100)));
    sum.add(learned(spec, 2, 100));
    final double determined = sum.determined();
    assertThat(determined).isBetween(1.0, (double) sum.solve().theta().length);

    final double kept = merger.forget(0.5);
    assertThat(kept).isCloseTo(1 / (1 + 2 * 0.5 * 1_100 / determined), within(1e-12));
    final Site later = learned(spec, 3, 100);
    merger.add(summary(0, 1, 100, NONE, later));
    sum.scale(kept);
    sum.add(later);
    final Base after = merger.merge(0);
    assertThat(after.head().getEffective()).isCloseTo(100 + kept * 1_100, within(1e-9));
    assertThat(kept * 1_100).isLessThan(determined); // γ/2Δ
    assertThat(after.head().getForgot()).isEqualTo(2);
    assertThat(after.anew()).isEqualTo(2);
    assertThat(after.changesSince(before)).isNull();
    assertThat(after.solution(spec).theta()).containsExactly(sum.solve().theta(), within(1e-9));

    merger.add(summary(0, 2, 100, NONE, learned(spec, 4, 100)));
    assertThat(merger.merge(0).anew()).isEqualTo(2);
    final Merger restored = new Merger(spec, MergePolicy.of(spec));
    assertThat(restored.restore(after, 2).anew()).isEqualTo(2);
    assertThat(restored.merge(0).head().getForgot()).isEqualTo(2);
  }

  @Test
  void evidenceOfMovesTooFar_dampsTheNextRound_notThisOne() {
    final Merger damped = merger();
    final Merger plain = new Merger(diagonal, MergePolicy.PLAIN);
    final Base first = round(damped, 0, TOO_FAR, Surrogate.of(diagonal).site());
    assertThat(first.head().getKappa()).isEqualTo(2);
    assertThat(first.state().site())
        .usingRecursiveComparison()
        .isEqualTo(round(plain, 0, TOO_FAR, Surrogate.of(diagonal).site()).state().site());

    final double[] before = theta(diagonal, first);
    final double[] theta = theta(diagonal, round(damped, 1, NONE, first.state()));
    final double[] sum = theta(diagonal, round(plain, 1, NONE, first.state()));
    assertThat(length(theta, before)).isLessThan(0.9 * length(sum, before));
  }

  @Test
  void plainPolicy_neverDamps_andLimitsNobody() {
    final Merger plain = new Merger(diagonal, MergePolicy.PLAIN);
    final Base base = round(plain, 0, TOO_FAR, Surrogate.of(diagonal).site());
    assertThat(base.head().getKappa()).isEqualTo(1);
    assertThat(base.quota()).isEqualTo(Quota.UNLIMITED);
  }

  @Test
  void quota_isDividedAmongThoseThatAreNotSilent() {
    final Merger merger = merger();
    merger.add(summary(0, 0, 4000, NONE, learned(diagonal, 1, 100)));
    merger.merge(0);
    merger.add(summary(0, 1, 10, NONE, learned(diagonal, 2, 10)));
    merger.add(summary(1, 1, 10, NONE, learned(diagonal, 3, 10)));
    merger.merge(900);
    merger.add(summary(0, 2, 0, NONE, learned(diagonal, 4, 0)));
    assertThat(merger.merge(1000).quota()).isEqualTo(new Quota(Quota.ALL, 100));

    merger.merge(2000);
    merger.merge(3000);
    merger.add(summary(1, 5, 10, NONE, learned(diagonal, 5, 10)));
    final Base base = merger.merge(4001);
    assertThat(base.active()).containsExactly(1);
    assertThat(base.quota()).isEqualTo(new Quota(1, Long.MAX_VALUE));
  }

  @ParameterizedTest
  @CsvSource({"none, 600", "'{half-life: 200}', 350", "'{polynomial: 1}', 400"})
  void effectiveExamples_fadeAsTheSitesDo(final String forgetting, final double effective) {
    final ModelSpec spec = spec("diagonal", 2, forgetting);
    final Merger merger = new Merger(spec, MergePolicy.PLAIN);
    Base base = merger.merge(0);
    for (int round = 1; round <= 3; round++) {
      final Site site = learned(spec, base.state(), round, 200);
      merger.add(summary(0, base.number(), 200, NONE, site));
      base = merger.merge(0);
    }
    assertThat(base.head().getEffective()).isCloseTo(effective, within(1.0));
  }

  @ParameterizedTest
  @CsvSource({
    "diagonal, none, 1e-12",
    "diagonal, '{half-life: 200}', 1e-12",
    "full, '{half-life: 200}', 1e-9",
    "low-rank, none, 1e-9"
  })
  void restored_goesOnWithNumberKappaEffectiveAndState(
      final String curvature, final String forgetting, final double tolerance) {
    final ModelSpec spec = spec(curvature, 2, forgetting);
    final Merger through = new Merger(spec, MergePolicy.of(spec));
    for (int round = 0; round < 3; round++) {
      through.add(summary(0, round, 100, TOO_FAR, learned(spec, round, 100)));
      through.merge(0);
    }
    through.add(summary(0, 3, 0, NONE, learned(spec, 3, 0)));
    final Base last = through.merge(0);
    final Merger restored = new Merger(spec, MergePolicy.of(spec));
    final Surrogate.Solution solution = restored.restore(last, last.number()).solution(spec);
    assertThat(solution.theta()).containsExactly(last.solution(spec).theta(), within(tolerance));

    final Site next = learned(spec, last.state(), 4, 50);
    through.add(summary(0, 4, 50, NONE, next));
    restored.add(summary(0, 4, 50, NONE, next));
    final Base expected = through.merge(0);
    final Base base = restored.merge(0);
    assertThat(base.number()).isEqualTo(expected.number()).isEqualTo(5);
    assertThat(base.head().getKappa()).isEqualTo(expected.head().getKappa());
    assertThat(base.head().getKappa()).isEqualTo(curvature.equals("full") ? 1 : 8);
    assertThat(base.examples()).isEqualTo(350);
    assertThat(base.head().getEffective()).isCloseTo(expected.head().getEffective(), within(1e-9));
    assertThat(theta(spec, base)).containsExactly(theta(spec, expected), within(tolerance));
  }

  private static double[] theta(final ModelSpec spec, final Base base) {
    return IntStream.range(0, Dimensions.of(spec).parameters())
        .mapToDouble(base.theta()::applyAsDouble)
        .toArray();
  }

  private Merger merger() {
    return new Merger(diagonal, MergePolicy.of(diagonal));
  }

  /** Eight workers learn 50 examples each. */
  private Base round(
      final Merger merger,
      final long number,
      final Evidence evidence,
      final Surrogate.State known) {
    for (int partition = 0; partition < 8; partition++) {
      final Site site = learned(diagonal, known, 8 * number + partition, 50);
      merger.add(summary(partition, number, 50, evidence, site));
    }
    return merger.merge(0);
  }

  private static Summary summary(
      final int partition,
      final long base,
      final long examples,
      final Evidence evidence,
      final Site site) {
    return new Summary(partition, base, examples, 0, evidence, new double[0], site);
  }

  private static double length(final double[] to, final double[] from) {
    double squares = 0;
    for (int at = 0; at < to.length; at++) {
      squares += (to[at] - from[at]) * (to[at] - from[at]);
    }
    return Math.sqrt(squares);
  }
}
