package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.HalfLives;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

class MixtureTest {
  private static final Random RANDOM = new Random(3);
  private static final ModelSpec POINTS = SpecFile.read("{model: m, labels: [a, b]}");
  private static final double[] TEMPERATURES = {0.5, 0.75, 1, 1.25, 1.5, 2};
  private static final double IMPOSSIBLE = Double.NEGATIVE_INFINITY;

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 300", "3, 1", "5, 20", "4, 300"})
  void probabilities_areThoseOfTheScoresAtEachTemperature(final int labels, final double scale) {
    final Mixture mixture = mixture(labels, "diagonal");
    final int vectors = labels == 2 ? 1 : labels;
    final double[] scores = RANDOM.doubles(3L * vectors, -scale, scale).toArray();
    for (final double[] prior :
        new double[][] {null, prior(labels, 0), prior(labels, IMPOSSIBLE)}) {
      final double[] p = new double[mixture.size() * labels];
      mixture.probabilities(scores, vectors, labels, prior, p);
      int at = 0;
      for (int l = 0; l < 3; l++) {
        for (final double temperature : TEMPERATURES) {
          for (final double expected : softmax(scores, l, labels, temperature, prior)) {
            assertThat(p[at++]).isCloseTo(expected, within(1e-12));
          }
        }
      }
      assertThat(at).isEqualTo(p.length);
    }
  }

  /** A member that is sure and wrong loses much, and can be made good. */
  @Test
  void probabilityOfWhatCanBe_isNeverZero() {
    final Mixture mixture = mixture(2, "diagonal");
    final double[] p = new double[2 * mixture.size()];
    mixture.probabilities(new double[] {1e9, -1e9, 0}, 1, 2, null, p);
    assertThat(p).doesNotContain(0);
    assertThat(Arrays.stream(p).max()).hasValue(1);
  }

  @Test
  void weights_preferWhoLosesLeast_andAddUpToOne() {
    final Mixture mixture = mixture(3, "low-rank");
    final List<Member> members =
        mixture.members(List.of(7.0, 6.0, 5.0, 7.0, 7.0, 5000.0), List.of());
    final double[] weights = members.stream().mapToDouble(Member::getWeight).toArray();
    assertThat(Arrays.stream(weights).sum()).isCloseTo(1, within(1e-12));
    assertThat(weights[2] / weights[1]).isCloseTo(Math.E, within(1e-12));
    assertThat(weights[5]).isZero();
    assertThat(members).extracting(Member::getPrior).containsOnly(1.0);
    assertThat(members.stream().mapToDouble(Member::getTemperature).toArray())
        .containsExactly(TEMPERATURES);
    MemberRules.require(POINTS, members, 0);
  }

  @Test
  void losses_ofParts_addUpToThoseOfTheWhole() {
    final Mixture mixture = mixture(2, "low-rank");
    final double[] first = RANDOM.doubles(6, 0, 90).toArray();
    final double[] second = RANDOM.doubles(6, 0, 90).toArray();
    final double[] third = RANDOM.doubles(6, 0, 90).toArray();
    final double[] inTurn = mixture.after(mixture.after(first, 1000, 23, second), 1023, 510, third);
    final double[] together =
        mixture.after(first, 1000, 533, mixture.after(second, 1023, 510, third));
    assertThat(inTurn).containsExactly(together, within(1e-9));
    assertThat(inTurn[0]).isLessThan(first[0] + second[0] + third[0]);
  }

  /** The part of each in L is a token's mean, so that fewer sequences tell as much. */
  @Test
  void sequences_haveFourMembers_andForgetOver300() {
    final ModelSpec spec = SpecFile.read("{model: m, task: sequence, labels: [a, b]}");
    final Mixture mixture = Mixture.of(spec);
    assertThat(mixture.priors()).containsExactly(1, 0.5);
    assertThat(mixture.temperatures()).containsExactly(1, 1.25);
    final List<Member> members = mixture.members(List.of(3.0, 2.0, 9.0, 9.0), List.of());
    assertThat(members).extracting(Member::getPrior).containsExactly(1.0, 1.0, 0.5, 0.5);
    assertThat(members).extracting(Member::getTemperature).containsExactly(1.0, 1.25, 1.0, 1.25);
    assertThat(members.get(1).getWeight() / members.get(0).getWeight())
        .isCloseTo(Math.E, within(1e-12));
    MemberRules.require(spec, members, 0);
    final double[] later = mixture.after(new double[] {1, 1, 1, 1}, 0, 480, new double[0]);
    assertThat(later[0]).isCloseTo(Math.pow(1 - 16.0 / 300, 30), within(1e-12));
  }

