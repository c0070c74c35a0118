package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.Curvature;
import org.majorant.schema.HalfLives;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.PriorScale;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/** What views see of examples with the numbers u and v, and the flag w. */
class ViewsTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          """
          model: m
          labels: [a, b]
          features: {names: [u, v, w], standardize: 200}
          views: [linear, hats, products]
          """);
  private static final int HATS = 4; // the first feature of the view
  private static final int PRODUCTS = HATS + 3 + 3 * 7 + 1;

  private final Moments moments = moments(1);
  private final SparsePoint x = new SparsePoint();

  @Test
  void views_lieOneAfterTheOther_thenTheStack() {
    final Views views = Views.of(SPEC);
    assertThat(views.blocks()).extracting(Views.Block::offset).containsExactly(0, HATS, PRODUCTS);
    assertThat(views.end()).isEqualTo(PRODUCTS + 3 + 6 + 1);
    assertThat(Dimensions.of(SPEC).features()).isEqualTo(views.end() + 3 * Views.STACKED);
  }

  /** What learns and predicts relies on it: see SparsePoint. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void features_ascend_andEachViewHasItsIntercept(final long seed) throws Exception {
    final Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      map(random.nextGaussian() * 9, random.nextInt(3), random.nextInt(2));
      for (int j = 1; j < x.size; j++) {
        assertThat(x.indices[j]).isGreaterThan(x.indices[j - 1]);
      }
      Views.of(SPEC)
          .blocks()
          .forEach(block -> assertThat(value(block.offset() + block.size() - 1)).isEqualTo(1));
    }
  }

  @Test
  void hats_ofANumber_addUpToOne_andBeyondTheKnotsStayAsTheyAre() throws Exception {
    for (final double u : new double[] {-1e6, -2, -0.1, 0, 0.7, 3, 1e6}) {
      map(u, 0, 0);
      double sum = 0;
      for (int hat = 0; hat < 7; hat++) {
        assertThat(value(HATS + 3 + hat)).isBetween(0.0, 1.0);
        sum += value(HATS + 3 + hat);
      }
      assertThat(sum).as("u = %s", u).isCloseTo(1, within(1e-12));
    }
    map(1e6, 0, 0);
    assertThat(value(HATS + 3 + 6)).isEqualTo(1);
  }

  @Test
  void flag_hasNeitherHats_norProducts() throws Exception {
    map(0.5, 1, 1);
    for (int hat = 0; hat < 7; hat++) {
      assertThat(value(HATS + 3 + 14 + hat)).isZero();
    }
    assertThat(value(2)).isEqualTo(1); // it stays what it is
    for (final int product : new int[] {2, 4, 5}) { // u w, v w, w w
      assertThat(value(PRODUCTS + 3 + product)).isZero();
    }
  }

  @Test
  void products_areOfStandardizedNumbers_alsoOfTheMean() throws Exception {
    map(1.5, 2, 0);
    final double u = value(0);
    final double v = value(1);
    assertThat(value(PRODUCTS + 3)).isCloseTo(u * u - 1, within(1e-12));
    assertThat(value(PRODUCTS + 4)).isCloseTo(u * v, within(1e-12));
    assertThat(value(PRODUCTS + 6)).isCloseTo(v * v - 1, within(1e-12));
    map(moments.getMeans().get(0), 2, 0);
    assertThat(value(PRODUCTS + 3)).isCloseTo(-1, within(1e-6));
  }

  /** A 999999 or a 3e38 among the first values moves no hat of the others far. */
  @ParameterizedTest
  @ValueSource(doubles = {999_999, -999_999, 3e38})
  void oneWrongCell_leavesHatsWhereTheyAre(final double wrong) throws Exception {
    final Moments spoiled = moments(wrong);
    for (final double u : new double[] {-1, -0.3, 0.2, 0.9}) {
      map(u, 0, 0);
      final double[] right = new double[7];
      for (int hat = 0; hat < 7; hat++) {
        right[hat] = value(HATS + 3 + hat);
      }
      map(spoiled, u, 0, 0);
      for (int hat = 0; hat < 7; hat++) {
        assertThat(value(HATS + 3 + hat)).isCloseTo(right[hat], within(0.15));
      }
    }
  }

  @Test
  void view_hasFullCurvature_whereItCanAffordIt() {
    final ModelSpec wide =
        SpecFile.read(
            """
            model: m
            labels: [a, b, c]
            features: {dimension: 60, standardize: true}
            views: [linear, hats, products]
            """);
    final Views views = Views.of(wide);
    assertThat(views.blocks())
        .extracting(block -> views.spec(block).getCurvature())
        .containsExactly(Curvature.FULL, Curvature.FULL, Curvature.DIAGONAL);
    assertThat(views.blocks())
        .allSatisfy(
            block ->
                assertThat(Dimensions.of(views.spec(block)).features()).isEqualTo(block.size()));
  }

  /** Of 10,000 numbers there are 50 million products. */
  @Test
  void hats_ofManyNumbers_takeNoRoomForProducts() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            """
            model: m
            labels: [a, b]
            features: {dimension: 10000, standardize: 2}
            views: [linear, hats]
            """);
    final LabeledExample example =
        new LabeledExample(
            null, null, 1.0, new Point(new SparseVector(List.of(7), List.of(1f)), "a", null, null));
    final FeatureMoments first = new FeatureMoments(spec);
    new ExampleMapper(spec, new FeatureSpace(spec, first)).unlabeled(example);
    final Moments merged = FeatureMoments.merge(spec, List.of(first.toMoments()));
    final SparsePoint point =
        (SparsePoint) new ExampleMapper(spec, new FeatureSpace(spec, merged)).unlabeled(example);
    assertThat(point.indices).hasSizeLessThan(200_000);
  }

  /** Also below zero, where there are no counts; and other views see x itself. */
  @ParameterizedTest
  @ValueSource(strings = {"[linear, counts]", "[counts, linear]"})
  void counts_areLogarithmsOfLengthOne(final String order) throws Exception {
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: [a, b], features: {dimension: 9}, views: " + order + "}");
    final int counts = order.startsWith("[c") ? 0 : 10;
    final Random random = new Random(5);
    for (int i = 0; i < 50; i++) {
      final List<Float> given = new ArrayList<>();
      double squares = 0;
      for (int j = 0; j < 9; j++) {
        given.add((float) random.nextInt(-1, 4));
        squares += Math.pow(Math.log(1 + Math.abs(given.get(j))), 2);
      }
      take(point(spec, null, List.of(0, 1, 2, 3, 4, 5, 6, 7, 8), given));
      for (int j = 0; j < 9; j++) {
        final double x = given.get(j);
        final double expected = Math.signum(x) * Math.log(1 + Math.abs(x)) / Math.sqrt(squares);
        assertThat(value(10 - counts + j)).isEqualTo(x);
        assertThat(value(counts + j)).isCloseTo(x == 0 ? 0 : expected, within(1e-12));
      }
    }
  }

  @Test
  void counts_haveDiagonalMemory_andAPriorOfOneScale() {
    final ModelSpec spec =
        SpecFile.read(
            """
            model: m
            labels: [a, b]
            features: {dimension: 16}
            views: [linear, counts]
            forgetting: auto
            """);
    final Views views = Views.of(spec);
    final ModelSpec counts = views.spec(views.blocks().get(1));
    assertThat(views.spec(views.blocks().get(0)).getCurvature()).isEqualTo(Curvature.FULL);
    assertThat(counts.getCurvature()).isEqualTo(Curvature.DIAGONAL);
    assertThat(counts.getPriorScale()).isEqualTo(PriorScale.COMMON);
    assertThat(counts.getForgetting()).isNull();
  }

  @Test
  void smallViews_haveMemoriesThatForget_largeOnesDoNot() {
    final ModelSpec spec =
        SpecFile.read(
            """
            model: m
            labels: [a, b, c]
            features: {dimension: 16, standardize: true}
            views: [linear, products]
            forgetting: auto
            """);
    final Views views = Views.of(spec);
    assertThat(views.spec(views.blocks().get(0)).getForgetting())
        .isEqualTo(new HalfLives(List.of(32, 1024)));
    assertThat(views.spec(views.blocks().get(1)).getForgetting()).isNull();
    assertThat(views.spec(views.blocks().get(1)).getCurvature()).isEqualTo(Curvature.FULL);
  }

  @Test
  void names_sayWhatAViewMakes() {
    final FeatureNames names = new FeatureNames(SPEC, List.of());
    assertThat(names.of(0)).isEqualTo("u");
    assertThat(names.of(3)).isEqualTo("intercept");
    assertThat(names.of(HATS)).isEqualTo("hats: u");
    assertThat(names.of(HATS + 3 + 8)).isEqualTo("hats: v hat 2");
    assertThat(names.of(PRODUCTS + 3)).isEqualTo("products: u²");
    assertThat(names.of(PRODUCTS + 5)).isEqualTo("products: u × w");
    assertThat(names.of(PRODUCTS + 7)).isEqualTo("products: v × w");
    assertThat(names.of(PRODUCTS + 9)).isEqualTo("products: intercept");
    assertThat(names.of(PRODUCTS + 10 + Views.STACKED)).isEqualTo("stack: hats moderated");
  }

  private void map(final double u, final double v, final double w) throws Exception {
    map(moments, u, v, w);
  }

  private void map(final Moments by, final double u, final double v, final double w)
      throws Exception {
    final ExampleMapper mapper = new ExampleMapper(SPEC, new FeatureSpace(SPEC, by));
    take((SparsePoint) mapper.unlabeled(example(u, v, w)));
  }

  private static SparsePoint point(
      final ModelSpec spec, final Moments by, final List<Integer> indices, final List<Float> values)
      throws Exception {
    final Point point = new Point(new SparseVector(indices, values), "a", null, null);
    return (SparsePoint)
        new ExampleMapper(spec, new FeatureSpace(spec, by))
            .unlabeled(new LabeledExample(null, null, 1.0, point));
  }

  private void take(final SparsePoint mapped) {
    x.size = mapped.size;
    x.reserve(x.size);
    System.arraycopy(mapped.indices, 0, x.indices, 0, x.size);
    System.arraycopy(mapped.values, 0, x.values, 0, x.size);
  }

  private double value(final int feature) {
    for (int j = 0; j < x.size; j++) {
      if (x.indices[j] == feature) {
        return x.values[j];
      }
    }
    return 0;
  }

  private static LabeledExample example(final double u, final double v, final double w) {
    return new LabeledExample(
        null,
        null,
        1.0,
        new Point(
            new NamedFeatures(List.of("u", "v", "w"), List.of((float) u, (float) v, (float) w)),
            "a",
            null,
            null));
  }

  /** Of u normal, v 0, 1 or 2, and w a flag; u of the first example as given. */
  private static Moments moments(final double first) {
    final Random random = new Random(7);
    final FeatureMoments moments = new FeatureMoments(SPEC);
    final ExampleMapper mapper = new ExampleMapper(SPEC, new FeatureSpace(SPEC, moments));
    try {
      mapper.unlabeled(example(first, 1, 1));
      for (int i = 1; i < 200; i++) {
        mapper.unlabeled(example(random.nextGaussian(), random.nextInt(3), random.nextInt(2)));
      }
    } catch (final RejectedExample e) {
      throw new AssertionError(e);
    }
    return FeatureMoments.merge(SPEC, new ArrayList<>(List.of(moments.toMoments())));
  }
}
