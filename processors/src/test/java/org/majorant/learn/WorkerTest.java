package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.SyntheticStream.example;
import static org.majorant.learn.SyntheticStream.learned;
import static org.majorant.learn.SyntheticStream.loss;
import static org.majorant.learn.SyntheticStream.spec;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.merge.Quota;
import org.majorant.merge.Summary;
import org.majorant.schema.Curvature;
import org.majorant.schema.Evidence;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.Baselines;

class WorkerTest {
  private static final int PARTITION = 3;

  private final ModelSpec diagonal = spec("diagonal", 2, "none");
  private final Random random = new Random(5);

  @Test
  void worker_withoutABase_mayNotLearn() {
    final Worker worker = worker(diagonal);
    assertThat(worker.mayLearn()).isFalse();
    assertThat(worker.number()).isZero();
  }

  @Test
  void quota_stopsItAndOnlyANewBaseLetsItOn() {
    final Worker worker = worker(diagonal);
    worker.adopt(base(diagonal, 1, new Quota(Quota.ALL, 3)), -1, false);
    for (int i = 0; i < 3; i++) {
      assertThat(worker.mayLearn()).isTrue();
      learn(worker, 1);
    }
    assertThat(worker.mayLearn()).isFalse();
    assertThat(worker.inFlight()).isEqualTo(3);

    worker.ship(10, 0);
    assertThat(worker.mayLearn()).as("shipped is still in flight").isFalse();
    worker.adopt(base(diagonal, 2, new Quota(Quota.ALL, 3)), 9, false);
    assertThat(worker.mayLearn()).as("the base does not contain all of it").isFalse();
    worker.adopt(base(diagonal, 3, new Quota(Quota.ALL, 3)), 10, false);
    assertThat(worker.mayLearn()).isTrue();
    assertThat(worker.inFlight()).isZero();
  }

  @Test
  void quotaOfAnother_letsItLearnNothing() {
    final Worker worker = worker(diagonal);
    worker.adopt(base(diagonal, 1, new Quota(PARTITION + 1, 100)), -1, false);
    assertThat(worker.mayLearn()).isFalse();
  }

  @Test
  void worker_isAsked_whereABaseTakesAwayWhatItMayLearn_untilItShips() {
    final List<Integer> both = List.of(PARTITION, PARTITION + 1);
    final Worker worker = worker(diagonal);
    worker.adopt(base(diagonal, 1, both, new Quota(PARTITION + 1, 3)), -1, false);
    assertThat(worker.isAsked()).as("it could learn nothing before").isFalse();
    worker.adopt(base(diagonal, 2, both, new Quota(Quota.ALL, 3)), -1, false);
    assertThat(worker.isAsked()).isFalse();
    worker.adopt(base(diagonal, 3, both, new Quota(PARTITION + 1, 3)), -1, false);
    assertThat(worker.isAsked()).isTrue();
    worker.adopt(base(diagonal, 4, both, new Quota(Quota.ALL, 3)), -1, false);
    assertThat(worker.isAsked()).isTrue();
    worker.ship(10, 0);
    assertThat(worker.isAsked()).isFalse();
  }

  @Test
  void worker_isAsked_whereABaseWaitsForAllOfThem() {
    final Worker worker = worker(diagonal);
    worker.adopt(base(diagonal, 1, Quota.NOTHING), -1, false);
    assertThat(worker.isAsked()).as("there is nobody else").isFalse();
    final List<Integer> both = List.of(PARTITION, PARTITION + 1);
    worker.adopt(base(diagonal, 2, both, new Quota(PARTITION + 1, 0)), -1, false);
    assertThat(worker.isAsked()).isTrue();
  }

