package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/** Standardized, squared and random Fourier features. */
class DenseFeaturesTest {
  private static final int INPUTS = 5;

  /** The second and the fourth feature do not vary. */
  private static final List<double[]> PAIR =
      List.of(new double[] {1, 0, 4, 7, 0}, new double[] {3, 0, 8, 7, 2});

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void moments_areThoseOfTwoPasses(final long seed) throws Exception {
    final List<double[]> rows = rows(new Random(seed), 200);
    final Moments moments = moments(rows, 200);
    assertThat(moments.getCount()).isEqualTo(200);
    for (int i = 0; i < INPUTS; i++) {
      final int column = i;
      final double mean = rows.stream().mapToDouble(r -> r[column]).average().orElseThrow();
      final double squares = rows.stream().mapToDouble(r -> square(r[column] - mean)).sum();
      assertThat(moments.getMeans().get(i)).isCloseTo(mean, within(1e-12 * Math.abs(mean)));
      assertThat(moments.getSquares().get(i)).isCloseTo(squares, within(1e-9 * squares));
    }
  }

  @Test
  void moments_ofPartsMerged_areThoseOfTheWhole() throws Exception {
    final List<double[]> rows = rows(new Random(4), 100);
    final Moments whole = moments(rows, 100);
    final Moments merged =
        FeatureMoments.merge(
            spec("standardize: 100"),
            List.of(
                moments(rows.subList(0, 10), 100),
                moments(rows.subList(10, 75), 100),
                moments(rows.subList(75, 100), 100)));
    assertThat(merged.getCount()).isEqualTo(100);
    for (int i = 0; i < INPUTS; i++) {
      final double squares = whole.getSquares().get(i);
      assertThat(merged.getMeans().get(i))
          .isCloseTo(whole.getMeans().get(i), within(1e-12 * (1 + Math.sqrt(squares))));
      assertThat(merged.getSquares().get(i)).isCloseTo(squares, within(1e-9 * squares));
    }
  }

  /** A 999999 made a unit of itself, and a 3e38 left nothing to learn from, for ever. */
  @ParameterizedTest
  @ValueSource(floats = {999_999, -999_999, 3e38f})
  void moments_withOneWrongCell_areNearThoseWithout(final float wrong) throws Exception {
    final List<double[]> rows = rows(new Random(4), 200);
    final Moments right = moments(rows, 200);
    for (int column = 0; column < 2; column++) {
      final List<double[]> spoiled = new ArrayList<>(rows);
      spoiled.set(50, rows.get(50).clone());
      spoiled.get(50)[column] = wrong;
      for (final int cut : new int[] {0, 45, 55}) {
        final Moments found =
            FeatureMoments.merge(
                spec("standardize: 200"),
                List.of(
                    moments(spoiled.subList(0, cut), 200),
                    moments(spoiled.subList(cut, 200), 200)));
        final double deviation = Math.sqrt(right.getSquares().get(column) / 200);
        assertThat(Math.sqrt(found.getSquares().get(column) / 200))
            .isBetween(0.9 * deviation, 1.6 * deviation);
        assertThat(found.getMeans().get(column))
            .isCloseTo(right.getMeans().get(column), within(0.2 * deviation));
        assertThat(found.getHighs().get(column) - found.getLows().get(column))
            .isLessThan(20 * deviation);
      }
    }
  }

