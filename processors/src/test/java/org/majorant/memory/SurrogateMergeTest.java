package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.SyntheticStream.learned;
import static org.majorant.learn.SyntheticStream.spec;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/** The κ-merge, from a base of 500 examples. */
class SurrogateMergeTest {
  private static final int WORKERS = 8;

  @ParameterizedTest
  @CsvSource({
    "diagonal, 2, none",
    "diagonal, 3, '{half-life: 300}'",
    "low-rank, 2, none",
    "low-rank, 3, none",
    "full, 2, none"
  })
  void kappaOfOne_adds(final String curvature, final int labels, final String forgetting) {
    final ModelSpec spec = spec(curvature, labels, forgetting);
    final Surrogate merged = base(spec);
    final Surrogate added = base(spec);
    final List<Site> sites = sites(spec, merged.site());
    merged.merge(sites, WORKERS, 1, merged.known());
    sites.forEach(added::add);
    assertThat(merged.solve().theta()).containsExactly(added.solve().theta());
  }

  @ParameterizedTest
  @CsvSource({
    "diagonal, 2, none, 1e-9",
    "diagonal, 3, none, 1e-9",
    "diagonal, 3, '{half-life: 300}', 1e-9",
    "diagonal, 2, '{polynomial: 1}', 1e-9",
    "low-rank, 2, none, 0.02",
    "low-rank, 3, none, 0.02",
    "full, 2, none, 1e-9"
  })
  void oneWorker_isMergedExactlyForAnyKappa(
      final String curvature, final int labels, final String forgetting, final double tolerance) {
    final ModelSpec spec = spec(curvature, labels, forgetting);
    final Surrogate alone = base(spec);
    final Site site = learned(spec, alone.site(), 1, 200);
    alone.add(site);
    final double[] expected = alone.solve().theta();
    final double length = distance(expected, new double[expected.length]);
    for (final double kappa : new double[] {1, 1.25, 2, 8, 1e6}) {
      final Surrogate merged = base(spec);
      merged.merge(List.of(site), 1, kappa, merged.known());
      assertThat(distance(merged.solve().theta(), expected))
          .as("κ = %s", kappa)
          .isLessThan(tolerance * length);
    }
  }

  @ParameterizedTest
  @CsvSource({"diagonal, 2", "diagonal, 3", "low-rank, 2", "low-rank, 3"})
  void largerKappa_movesLess_andMemoryGrowsAllTheSame(final String curvature, final int labels) {
    final ModelSpec spec = spec(curvature, labels, "none");
    double last = Double.POSITIVE_INFINITY;
    double[] precision = null;
    for (final double kappa : new double[] {1, 2, 4, 8, 100}) {
      final Surrogate merged = base(spec);
      final double[] before = merged.solve().theta();
      final List<Site> sites = sites(spec, merged.site());
      merged.merge(sites, WORKERS, kappa, merged.known());
      final Surrogate.Solution solution = merged.solve();
      final double moved = distance(solution.theta(), before);
      assertThat(moved).as("κ = %s", kappa).isLessThan(last).isPositive();
      if (precision != null) {
        assertThat(solution.precision()).containsExactly(precision, within(1e-9));
      }
      last = moved;
      precision = solution.precision();
    }
  }

  @ParameterizedTest
  @CsvSource({"diagonal, 2, 1e-6", "diagonal, 3, 1e-6", "low-rank, 2, 0.02"})
  void hugeKappa_averages_soThatTheSameOfAllIsTheSame(
      final String curvature, final int labels, final double tolerance) {
    final ModelSpec spec = spec(curvature, labels, "none");
    final Surrogate alone = base(spec);
    final Site site = learned(spec, alone.site(), 1, 200);
    alone.add(site);
    final double[] expected = alone.solve().theta();
    final Surrogate merged = base(spec);
    merged.merge(Collections.nCopies(WORKERS, site), WORKERS, 1e9, merged.known());
    final double length = distance(expected, new double[expected.length]);
    assertThat(distance(merged.solve().theta(), expected)).isLessThan(tolerance * length);
  }