  @Test
  void lossesOfOtherMembers_countAsNone() {
    final Mixture mixture = mixture(2, "low-rank");
    assertThat(mixture.after(new double[18], 0, 1, new double[0])).hasSize(6).containsOnly(0);
    assertThat(mixture.members(List.of(), List.of()))
        .extracting(Member::getWeight)
        .hasSize(6)
        .containsOnly(1.0 / 6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "members: none",
        "latent: 2",
        "constraints: nonnegative",
        "prior: {l1: 1}",
        "task: sequence, members: none"
      })
  void modelsThatOneThetaPredicts_haveNoMembers(final String setting) {
    final Mixture mixture =
        Mixture.of(SpecFile.read("{model: m, labels: [a, b], " + setting + "}"));
    assertThat(mixture.isNone()).isTrue();
    assertThat(mixture.size()).isZero();
    assertThat(mixture.priors()).containsExactly(1);
    assertThat(mixture.members(List.of(), List.of())).isEmpty();
    assertThat(mixture.isPossible(List.of(1.0))).isFalse();
  }

  /** With full curvature the weights of another prior follow from nothing else. */
  @Test
  void otherPriors_ofFullCurvature_haveTheirWeights() {
    final ModelSpec spec = spec(2, "full", 3);
    final Mixture mixture = Mixture.of(spec);
    final List<double[]> others = List.of(new double[] {1, 2, 3}, new double[] {4, 5, 6});
    final List<Member> members = mixture.members(List.of(), others);
    assertThat(members).hasSize(18);
    MemberRules.require(spec, members, 0);
    assertThat(Mixture.weights(members.get(0))).isNull();
    assertThat(Mixture.weights(members.get(6)).get(2)).isEqualTo(3);
    assertThat(Mixture.weights(members.get(7))).isNull();
    assertThat(Mixture.weights(members.get(12)).get(0)).isEqualTo(4);
    assertRefused(spec, mixture.members(List.of(), List.of()));
    assertRefused(spec, mixture.members(List.of(), List.of(new double[3], new double[2])));
    assertThat(Mixture.of(spec(2, "full", 1001)).size()).isEqualTo(6);
    assertThat(Mixture.of(spec(300, "full", 54)).size()).isEqualTo(18);
    assertThat(Mixture.of(spec(300, "full", 55)).size()).isEqualTo(6);
  }

  /** Both are read with one prior, so that nothing but the half-life tells them apart. */
  @Test
  void membersOfOtherMemories_haveTheirWeights() {
    final ModelSpec spec = spec(2, "full", 3);
    spec.setForgetting(new HalfLives(List.of(20, 500)));
    final Mixture mixture = Mixture.of(spec);
    assertThat(mixture.readings()).isEqualTo(5);
    assertThat(mixture.size()).isEqualTo(30);
    final List<double[]> others =
        IntStream.range(1, 5).mapToObj(r -> new double[] {r, r, r}).toList();
    final List<Member> members = mixture.members(List.of(), others);
    MemberRules.require(spec, members, 0);
    for (int r = 1; r < 5; r++) {
      assertThat(Mixture.weights(members.get(6 * r)).get(0)).isEqualTo(r);
      assertThat(Mixture.weights(members.get(6 * r + 1))).isNull();
    }
    assertThat(members.subList(18, 30))
        .extracting(Member::getPrior)
        .containsOnly(Mixture.FORGETFUL_PRIOR);
    assertThat(members.subList(0, 18)).extracting(Member::getHalfLife).containsOnly(0.0);
    assertThat(members.subList(18, 24)).extracting(Member::getHalfLife).containsOnly(20.0);
    assertThat(members.subList(24, 30)).extracting(Member::getHalfLife).containsOnly(500.0);
    members.get(24).setWeights(null);
    assertRefused(spec, members);
    members.get(24).setWeights(members.get(18).getWeights());
    members.get(24).setHalfLife(-1.0);
    assertRefused(spec, members);
  }