  @Test
  void summary_saysWhatItIs() {
    final Worker worker = worker(diagonal);
    worker.adopt(base(diagonal, 7, Quota.UNLIMITED), -1, false);
    learn(worker, 20);
    final Summary summary = worker.ship(20, 5);
    assertThat(summary.partition()).isEqualTo(PARTITION);
    assertThat(summary.base()).isEqualTo(7);
    assertThat(summary.examples()).isEqualTo(20);
    assertThat(summary.held()).isEqualTo(5);
    assertThat(summary.site().size()).isPositive();
    assertThat(worker.unshipped()).isZero();
    assertThat(worker.ship(20, 5).site().size()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"diagonal, 2, true", "low-rank, 2, true", "full, 2, false", "diagonal, 1, false"})
  void pull_isShippedOnlyWhereTheMergeMayNeedIt(
      final String curvature, final int active, final boolean pulls) {
    final ModelSpec spec = spec(curvature, 2, "none");
    final Worker worker = worker(spec);
    final List<Integer> partitions = List.of(PARTITION, 9).subList(0, active);
    worker.adopt(base(spec, 1, partitions, Quota.UNLIMITED), -1, false);
    learn(worker, 20);
    assertThat(worker.ship(20, 0).site().pull.length > 0).isEqualTo(pulls);
  }

