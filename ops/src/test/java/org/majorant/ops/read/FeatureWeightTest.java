package org.majorant.ops.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.majorant.features.FeatureNames;
import org.majorant.features.FeatureSpace;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.spec.SpecFile;

class FeatureWeightTest {
  @Test
  void heaviest_namedFeatures_ofOneLabelWithoutZeros() {
    final Model model = Published.model(Published.COLOURS, 1, Published.WEIGHTS);
    assertThat(heaviest(model, 0))
        .containsExactly(
            new FeatureWeight(0, "warm", 1.5, 0.5, null),
            new FeatureWeight(1, "cold", -1, 0.5, null),
            new FeatureWeight(2, "intercept", 0.25, 0.5, null));
    assertThat(heaviest(model, 1)).containsExactly(new FeatureWeight(1, "cold", 0.5, 0.5, null));
  }

  @Test
  void heaviest_firstOfTwoLabels_isTheSecondNegated() {
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: [no, yes], features: {dimension: 2, intercept: false}}");
    final Model model = Published.model(spec, 1, new double[] {3, -4});
    assertThat(heaviest(model, 1))
        .containsExactly(
            new FeatureWeight(1, null, -4, 0.5, null), new FeatureWeight(0, null, 3, 0.5, null));
    assertThat(heaviest(model, 0))
        .containsExactly(
            new FeatureWeight(1, null, 4, 0.5, null), new FeatureWeight(0, null, -3, 0.5, null));
  }

  @Test
  void heaviest_withHiddenStates_areThoseOfAllStatesOfTheLabel() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [no, yes], latent: 2,"
                + " features: {dimension: 2, intercept: false}}");
    final Model model = Published.model(spec, 1, new double[] {9, 9, 3, -4, 9, 9, 0, 5});
    assertThat(heaviest(model, 1))
        .containsExactly(
            new FeatureWeight(1, null, 5, 0.5, 1),
            new FeatureWeight(0, null, -4, 0.5, 1),
            new FeatureWeight(0, null, 3, 0.5, 0));
  }

  @Test
  void heaviest_ofWhatIsMadeOfNamedFeatures_saysWhatItIs() {
    final String spec = "{model: m, labels: [no, yes], features: {names: [x, y], %s}}";
    final ModelSpec squares = SpecFile.read(spec.formatted("quadratic: true"));
    assertThat(heaviest(Published.model(squares, 1, new double[] {5, 4, 3, 2, 1}), 1))
        .extracting(FeatureWeight::name)
        .containsExactly("x", "y", "x²", "y²", "intercept");
    final ModelSpec fourier = SpecFile.read(spec.formatted("rff: 2, bandwidth: 1"));
    assertThat(heaviest(Published.model(fourier, 1, new double[] {3, 2, 1}), 1))
        .extracting(FeatureWeight::name)
        .containsExactly(null, null, "intercept");
  }

  @Test
  void heaviest_ofASequenceModel_tellTransitionsByTheLabelBefore() {
    final ModelSpec spec =
        SpecFile.read("{model: m, task: sequence, labels: [O, I], features: {hash-bits: 4}}");
    final double[] weights = new double[(16 + 1 + 2) * 2];
    weights[2 * 17 + 1] = -3; // O I
    weights[2 * 18 + 1] = 2; // I I
    weights[2 * 16 + 1] = 1.5;
    weights[2 * 5 + 1] = 1;
    assertThat(heaviest(Published.model(spec, 1, weights), 1))
        .containsExactly(
            new FeatureWeight(17, "after O", -3, 0.5, null),
            new FeatureWeight(18, "after I", 2, 0.5, null),
            new FeatureWeight(16, "intercept", 1.5, 0.5, null),
            new FeatureWeight(5, null, 1, 0.5, null));
  }

  @Test
  void heaviest_ofHashedFeatures_haveTheNamesOfTheHead() {
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: [no, yes], features: {hash-bits: 16}}");
    final FeatureSpace space = new FeatureSpace(spec);
    final double[] weights = new double[(1 << 16) + 1];
    weights[space.indexOf("age")] = 3;
    weights[space.indexOf("work")] = 2;
    final var names = new FeatureNames(spec, List.of(new NameCount("age", 7L)));
    assertThat(FeatureWeight.heaviest(Published.model(spec, 1, weights), names, 1))
        .extracting(FeatureWeight::name)
        .containsExactly("age", null);
  }

  @Test
  void heaviest_ofChoices_areThoseOfTheOneVector() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, task: choice, features: {names: [price, size], intercept: false}}");
    assertThat(heaviest(Published.model(spec, 1, new double[] {-2, 1}), 0))
        .containsExactly(
            new FeatureWeight(0, "price", -2, 0.5, null),
            new FeatureWeight(1, "size", 1, 0.5, null));
  }

  @RepeatedTest(20)
  void heaviest_ofMany_areTheFirstOfAllSorted(final RepetitionInfo repetition) {
    final long seed = repetition.getCurrentRepetition();
    final Random random = new Random(seed);
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: [a, b, c], features: {dimension: 500}}");
    final double[] weights = random.doubles(501 * 3, -1, 1).toArray();
    final int label = random.nextInt(3);
    final List<Double> expected =
        Arrays.stream(weights)
            .filter(w -> indexOf(weights, w) % 3 == label)
            .boxed()
            .sorted(Comparator.comparingDouble(w -> -Math.abs(w)))
            .limit(FeatureWeight.MOST)
            .toList();

    assertThat(heaviest(Published.model(spec, 1, weights), label))
        .as("seed %d", seed)
        .extracting(FeatureWeight::weight)
        .isEqualTo(expected);
  }

  /** A number of several views has one weight, and the stack has none. */
  @Test
  void heaviest_withViews_areOfEachFeatureOnce() {
    final Model model = Published.views("[a, b]", 1);
    assertThat(heaviest(model, 1))
        .hasSize(FeatureWeight.MOST)
        .isSortedAccordingTo(Comparator.comparingDouble(w -> -Math.abs(w.weight())))
        .allSatisfy(w -> assertThat(w.deviation()).isPositive())
        .extracting(FeatureWeight::name)
        .doesNotHaveDuplicates()
        .noneMatch(name -> name.startsWith("stack") || name.matches("\\w+: (u|v|w|intercept)"));
  }

  @Test
  void strongestPairs_areProductsOfTwo() {
    final Model model = Published.views("[a, b, c]", 1);
    final var names = new FeatureNames(model.spec(), List.of());
    assertThat(FeatureWeight.strongestPairs(model, names, 2))
        .extracting(FeatureWeight::name)
        .containsExactlyInAnyOrder("u × v", "u × w", "v × w");
    final Model linear = Published.model(Published.COLOURS, 1, Published.WEIGHTS);
    assertThat(FeatureWeight.strongestPairs(linear, names, 2)).isEmpty();
  }

  private static List<FeatureWeight> heaviest(final Model model, final int label) {
    return FeatureWeight.heaviest(model, new FeatureNames(model.spec(), List.of()), label);
  }

  private static int indexOf(final double[] all, final double one) {
    for (int i = 0; i < all.length; i++) {
      if (all[i] == one) {
        return i;
      }
    }
    throw new AssertionError();
  }
}
