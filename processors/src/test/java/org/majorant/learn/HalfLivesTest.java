package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.SyntheticStream.example;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.SparsePoint;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.model.MemberRules;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;

/** Memories of several half-lives beside one that forgets nothing (MATHS.md 15). */
class HalfLivesTest {
  private static final String SEVERAL = "{half-lives: [30, 400]}";

  /** What a version publishes as its weights, and the certificate, are as without the others. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void firstMemory_isThatOfAModelThatForgetsNothing(final int labels) {
    final ModelSpec none = spec(labels, "none");
    final ModelSpec several = spec(labels, SEVERAL);
    final Learner one = new Learner(none, new Baselines(labels));
    final Learner other = new Learner(several, new Baselines(labels));
    learn(one, labels, 1, 0, 600, false);
    learn(other, labels, 1, 0, 600, false);
    final Surrogate.Solution expected = solve(none, one.ship(false));
    final Surrogate.Solution solution = solve(several, other.ship(false));
    assertThat(solution.theta()).containsExactly(expected.theta());
    assertThat(solution.precision()).containsExactly(expected.precision());
    assertThat(solution.others()).hasSize(expected.others().size() + 2);
    for (int l = 0; l < expected.others().size(); l++) {
      assertThat(solution.others().get(l)).containsExactly(expected.others().get(l));
    }
    final Tally tally = other.takeTally();
    assertThat(tally.getSlackMin()).isEqualTo(one.takeTally().getSlackMin());
  }

  /** But that it inverts less often, so that the prior lags behind. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void eachOtherMemory_isThatOfAModelThatForgetsByItsHalfLife(final int labels) {
    final ModelSpec several = spec(labels, SEVERAL);
    final ModelSpec alone = spec(labels, "{half-life: 400}");
    alone.setL2(Mixture.FORGETFUL_PRIOR * alone.getL2());
    final Learner one = new Learner(several, new Baselines(labels));
    final Learner other = new Learner(alone, new Baselines(labels));
    learn(one, labels, 1, 0, 1000, false);
    learn(other, labels, 1, 0, 1000, false);
    final List<double[]> thetas = solve(several, one.ship(false)).others();
    final double[] expected = solve(alone, other.ship(false)).theta();
    assertThat(distance(thetas.get(thetas.size() - 1), expected)).isLessThan(0.05);
    assertThat(distance(thetas.get(thetas.size() - 2), expected)).isGreaterThan(0.2);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void streamWhoseLabelsChangeTheirMeaning_isFollowed(final int labels) {
    final double remembers = lossAfterTurn(spec(labels, "none"));
    assertThat(lossAfterTurn(spec(labels, SEVERAL))).isLessThan(0.7 * remembers);
  }

  private static double lossAfterTurn(final ModelSpec spec) {
    final int labels = spec.getLabels().size();
    final Learner learner = new Learner(spec, new Baselines(labels));
    learn(learner, labels, 1, 0, 2000, false);
    learner.takeTally();
    learn(learner, labels, 2, 2000, 600, true);
    return learner.takeTally().getLogLoss();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shippedSites_addUp(final int labels) {
    final ModelSpec spec = spec(labels, SEVERAL);
    final Learner whole = new Learner(spec, new Baselines(labels));
    final Learner pieces = new Learner(spec, new Baselines(labels));
    final Surrogate merged = Surrogate.of(spec);
    for (int piece = 0; piece < 5; piece++) {
      learn(whole, labels, piece, 100 * piece, 100, false);
      learn(pieces, labels, piece, 100 * piece, 100, false);
      final byte[] bytes = SiteCodec.encode(pieces.ship(false));
      assertThat(pieces.shipBytes()).isLessThan(bytes.length);
      merged.add(SiteCodec.decode(ByteBuffer.wrap(bytes), spec));
    }
    final List<double[]> expected = solve(spec, whole.ship(false)).others();
    final List<double[]> others = merged.solve().others();
    for (int m = 0; m < expected.size(); m++) {
      assertThat(others.get(m)).containsExactly(expected.get(m), within(1e-8));
    }
  }

  @Test
  void membersOfAVersion_predictAsThoseOfTheWorker() {
    final ModelSpec spec = spec(3, SEVERAL);
    final Learner learner = new Learner(spec, new Baselines(3));
    learn(learner, 3, 1, 0, 1000, false);
    learn(learner, 3, 2, 1000, 100, true);
    final Surrogate base = Surrogate.of(spec);
    base.add(learner.ship(false));
    final List<Double> losses = Arrays.stream(learner.shipMembers()).boxed().toList();
    final Surrogate.Solution solution = base.solve();
    final Model model = solution.model(spec, 1).mixing(solution.members(spec, losses));
    MemberRules.require(spec, model.members(), 0);
    assertThat(
            model.members().stream()
                .filter(m -> m.getHalfLife() > 0)
                .mapToDouble(Member::getWeight)
                .sum())
        .isGreaterThan(0.9);
    final Random random = new Random(9);
    double worker = 0;
    double version = 0;
    for (int i = 0; i < 20; i++) {
      final SparsePoint x = turned(example(random, 3), 3);
      final double[] p = new double[3];
      new PointPredictor(model).probabilities(copy(x), p);
      version -= Math.log(p[x.label]);
      x.weight = 0; // teaches nothing
      worker += learner.learn(x, 1100);
    }
    assertThat(version).isCloseTo(worker, within(0.05 * worker));
  }

  private static SparsePoint copy(final SparsePoint x) {
    final SparsePoint copy = new SparsePoint();
    copy.size = x.size;
    copy.label = x.label;
    System.arraycopy(x.indices, 0, copy.indices, 0, x.size);
    System.arraycopy(x.values, 0, copy.values, 0, x.size);
    return copy;
  }

  private static ModelSpec spec(final int labels, final String forgetting) {
    return SpecFile.read(
        "{model: m, labels: [%s], features: {dimension: %d}, curvature: {memory: full}, forgetting: %s}"
            .formatted(labels == 2 ? "a, b" : "a, b, c", SyntheticStream.FEATURES, forgetting));
  }

  private static Surrogate.Solution solve(final ModelSpec spec, final Site site) {
    final Surrogate surrogate = Surrogate.of(spec);
    surrogate.add(site);
    return surrogate.solve();
  }

  private static void learn(
      final Learner learner,
      final int labels,
      final long seed,
      final double time,
      final int count,
      final boolean turned) {
    final Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      final SparsePoint x = example(random, labels);
      learner.learn(turned ? turned(x, labels) : x, time + i);
    }
  }

  /** Its label is now the next one. */
  private static SparsePoint turned(final SparsePoint x, final int labels) {
    x.label = (x.label + 1) % labels;
    return x;
  }

  /** Of two vectors, relative to the second. */
  private static double distance(final double[] one, final double[] other) {
    double square = 0;
    double norm = 0;
    for (int i = 0; i < one.length; i++) {
      square += (one[i] - other[i]) * (one[i] - other[i]);
      norm += other[i] * other[i];
    }
    return Math.sqrt(square / norm);
  }
}