  @Test
  void fourSummaries_areUnderWayAtMost() {
    final Worker worker = worker(diagonal);
    worker.adopt(base(diagonal, 1, Quota.UNLIMITED), -1, false);
    for (int i = 1; i <= 4; i++) {
      assertThat(worker.mayShip()).isTrue();
      worker.ship(i, 0); // of nothing: not under way
      learn(worker, 1);
      worker.ship(i, 0);
    }
    assertThat(worker.mayShip()).isFalse();
    learn(worker, 1);
    worker.adopt(base(diagonal, 2, Quota.UNLIMITED), 1, false);
    assertThat(worker.mayShip()).isTrue();
    assertThat(worker.inFlight()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full", "low-rank"})
  void summary_bringsOnlyWhatWasLearnedSinceTheLast(final String curvature) {
    final ModelSpec spec = spec(curvature, 2, "none");
    final Worker worker = worker(spec);
    worker.adopt(base(spec, 1, Quota.UNLIMITED), -1, false);
    learn(worker, 300);
    worker.ship(300, 0);
    learn(worker, 1);
    final Site second = worker.ship(301, 0).site();
    final Surrogate merged = Surrogate.of(spec);
    merged.add(second);
    final IntToDoubleFunction curvatures = merged.known().diagonal();
    for (int j = 0; j < second.size(); j++) {
      assertThat(curvatures.applyAsDouble(second.features[j]))
          .as("p(1 − p) x² at feature %d", second.features[j])
          .isLessThanOrEqualTo(0.2500001 * second.square[j]);
    }
  }

  @ParameterizedTest
  @CsvSource({"diagonal, 1e-9", "full, 1e-6", "low-rank, 0.05"})
  void ownSitesThatABaseDoesNotContain_areLearnedOn(
      final String curvature, final double tolerance) {
    final ModelSpec spec = spec(curvature, 2, "none");
    final Worker ships = worker(spec);
    final Worker keeps = worker(spec);
    for (final Worker worker : List.of(ships, keeps)) {
      worker.adopt(base(spec, 1, Quota.UNLIMITED), -1, false);
      learn(worker, 1, 300);
    }
    ships.ship(100, 0);
    learn(ships, 2, 50);
    learn(keeps, 2, 50);
    ships.ship(200, 0);
    final Base others = base(spec, 2, Quota.UNLIMITED, learned(spec, 8, 100));
    ships.adopt(others, -1, false);
    keeps.adopt(others, -1, false);

    final double loss = lossOf(keeps);
    assertThat(lossOf(ships)).isCloseTo(loss, within(tolerance * loss));
    assertThat(loss).isNotCloseTo(loss(spec, probe(), others.state().site()), within(0.05 * loss));
  }

  /** A summary of revisions alone has no example, and is under way as any other. */
  @ParameterizedTest
  @CsvSource({"diagonal, 1e-9", "full, 1e-6", "low-rank, 0.05"})
  void ownRevisionsThatABaseDoesNotContain_areLearnedOn(
      final String curvature, final double tolerance) {
    final ModelSpec spec = spec(curvature, 2, "none");
    final Worker ships = worker(spec);
    final Worker keeps = worker(spec);
    final Worker without = worker(spec);
    for (final Worker worker : List.of(ships, keeps, without)) {
      worker.adopt(base(spec, 1, Quota.UNLIMITED), -1, false);
      learn(worker, 1, 300);
    }
    ships.ship(300, 0);
    revise(ships, 1, 100);
    revise(keeps, 1, 100);
    assertThat(ships.unshipped()).isEqualTo(100);
    final Summary revisions = ships.ship(400, 0);
    assertThat(revisions.examples()).isZero();
    assertThat(onTheWire(revisions.site(), spec).linear).isNotEmpty();
    SiteCodec.decode(ByteBuffer.wrap(SiteCodec.encode(revisions.site())), spec);
    final Base others = base(spec, 2, Quota.UNLIMITED, learned(spec, 8, 100));
    for (final Worker worker : List.of(ships, keeps, without)) {
      worker.adopt(others, -1, false);
    }

    final double loss = lossOf(keeps);
    assertThat(lossOf(ships)).isCloseTo(loss, within(tolerance * loss));
    assertThat(lossOf(without)).isNotCloseTo(loss, within(2 * tolerance * loss));
  }

  /** The first of those examples had the other label. */
  private static void revise(final Worker worker, final long seed, final int count) {
    final Random own = new Random(seed);
    for (int i = 0; i < count; i++) {
      final SparsePoint x = example(own, 2);
      x.label = 1 - x.label;
      worker.revise(x, 1 - x.label, 0);
    }
  }

  @ParameterizedTest
  @CsvSource({"diagonal, 1e-6", "full, 0.01", "low-rank, 0.05"})
  void whatABaseContains_isDroppedExactlyOnce(final String curvature, final double tolerance) {
    final ModelSpec spec = spec(curvature, 2, "none");
    final Worker worker = worker(spec);
    final Base nothing = base(spec, 1, Quota.UNLIMITED);
    worker.adopt(nothing, -1, false);
    learn(worker, 1, 300);
    final Site first = worker.ship(300, 0).site();
    learn(worker, 2, 200);
    final Site second = worker.ship(500, 0).site();
    final double expected = loss(spec, probe(), first, second);

    worker.adopt(base(spec, 2, Quota.UNLIMITED, first), 300, false);
    assertThat(worker.inFlight()).isEqualTo(200);
    assertThat(lossOf(worker)).isCloseTo(expected, within(tolerance * expected));

    final Worker again = worker(spec);
    again.adopt(nothing, -1, false);
    learn(again, 1, 300);
    again.ship(300, 0);
    learn(again, 2, 200);
    again.ship(500, 0);
    final Base both = base(spec, 3, Quota.UNLIMITED, first, second);
    again.adopt(both, 500, false);
    assertThat(again.inFlight()).isZero();
    again.adopt(base(spec, 4, Quota.UNLIMITED, first, second), 500, false);
    assertThat(again.inFlight()).isZero();
    assertThat(lossOf(again)).isCloseTo(expected, within(tolerance * expected));
  }

  @Test
  void baseOfItsOwnAlone_isKnownAlready() {
    final Worker worker = worker(diagonal);
    worker.adopt(base(diagonal, 1, Quota.UNLIMITED), -1, true);
    learn(worker, 1, 300);
    final Site site = worker.ship(300, 0).site();
    worker.adopt(base(diagonal, 2, Quota.UNLIMITED, site), 300, true);
    final double expected = loss(diagonal, probe(), site);
    assertThat(worker.inFlight()).isZero();
    assertThat(lossOf(worker)).isCloseTo(expected, within(1e-9));
  }

  @Test
  void whatWasShippedBeforeARestart_isKnownAndInFlightUntilABaseContainsIt() {
    final Site site = learned(diagonal, 1, 300);
    final Worker other = worker(diagonal);
    other.resume(300, shipped(120, site));
    other.adopt(base(diagonal, 1, Quota.UNLIMITED), 180, true);
    assertThat(lossOf(other)).isCloseTo(loss(diagonal, probe(), site), within(1e-9));

    final Worker worker = worker(diagonal);
    worker.resume(300, shipped(120, site));
    worker.adopt(base(diagonal, 1, new Quota(Quota.ALL, 120)), 180, true);
    assertThat(worker.inFlight()).isEqualTo(120);
    assertThat(worker.mayLearn()).isFalse();

    worker.adopt(base(diagonal, 2, new Quota(Quota.ALL, 120), site), 300, true);
    assertThat(worker.mayLearn()).isTrue();
    final double expected = loss(diagonal, probe(), site);
    assertThat(lossOf(worker)).as("the base is news to it").isCloseTo(expected, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full", "low-rank"})
  void recordsOfAnyTime_areHarmless(final String curvature) {
    final ModelSpec spec = spec(curvature, 2, "{half-life: 1m}");
    final Worker worker = worker(spec);
    worker.adopt(base(spec, 1, Quota.UNLIMITED), -1, false);
    final Surrogate merged = Surrogate.of(spec);
    for (final double hours : new double[] {500_000, 499_000, 0, 500_000, 499_999, 500_001}) {
      for (int i = 0; i < 40; i++) {
        assertThat(worker.learn(example(random, 2), 3_600_000 * hours + i))
            .as("at %s h", hours)
            .isFinite();
      }
      merged.add(onTheWire(worker.ship(1, 0).site(), spec));
      merged.solve();
    }
    final double most =
        IntStream.range(0, Dimensions.of(spec).parameters())
            .mapToDouble(merged.known().diagonal()::applyAsDouble)
            .max()
            .orElseThrow();
    assertThat(most).isLessThan(1e6);
  }

  private static Site onTheWire(final Site site, final ModelSpec spec) {
    final byte[] bytes = SiteCodec.encode(site);
    return SiteCodec.decode(ByteBuffer.wrap(bytes), 1, Dimensions.of(spec).features());
  }

  private static Worker worker(final ModelSpec spec) {
    return new Worker(spec, PARTITION, new Baselines(2));
  }

  private void learn(final Worker worker, final int count) {
    for (int i = 0; i < count; i++) {
      worker.learn(example(random, 2), 0);
    }
  }

  private static void learn(final Worker worker, final long seed, final int count) {
    final Random own = new Random(seed);
    for (int i = 0; i < count; i++) {
      worker.learn(example(own, 2), 0);
    }
  }

  private static Summary shipped(final long examples, final Site site) {
    return new Summary(PARTITION, 0, examples, 0, new Evidence(), new double[0], site);
  }

  private static SparsePoint probe() {
    return example(new Random(77), 2);
  }

  private static double lossOf(final Worker worker) {
    return worker.learn(probe(), 0);
  }

  private static Base base(
      final ModelSpec spec, final long number, final Quota quota, final Site... sites) {
    return base(spec, number, List.of(PARTITION), quota, sites);
  }

  private static Base base(
      final ModelSpec spec,
      final long number,
      final List<Integer> active,
      final Quota quota,
      final Site... sites) {
    final Surrogate surrogate = Surrogate.of(spec);
    for (final Site site : sites) {
      surrogate.add(site);
    }
    final double[] theta = surrogate.solve().theta();
    final boolean probes = active.size() > 1 && spec.getCurvature() != Curvature.FULL;
    return Base.of(
        Base.head(spec, number)
            .setActive(active)
            .setAlone(quota.alone())
            .setQuota(quota.each())
            .build(),
        surrogate.site(),
        probes ? at -> theta[at] : null);
  }
}