  /** Parts may be sorted, as by a key. */
  @Test
  void moments_ofPartsThatDiffer_clipNeither() throws Exception {
    final List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      rows.add(new double[] {i % 20 + (i < 100 ? 1 : 1000), 0, 0, 7, i % 2});
    }
    final Moments merged =
        FeatureMoments.merge(
            spec("standardize: 200"),
            List.of(moments(rows.subList(0, 100), 200), moments(rows.subList(100, 200), 200)));
    assertThat(merged.getLows().get(0)).isLessThan(1);
    assertThat(merged.getHighs().get(0)).isGreaterThan(1019);
    assertThat(merged.getMeans().get(0)).isCloseTo(510, within(1e-9));
    for (final int constantOrIndicator : new int[] {1, 3, 4}) {
      assertThat(merged.getHighs().get(constantOrIndicator)).isEqualTo(Double.MAX_VALUE);
    }
  }

  @Test
  void standardized_valuesBeyondTheBounds_areClipped() throws Exception {
    final List<double[]> rows = rows(new Random(4), 200);
    final Moments moments = moments(rows, 200);
    final FeatureSpace space = new FeatureSpace(spec("standardize: 200"), moments);
    final double[] most = rows.get(0).clone();
    most[0] = moments.getHighs().get(0);
    final double[] more = rows.get(0).clone();
    more[0] = 3e38;
    final SparsePoint expected = map(space, most);
    final double[] values = Arrays.copyOf(expected.values, expected.size);
    assertThat(Arrays.copyOf(map(space, more).values, expected.size)).isEqualTo(values);
  }

  /** A variance of some rounding would make a unit of it, and the feature a huge one. */
  @Test
  void moments_ofPartsMerged_leaveAConstantConstant() throws Exception {
    final double constant = Math.log1p(9.0 / 7);
    final List<Double> means = Collections.nCopies(INPUTS, constant);
    final List<Double> none = Collections.nCopies(INPUTS, 0.0);
    final Moments merged =
        FeatureMoments.merge(
            spec("standardize: 100"),
            List.of(
                new Moments(3L, means, none, List.of(), List.of(), List.of()),
                new Moments(11L, means, none, List.of(), List.of(), List.of())));
    assertThat(merged).isEqualTo(new Moments(14L, means, none, List.of(), List.of(), List.of()));
  }

  @Test
  void moments_afterAsManyAsAreWanted_stay() throws Exception {
    final List<double[]> rows = rows(new Random(5), 50);
    assertThat(moments(rows, 20)).isEqualTo(moments(rows.subList(0, 20), 20));
  }

  @Test
  void standardized_examplesThatMadeTheMoments_haveMeanZeroAndVarianceOne() throws Exception {
    final List<double[]> rows = rows(new Random(6), 300);
    final FeatureSpace space = space("standardize: 300", rows, 300);
    final double[] sums = new double[INPUTS];
    final double[] squares = new double[INPUTS];
    for (final double[] row : rows) {
      final double[] z = dense(map(space, row), INPUTS);
      for (int i = 0; i < INPUTS; i++) {
        sums[i] += z[i];
        squares[i] += z[i] * z[i];
      }
    }
    for (int i = 0; i < INPUTS; i++) {
      assertThat(sums[i] / 300).as("feature %d", i).isCloseTo(0, within(1e-9));
      assertThat(squares[i] / 300).isCloseTo(i == 3 ? 0 : 1, within(1e-9));
    }
  }

  @Test
  void standardized_featureNotGiven_isZeroBefore() throws Exception {
    final SparsePoint x = map(space("standardize: 2", PAIR, 2), new double[] {0, 0, 0, 7, 0});
    assertThat(Arrays.copyOf(x.indices, x.size)).containsExactly(0, 2, 4, INPUTS);
    assertThat(Arrays.copyOf(x.values, x.size)).containsExactly(-2, -3, -1, 1);
  }

  @Test
  void standardized_featureThatNeverVaried_isZeroUntilItDoes() throws Exception {
    final double[] varied = {2, -0.5, 6, 9, 1};
    final SparsePoint x = map(space("standardize: 2", PAIR, 2), varied);
    assertThat(Arrays.copyOf(x.indices, x.size)).containsExactly(1, 3, INPUTS);
    assertThat(Arrays.copyOf(x.values, x.size)).containsExactly(-0.5, 2, 1);
  }

  /** Their weights would have a prior the weaker the rarer they are. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void standardized_indicators_stayAsTheyAre(final long seed) throws Exception {
    final Random random = new Random(seed);
    final List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      final double rare = i == 500 || random.nextInt(300) == 0 ? 1 : 0;
      rows.add(new double[] {rare, random.nextInt(2), random.nextInt(3), 1, -random.nextInt(2)});
    }
    final String features = "standardize: 1000";
    final Moments agreed =
        FeatureMoments.merge(
            spec(features),
            List.of(moments(rows.subList(0, 300), 1000), moments(rows.subList(300, 1000), 1000)));
    final FeatureSpace space = new FeatureSpace(spec(features), agreed);
    final double[] before = {1, 1, 1, 1, -1};
    final double[] after = dense(map(space, before), INPUTS);
    assertThat(after[0]).isEqualTo(1);
    assertThat(after[1]).isEqualTo(1);
    assertThat(after[2]).as("0, 1 and 2 are numbers").isBetween(-0.2, 0.2);
    assertThat(after[3]).as("a constant is zero until it varies").isZero();
    assertThat(after[4]).as("0 and -1 are numbers").isBetween(-1.2, -0.8);
    assertThat(dense(map(space, new double[] {0, 0, 1, 1, 0}), INPUTS)).startsWith(0, 0);
  }

  /** They are standardized as those of a list are, and all others are as they come. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | hash-bits: 18",
        "2 | hash-bits: 18",
        "3 | names: [days, word=a, age, word=b, fee]",
        "4 | names: [word=b, fee, age, word=a, days]"
      })
  void standardized_numbersAmongOthers_areThoseOfAListOfThem(final long seed, final String space)
      throws Exception {
    final List<String> numbers = List.of("age", "fee", "days");
    final String standardize = "standardize: 100";
    final ModelSpec listed = spaceSpec("names: [age, fee, days]", standardize);
    final ModelSpec mixed = spaceSpec(space, standardize + ", numbers: [fee, days, age]");
    final FeatureMoments ofList = new FeatureMoments(listed);
    final FeatureMoments ofMixed = new FeatureMoments(mixed);
    final FeatureSpace toList = new FeatureSpace(listed, ofList);
    final FeatureSpace toMixed = new FeatureSpace(mixed, ofMixed);
    final Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      final float[] row = {random.nextInt(90), (float) random.nextGaussian(), random.nextInt(3)};
      map(toList, named(numbers, row));
      map(toMixed, named(List.of("word=a", "age", "fee", "days"), 2, row[0], row[1], row[2]));
    }
    final FeatureSpace list = new FeatureSpace(listed, merged(listed, ofList));
    final FeatureSpace all = new FeatureSpace(mixed, merged(mixed, ofMixed));
    final float[] row = {33, 0, 2};
    final double[] expected = dense(map(list, named(numbers, row)), 3);
    final SparsePoint x = map(all, named(List.of("age", "word=b", "days", "word=a"), 33, 5, 2, 1));
    final double[] values = dense(x, 1 << 18);
    assertThat(numbers.stream().mapToDouble(name -> values[all.indexOf(name)]).toArray())
        .containsExactly(expected, within(1e-12));
    assertThat(values[all.indexOf("word=a")]).isEqualTo(1);
    assertThat(values[all.indexOf("word=b")]).isEqualTo(5);
    assertThat(x.size).as("three numbers, two words, the intercept").isEqualTo(6);
    assertThat(Arrays.copyOf(x.indices, x.size)).isSorted();
  }

  @Test
  void fourier_indicators_areStandardized() throws Exception {
    final List<double[]> rows = List.of(new double[] {1, 0, 0, 0, 0}, new double[] {0, 0, 0, 0, 0});
    final ModelSpec spec = spec("standardize: 2, rff: 3, bandwidth: 1.5");
    final Moments raw = moments(rows, 2);
    assertThat(FeatureMoments.merge(spec, List.of(raw))).isEqualTo(raw);
  }

  /** A projection of all features together has no use for one in a unit of its own. */
  @Test
  void fourier_featureThatNeverVaried_staysZero() throws Exception {
    final FeatureSpace space = space("standardize: 2, rff: 3, bandwidth: 1.5", PAIR, 2);
    assertThat(dense(map(space, new double[] {1, -0.5, 4, 9, 0}), 3))
        .containsExactly(dense(map(space, PAIR.get(0)), 3));
  }

  @Test
  void standardized_farOutliers_stayFinite() throws Exception {
    final List<double[]> rows =
        List.of(new double[] {0, 0, 0, 0, 0}, new double[] {Float.MIN_VALUE, 1, 1, 1, 1});
    final FeatureSpace space = space("standardize: 2, quadratic: true", rows, 2);
    final SparsePoint x = map(space, new double[] {-Float.MAX_VALUE, 1, 0, 1, 0});
    for (int j = 0; j < x.size; j++) {
      assertThat(x.values[j] * x.values[j]).isFinite();
    }
  }

  @Test
  void space_withoutTheMomentsThatItNeeds_mapsNothing() {
    assertThatThrownBy(() -> map(new FeatureSpace(spec("standardize: 9")), new double[] {1}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("features cannot be standardized without their moments");
  }

  @Test
  void quadratic_hasTheSquaresBehindTheFeatures() throws Exception {
    final ModelSpec spec = spec("quadratic: true");
    final SparsePoint x = map(new FeatureSpace(spec), new double[] {0, 3, 0, -2, 0});
    assertThat(Arrays.copyOf(x.indices, x.size)).containsExactly(1, 3, 6, 8, 10);
    assertThat(Arrays.copyOf(x.values, x.size)).containsExactly(3, -2, 9, 4, 1);
    assertThat(Dimensions.of(spec).features()).isEqualTo(11);
    assertThat(new FeatureSpace(spec).indexOf("9")).isEqualTo(9);
    assertThat(new FeatureSpace(spec).indexOf("10")).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.7", "2, 1.5", "3, 4"})
  void fourier_productsAreTheGaussianKernel(final int seed, final double bandwidth)
      throws Exception {
    final int d = 4000;
    final FeatureSpace space =
        new FeatureSpace(spec("rff: %d, bandwidth: %s, seed: %d".formatted(d, bandwidth, seed)));
    final Random random = new Random(seed);
    for (int trial = 0; trial < 50; trial++) {
      final double[] x = random.doubles(INPUTS).map(u -> (float) random.nextGaussian()).toArray();
      final double[] y = random.doubles(INPUTS).map(u -> (float) random.nextGaussian()).toArray();
      final double[] phiX = dense(map(space, x), d);
      final double[] phiY = dense(map(space, y), d);
      double product = 0;
      double distance = 0;
      for (int k = 0; k < d; k++) {
        product += phiX[k] * phiY[k];
      }
      for (int i = 0; i < INPUTS; i++) {
        distance += square(x[i] - y[i]);
      }
      // a product's standard deviation is at most √(1.5 / D), that is .019
      assertThat(product)
          .as("seed %d trial %d", seed, trial)
          .isCloseTo(Math.exp(-distance / (2 * bandwidth * bandwidth)), within(0.08));
    }
  }

  /** In units of a feature's mean square λ = 0.3 would be 0.3 / D in the kernel's. */
  @ParameterizedTest
  @ValueSource(ints = {16, 128, 2000})
  void fourier_defaultPrior_isTheSameInUnitsOfTheKernel_whateverD(final int d) throws Exception {
    final ModelSpec spec = spec("rff: %d, bandwidth: 3".formatted(d));
    final FeatureSpace space = new FeatureSpace(spec);
    final Random random = new Random(d);
    double meanSquare = 0;
    for (int i = 0; i < 200; i++) {
      for (final double phi : dense(map(space, random.doubles(INPUTS, -9, 9).toArray()), d)) {
        meanSquare += phi * phi / (200 * d);
      }
    }
    assertThat(spec.getL2() * meanSquare).isCloseTo(0.03, within(0.003));
  }

  @Test
  void fourier_priorThatASpecGives_isAsGiven() {
    final String given =
        "{model: m, labels: [a, b], prior: {l2: 0.3},"
            + " features: {dimension: 2, rff: 128, bandwidth: 3}}";
    final ModelSpec spec = SpecFile.read(given);
    assertThat(spec.getL2()).isEqualTo(0.3);
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
  }

  /** Published models depend on these numbers. */
  @Test
  void fourier_ofASeed_isTheSameForEver() throws Exception {
    final FeatureSpace space = new FeatureSpace(spec("rff: 3, bandwidth: 1.5, seed: 7"));
    assertThat(dense(map(space, new double[] {1, -0.5, 0, 2, 0}), 3))
        .containsExactly(
            new double[] {-0.354757093040871, -0.5547451384835536, 0.4255753163992943},
            within(1e-14));
  }

  @Test
  void fourier_namesAreNotThoseOfItsFeatures() {
    final FeatureSpace space =
        new FeatureSpace(
            SpecFile.read(
                "{model: m, labels: [a, b], features: {names: [x, y], rff: 3, bandwidth: 1}}"));
    assertThat(List.of("x", "2", "3", "intercept"))
        .extracting(space::indexOf)
        .containsExactly(-1, 2, -1, 3);
  }

  /** Dense and sparse features, one far from zero, one that never varies. */
  private static List<double[]> rows(final Random random, final int count) {
    final List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          new double[] {
            (float) random.nextGaussian(),
            (float) (1e4 + random.nextGaussian()),
            random.nextInt(4) == 0 ? (float) random.nextGaussian() : 0,
            0.1f,
            random.nextInt(100)
          });
    }
    return rows;
  }

  private static Moments moments(final List<double[]> rows, final int wanted) throws Exception {
    final ModelSpec spec = spec("standardize: " + wanted);
    final FeatureMoments moments = new FeatureMoments(spec);
    final FeatureSpace space = new FeatureSpace(spec, moments);
    for (final double[] row : rows) {
      map(space, row);
    }
    return moments.toMoments();
  }

  private static FeatureSpace space(
      final String features, final List<double[]> rows, final int wanted) throws Exception {
    return new FeatureSpace(spec(features), moments(rows, wanted));
  }

  private static Moments merged(final ModelSpec spec, final FeatureMoments moments) {
    return FeatureMoments.merge(spec, List.of(moments.toMoments()));
  }

  private static NamedFeatures named(final List<String> names, final float... values) {
    final List<Float> boxed = new ArrayList<>();
    for (final float value : values) {
      boxed.add(value);
    }
    return new NamedFeatures(names, boxed);
  }

  private static SparsePoint map(final FeatureSpace space, final double[] row)
      throws RejectedExample {
    final List<Integer> indices = new ArrayList<>();
    final List<Float> values = new ArrayList<>();
    for (int i = 0; i < row.length; i++) {
      if (row[i] != 0) {
        indices.add(i);
        values.add((float) row[i]);
      }
    }
    return map(space, new SparseVector(indices, values));
  }

  private static SparsePoint map(final FeatureSpace space, final Object features)
      throws RejectedExample {
    final ExampleBuffer buffer = new ExampleBuffer();
    buffer.set(new LabeledExample(null, null, 1.0, new Point(features, "a", null, null)));
    final SparsePoint x = new SparsePoint();
    x.fill(buffer, space);
    return x;
  }

  private static double[] dense(final SparsePoint x, final int size) {
    final double[] dense = new double[size];
    for (int j = 0; j < x.size; j++) {
      if (x.indices[j] < size) {
        dense[x.indices[j]] = x.values[j];
      }
    }
    return dense;
  }

  private static double square(final double x) {
    return x * x;
  }

  private static ModelSpec spec(final String features) {
    return spaceSpec("dimension: " + INPUTS, features);
  }

  private static ModelSpec spaceSpec(final String space, final String features) {
    return SpecFile.read(
        "{model: m, labels: [a, b], features: {%s, %s}}".formatted(space, features));
  }
}