  @Test
  void whatAreNoMembers_isRefused() {
    final Member whole = member(1, 0.5, 1);
    final Member half = member(1, 0.5, 0.5);
    MemberRules.require(POINTS, List.of(), 0);
    MemberRules.require(POINTS, List.of(half, half), 0);
    for (final List<Member> wrong :
        List.of(
            List.of(half),
            List.of(member(1, 0.5, 1.5), member(1, 0.5, -0.5)),
            List.of(member(1, 0.5, Double.NaN)),
            List.of(member(0, 0.5, 1)),
            List.of(member(1, Double.POSITIVE_INFINITY, 1)))) {
      assertRefused(POINTS, wrong);
    }
    assertRefused(SpecFile.read("{model: m, task: graph}"), List.of(whole));
  }

  private static void assertRefused(final ModelSpec spec, final List<Member> members) {
    assertThatThrownBy(() -> MemberRules.require(spec, members, 0))
        .as("%s", members)
        .hasMessage("members that are not those of a mixture");
  }

  /** Members of a common prior are read by what scales it. */
  @Test
  void commonSquareThatNoVersionHas_isRefused() {
    final List<Member> members = mixture(2, "diagonal").members(List.of(), List.of());
    final ModelSpec rows =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 4, transform: unit},"
                + " curvature: {memory: diagonal}}");
    MemberRules.require(rows, members, 0.1);
    MemberRules.require(rows, List.of(), 0); // a batch solver's weights know of no other prior
    for (final double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> MemberRules.require(rows, members, wrong))
          .hasMessage("commonSquare " + wrong + " is not what scales the prior of its spec");
    }
    assertThatThrownBy(() -> MemberRules.require(POINTS, members, 0.1))
        .hasMessage("commonSquare 0.1 is not what scales the prior of its spec");
  }

  @Test
  void lossesThatNoExampleGives_areImpossible() {
    final Mixture mixture = mixture(2, "low-rank");
    assertThat(mixture.isPossible(List.of())).isTrue();
    assertThat(mixture.isPossible(Collections.nCopies(6, 0.5))).isTrue();
    assertThat(mixture.isPossible(Collections.nCopies(6, -1.0))).isFalse();
    assertThat(mixture.isPossible(Collections.nCopies(6, Double.NaN))).isFalse();
    assertThat(mixture.isPossible(Collections.nCopies(6, Double.POSITIVE_INFINITY))).isFalse();
    assertThat(mixture.isPossible(Collections.nCopies(18, 0.5))).isFalse();
  }

  private static Mixture mixture(final int labels, final String memory) {
    return Mixture.of(
        SpecFile.read(
            "{model: m, labels: [%s], features: {dimension: 4}, curvature: {memory: %s}}"
                .formatted("a, b, c, d, e".substring(0, 3 * labels - 2), memory)));
  }

  /** Of so many features and labels, the intercept counted. */
  private static ModelSpec spec(final int labels, final String memory, final int features) {
    return SpecFile.read(
        "{model: m, labels: %s, features: {dimension: %d}, curvature: {memory: %s}}"
            .formatted(
                IntStream.range(0, labels).mapToObj(Integer::toString).toList(),
                features - 1,
                memory));
  }

  private static Member member(final double prior, final double temperature, final double weight) {
    return new Member(prior, temperature, weight, null, 0.0, 0);
  }

  /** Random but for the second outcome's. */
  private static double[] prior(final int labels, final double second) {
    final double[] prior = RANDOM.doubles(labels, -3, 3).toArray();
    prior[1] = second;
    return prior;
  }

  private static double[] softmax(
      final double[] scores,
      final int l,
      final int labels,
      final double temperature,
      final double[] prior) {
    final double[] p = new double[labels];
    double most = Double.NEGATIVE_INFINITY;
    for (int o = 0; o < labels; o++) {
      final double score = labels > 2 ? scores[l * labels + o] : o == 0 ? 0 : scores[l];
      p[o] = temperature * score + (prior == null ? 0 : prior[o]);
      most = Math.max(most, p[o]);
    }
    double sum = 0;
    for (int o = 0; o < labels; o++) {
      p[o] = Math.exp(p[o] - most);
      sum += p[o];
    }
    for (int o = 0; o < labels; o++) {
      p[o] /= sum;
    }
    return p;
  }
}
