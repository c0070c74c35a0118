package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.CheckedSummary;
import org.majorant.majorize.RefusedSummary;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Merger;
import org.majorant.merge.Summary;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/**
 * On one partition a model is a function of the topic and the spec: whatever the pace, and wherever
 * a crash falls, the weights are the same but for rounding. A worker that started again once had
 * forgotten what it had shipped and no base contained, and learned on without it.
 */
class FunctionOfTheLogTest {
  private static final int EXAMPLES = 240;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "curvature: {memory: diagonal}",
        "curvature: {memory: full}",
        "curvature: {memory: diagonal}, forgetting: {half-life: 50}",
        "curvature: {memory: full}, forgetting: {half-life: 50}",
        "curvature: {memory: full}, forgetting: {half-lives: [20, 100]}",
        "curvature: {memory: full}, forgetting: {polynomial: 1.5}",
        "curvature: {memory: full}, forgetting: {directional: 20}",
        "labels: [a, b, c], curvature: {memory: full}, forgetting: {polynomial: 1.5}",
        "labels: [a, b, c], curvature: {memory: full}, forgetting: {half-lives: [20, 100]}",
        "labels: [a, b, c], curvature: {memory: diagonal}",
        "features: {dimension: 8, transform: [log1p, unit]}, curvature: {memory: diagonal}",
        "features: {dimension: 8, transform: unit}, curvature: {memory: diagonal},"
            + " forgetting: {half-life: 50}",
        "features: {dimension: 8, standardize: 30}, views: [linear, hats, products],"
            + " curvature: {memory: diagonal}",
        "features: {dimension: 8, standardize: 30}, views: [linear, products],"
            + " curvature: {memory: full}, forgetting: {half-lives: [20, 100]}",
        "features: {dimension: 8}, views: [linear, counts], curvature: {memory: diagonal}",
        "features: {dimension: 8, standardize: 30}, views: [linear, crosses]"
      })
  void killedTenTimes_givesTheWeightsOfAnUndisturbedLearner(final String settings) {
    final String labels = settings.startsWith("labels") ? "" : "labels: [a, b], ";
    final String features = settings.startsWith("features") ? "" : "features: {dimension: 8}, ";
    final ModelSpec spec = SpecFile.read("{model: m, " + features + labels + settings + "}");
    final Base undisturbed = newestBase(spec, 0, 0);
    final double[] weights = weights(undisturbed, spec);
    final double[] members = undisturbed.members();
    assertThat(weights[0]).isNotCloseTo(0, within(0.05));
    assertThat(members).isNotEmpty().doesNotContain(0);
    for (int seed = 1; seed <= 5; seed++) {
      for (final int kills : new int[] {0, 10}) {
        final Base other = newestBase(spec, seed, kills);
        assertThat(weights(other, spec))
            .as("at another pace, killed %d times, seed %d", kills, seed)
            .containsExactly(weights, within(1e-9));
        assertThat(other.members())
            .as("losses of the members, killed %d times, seed %d", kills, seed)
            .containsExactly(members, within(1e-7));
      }
    }
  }

  /**
   * Summaries of many features are rounded, and the next one carries what that left. A crash loses
   * it, so that weights are the same but for one rounding of each crash. Counts are exact.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [a, b]",
        "labels: [a, b, c]",
        "labels: [a, b], forgetting: {half-life: 50}"
      })
  void wideSummaries_atAnyPaceAndKilled_giveTheSameWeightsButForTheirRounding(
      final String settings) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, features: {dimension: 9000}, curvature: {memory: diagonal}, %s}"
                .formatted(settings));
    final Base undisturbed = newestBase(spec, 0, 0, FunctionOfTheLogTest::wideExample);
    final double[] weights = weights(undisturbed, spec);
    final double most = Arrays.stream(weights).map(Math::abs).max().orElseThrow();
    for (int seed = 1; seed <= 3; seed++) {
      for (final int kills : new int[] {0, 10}) {
        final Base other = newestBase(spec, seed, kills, FunctionOfTheLogTest::wideExample);
        assertThat(furthest(weights(other, spec), weights))
            .as("at another pace, killed %d times, seed %d", kills, seed)
            .isLessThan((kills == 0 ? 5e-6 : 2.5e-5) * most);
        assertThat(counts(other)).containsExactly(counts(undisturbed));
      }
    }
  }

  /** More features than make a summary wide. */
  private static byte[] wideExample(final int i) {
    final List<Integer> indices =
        new Random(i).ints(0, 9000).distinct().limit(4200).sorted().boxed().toList();
    return Given.exampleOf(indices, i % 3 == 0 ? "a" : "b");
  }

  /** The largest difference of two numbers at the same place. */
  private static double furthest(final double[] some, final double[] others) {
    return IntStream.range(0, others.length)
        .mapToDouble(at -> Math.abs(some[at] - others[at]))
        .max()
        .orElseThrow();
  }

  private static double[] counts(final Base base) {
    return base.state().site().count;
  }

  /**
   * Low-rank memory is the exception: it folds where it ships, so that what it drops depends on the
   * pace. Each example still counts once, and the loss hardly changes.
   */
  @Test
  void lowRank_atAnyPaceAndKilled_losesTheSameWithinOnePercent() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 8}, batch: 16,"
                + " curvature: {memory: low-rank, rank: 3}}");
    final double undisturbed = loss(newestBase(spec, 0, 0));
    for (int seed = 1; seed <= 5; seed++) {
      for (final int kills : new int[] {0, 10}) {
        assertThat(loss(newestBase(spec, seed, kills)))
            .as("%d kills, seed %d", kills, seed)
            .isCloseTo(undisturbed, withinPercentage(1));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "features: {dimension: 8}, curvature: {memory: diagonal}",
        "features: {dimension: 8}, curvature: {memory: full}",
        "features: {dimension: 8}, curvature: {memory: low-rank, rank: 3}",
        "features: {dimension: 8, standardize: 30}, views: [hats, products]",
        "features: {dimension: 8}, views: [counts]",
        "features: {dimension: 8, standardize: 30}, views: [crosses]"
      })
  void summaries_mergedAgainInTheirOrder_giveTheSameBytes(final String settings) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], forgetting: {half-life: 90}, batch: 16, %s}"
                .formatted(settings));
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      for (int i = 0; i < EXAMPLES; i++) {
        learner.example(Given.example(i * i % 11, i % 3 == 0 ? "a" : "b", null));
        if (i % 17 == 0) {
          learner.tick(1);
        }
      }
      learner.tick(20);

      final List<BoundSummary> summaries = learner.summaries();
      final Merger merger = new Merger(spec, MergePolicy.of(spec));
      int next = 0;
      for (final Base base : learner.bases()) {
        for (; next < base.head().getSummaries().getNext(); next++) {
          final byte[] bytes = Given.bytes(summaries.get(next));
          merger.add(summary(bytes, spec));
        }
        assertThat(SiteCodec.encode(merger.merge(0).state().site()))
            .as("base %d", base.number())
            .isEqualTo(SiteCodec.encode(base.state().site()));
      }
      assertThat(learner.bases()).hasSizeGreaterThan(5);
      assertThat(next).isEqualTo(summaries.size());
    }
  }

  private static Summary summary(final byte[] bytes, final ModelSpec spec) {
    try {
      return CheckedSummary.of(bytes, spec, Long.MAX_VALUE).content();
    } catch (final RefusedSummary e) {
      throw new AssertionError(e);
    }
  }

  private static double[] weights(final Base base, final ModelSpec spec) {
    final Surrogate known = Surrogate.of(spec);
    known.add(base.state().site());
    final Surrogate.Solution solution = known.solve();
    return Stream.concat(
            Stream.of(solution.theta()), solution.others().stream().filter(Objects::nonNull))
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  private static double loss(final Base base) {
    return base.head().getTally().getLogLoss();
  }

  /** The base after all examples, at a pace that depends on the seed. */
  private static Base newestBase(final ModelSpec spec, final int seed, final int kills) {
    return newestBase(
        spec, seed, kills, i -> Given.example(i * i % 11, i % 3 == 0 ? "a" : "b", null));
  }

  private static Base newestBase(
      final ModelSpec spec, final int seed, final int kills, final IntFunction<byte[]> examples) {
    final Random random = new Random(seed);
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      for (int i = 0; i < EXAMPLES; i++) {
        learner.example(examples.apply(i));
        if (random.nextInt(6) == 0) {
          learner.tick(1 + random.nextInt(2));
        }
        if (kills > 0 && random.nextInt(EXAMPLES / kills) == 0) {
          learner.restart();
        }
      }
      learner.tick(100);
      final Base newest = learner.newestBase().orElseThrow();
      assertThat(newest.examples()).isEqualTo(EXAMPLES);
      return newest;
    }
  }
}