  @ParameterizedTest
  @CsvSource({
    "diagonal, 2, none",
    "diagonal, 3, '{half-life: 100}'",
    "low-rank, 3, none",
    "low-rank, 2, '{half-life: 100}'"
  })
  void memory_staysPositive_throughRoundsOfAnyKappa(
      final String curvature, final int labels, final String forgetting) {
    final ModelSpec spec = spec(curvature, labels, forgetting);
    final Surrogate merged = base(spec);
    Surrogate.Known stale = merged.known();
    for (int round = 0; round < 6; round++) {
      final Surrogate.Known known = merged.known();
      merged.merge(sites(spec, merged.site()), WORKERS, 1 << round, stale);
      stale = known;
      final Surrogate.Solution solution = merged.solve();
      merged.site().requirePositive();
      assertThat(Arrays.stream(solution.precision()).min().orElseThrow()).isPositive();
      assertThat(Arrays.stream(solution.theta()).map(Math::abs).max().orElseThrow())
          .isLessThan(100);
    }
  }

  /** A base tells the features of its sites alone. */
  @Test
  void whatNoSiteHas_staysAsItIs_toTheBit() {
    final ModelSpec spec = spec("diagonal", 3, "none");
    final Surrogate merged = base(spec);
    final PagedState base = (PagedState) merged.state();
    final Site before = base.site();
    final Site one = Site.of(Curvature.DIAGONAL, before.vectors, 1, 0, before.time);
    one.features[0] = before.features[4];
    one.count[0] = 1;
    one.square[0] = 1;
    one.pull = new double[before.vectors];
    Arrays.fill(one.linear, 0.5);
    Arrays.fill(one.curvature, 0.2);
    merged.merge(List.of(one, one), 2, 4, null);
    final Site after = merged.site();
    for (int at = 0; at < before.linear.length; at++) {
      if (at / before.vectors != 4) {
        assertThat(after.linear[at]).isEqualTo(before.linear[at]);
        assertThat(after.curvature[at]).isEqualTo(before.curvature[at]);
      }
    }
    assertThat(((PagedState) merged.state()).changesSince(base).features)
        .containsExactly(one.features);
  }

  /**
   * CONCEPTS.md: W = 4 workers move by 1 from a base of four times the curvature that each adds.
   */
  @ParameterizedTest
  @CsvSource({"1, 1.79", "2, 1.43", "4, 1.14", "8, .95"})
  void kappa_ofFourWorkersThatLearnTheSame_movesAsThePageOfConceptsShows(
      final double kappa, final double shown) {
    final Surrogate merged = Surrogate.of(spec("diagonal", 2, "none"));
    merged.add(feature(4, 0, 0));
    final Site learned = feature(1, 5, 1);
    merged.merge(Collections.nCopies(4, learned), 4, kappa, merged.known());
    final double moved = merged.solve().theta()[0];
    assertThat(moved).isEqualTo(4 * (4 + kappa) / (4 + 4 * kappa), within(1e-9));
    assertThat(10 / (4. + 10) * moved).isEqualTo(shown, within(.005));
  }

  /** One feature, whose squares are so small that its prior is nothing beside its curvature. */
  private static Site feature(final double curvature, final double linear, final double pull) {
    final Site site = Site.of(Curvature.DIAGONAL, 1, 1, 0, 0);
    site.count[0] = 1;
    site.square[0] = 1e-12;
    site.curvature[0] = curvature;
    site.linear[0] = linear;
    site.pull = new double[] {pull};
    return site;
  }

  private static Surrogate base(final ModelSpec spec) {
    final Surrogate base = Surrogate.of(spec);
    base.add(learned(spec, 99, 500));
    base.solve();
    return base;
  }

  private static List<Site> sites(final ModelSpec spec, final Site base) {
    return LongStream.range(0, WORKERS).mapToObj(seed -> learned(spec, base, seed, 50)).toList();
  }

  private static double distance(final double[] one, final double[] other) {
    double squares = 0;
    for (int at = 0; at < one.length; at++) {
      squares += (one[at] - other[at]) * (one[at] - other[at]);
    }
    return Math.sqrt(squares);
  }
}
