package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.NameCount;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/** Pairs of the numbers u and v, of the category c and of a flag that is rare. */
class CrossesTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          """
          model: m
          labels: [a, b]
          features: {names: [c=x, u, c=y, v, rare], standardize: 400}
          views: [linear, crosses]
          """);
  private static final int OFFSET = 6 + 5; // behind the first view, and the features themselves

  private final Moments moments = moments(SPEC);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void pairs_areOfEachTwoValues_byTheirNames(final long seed) throws Exception {
    final Random random = new Random(seed);
    final FeatureNames names = new FeatureNames(SPEC, List.of());
    for (int i = 0; i < 100; i++) {
      final double u = random.nextGaussian();
      final int v = random.nextInt(2) * random.nextInt(3);
      final boolean rare = random.nextInt(4) == 0;
      final String c = random.nextBoolean() ? "c=x" : "c=y";
      final List<String> values = new ArrayList<>(List.of(c));
      if (rare) {
        values.add("rare");
      }
      values.add("u quarter " + quarter(u));
      values.add("v quarter " + (1 + v)); // it has three values
      final List<String> pairs = new ArrayList<>();
      for (int b = 1; b < values.size(); b++) {
        for (int a = 0; a < b; a++) {
          pairs.add("crosses: " + values.get(a) + " × " + values.get(b));
        }
      }
      final SparsePoint x = map(SPEC, moments, example(c, u, v, rare));
      final List<String> made =
          IntStream.range(0, x.size)
              .filter(j -> x.indices[j] >= OFFSET && x.indices[j] < Views.of(SPEC).end() - 1)
              .mapToObj(j -> names.of(x.indices[j]))
              .toList();
      assertThat(made).as("seed %d", seed).containsExactlyElementsOf(pairs);
      assertAscending(x);
    }
  }

  /** A 999999 or a 3e38 among the first values moves no quarter. */
  @ParameterizedTest
  @ValueSource(doubles = {999_999, -999_999, 3e38})
  void oneWrongCell_leavesQuartersWhereTheyAre(final double wrong) throws Exception {
    final Moments spoiled = moments(SPEC, wrong);
    for (final double u : new double[] {-1e6, -1, -0.3, 0.3, 1, 1e6}) {
      final SparsePoint right = map(SPEC, moments, example("c=x", u, 1, true));
      final SparsePoint x = map(SPEC, spoiled, example("c=x", u, 1, true));
      assertThat(Arrays.copyOf(x.indices, x.size))
          .containsExactly(Arrays.copyOf(right.indices, right.size));
    }
  }

  @Test
  void pair_ofItsPlace_isFound() {
    int place = 0;
    for (int j = 1; place < Crosses.MOST; j++) {
      for (int i = 0; i < j && place < Crosses.MOST; i++, place++) {
        assertThat(Crosses.pair(place)).containsExactly(i, j);
      }
    }
  }

  /** As MATHS.md 16 has it: other programs find the same places. */
  @Test
  void places_ofManyPairs_areThoseOfFibonacciHashing() throws Exception {
    final ModelSpec spec = indexed(1000);
    final SparsePoint x = map(spec, null, vector(List.of(3, 5, 999)));
    final double golden = 0.6180339887498949;
    final int[] expected =
        IntStream.of(5 * 4 / 2 + 3, 999 * 998 / 2 + 3, 999 * 998 / 2 + 5)
            .map(
                t ->
                    1001 + 1000 + (int) Math.floor((t * golden - Math.floor(t * golden)) * 0x40000))
            .sorted()
            .toArray();
    assertThat(Arrays.copyOfRange(x.indices, 1001 - 997 + 3, 10)).containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 5000, 1 << 20})
  void hashedPairs_ascend_andEachCounts(final int dimension) throws Exception {
    final Random random = new Random(dimension);
    final ModelSpec spec = indexed(dimension);
    final Views.Block block = Views.of(spec).blocks().get(1);
    for (int i = 0; i < 30; i++) {
      final int most = 1 + random.nextInt(90);
      final List<Integer> values =
          random.ints(most, 0, dimension).distinct().sorted().boxed().toList();
      final SparsePoint x = map(spec, null, vector(values));
      assertAscending(x);
      double pairs = 0;
      for (int j = 0; j < x.size; j++) {
        final boolean made = x.indices[j] >= block.offset() + dimension;
        pairs += made && x.indices[j] < block.end() - 1 ? x.values[j] : 0;
      }
      final int crossed = Math.min(Views.MOST_CROSSED, values.size());
      assertThat(pairs).isEqualTo(crossed * (crossed - 1) / 2.0);
      assertThat(x.indices[x.size - 1]).isEqualTo(block.end() - 1);
    }
  }

  @Test
  void hashedPairs_haveNames_whereTheirValuesHave() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            """
            model: m
            labels: [a, b]
            features: {hash-bits: 18, standardize: 400, numbers: [u, v]}
            views: [crosses]
            """);
    final Moments own = moments(spec);
    final SparsePoint x = map(spec, own, example("c=x", 0.1, 2, true));
    final List<NameCount> counted =
        Stream.of("c=x", "c=y", "rare", "u", "v").map(name -> new NameCount(name, 1L)).toList();
    final FeatureNames names = new FeatureNames(spec, counted);
    assertThat(
            IntStream.range(0, x.size)
                .filter(j -> x.indices[j] >= 1 << 18)
                .mapToObj(j -> names.of(x.indices[j])))
        .containsExactlyInAnyOrder(
            "rare × c=x", // by index
            "c=x × u quarter 3",
            "c=x × v quarter 3",
            "rare × u quarter 3",
            "rare × v quarter 3",
            "u quarter 3 × v quarter 3",
            "intercept");
  }

  /** All pairs of 2²⁰ indices would be half a billion; a row has few. */
  @Test
  void pairs_ofManyIndices_takeTheRoomOfARow() throws Exception {
    final ModelSpec spec = indexed(1 << 20);
    assertThat(Views.of(spec).blocks().get(1).size()).isEqualTo((1 << 20) + Crosses.MOST + 1);
    assertThat(map(spec, null, vector(List.of(1, 2))).indices).hasSizeLessThan(5000);
  }

  @Test
  void edges_ofANumber_separateItsValues() {
    final double[] half = new double[Quantiles.OF_A_FEATURE];
    assertThat(Quantiles.edges(half)).isEmpty();
    half[24] = 1;
    assertThat(Quantiles.edges(half)).containsExactly(1);
    Arrays.setAll(half, i -> i);
    assertThat(Quantiles.edges(half)).containsExactly(6, 12, 18);
    Arrays.setAll(half, i -> Math.max(0, i - 19));
    assertThat(Quantiles.edges(half)).containsExactly(1, 2, 4);
  }

  private int quarter(final double u) {
    final int at = Quantiles.OF_A_FEATURE; // u is the second of the features
    int quarter = 1;
    for (final int q : new int[] {6, 12, 18}) {
      quarter += moments.getQuantiles().get(at + q) <= (float) u ? 1 : 0;
    }
    return quarter;
  }

  private static void assertAscending(final SparsePoint x) {
    for (int j = 1; j < x.size; j++) {
      assertThat(x.indices[j]).isGreaterThan(x.indices[j - 1]);
    }
  }

  private static ModelSpec indexed(final int dimension) {
    return SpecFile.read(
        "{model: m, labels: [a, b], features: {dimension: %d}, views: [linear, crosses]}"
            .formatted(dimension));
  }

  private static SparsePoint map(
      final ModelSpec spec, final Moments by, final LabeledExample example) throws Exception {
    return (SparsePoint) new ExampleMapper(spec, new FeatureSpace(spec, by)).unlabeled(example);
  }

  private static LabeledExample vector(final List<Integer> indices) {
    final List<Float> ones = indices.stream().map(index -> 1f).toList();
    final Point point = new Point(new SparseVector(indices, ones), "a", null, null);
    return new LabeledExample(null, null, 1.0, point);
  }

  private static LabeledExample example(
      final String c, final double u, final double v, final boolean rare) {
    return new LabeledExample(
        null,
        null,
        1.0,
        new Point(
            new NamedFeatures(
                List.of(c, "u", "v", "rare"), List.of(1f, (float) u, (float) v, rare ? 1f : 0f)),
            "a",
            null,
            null));
  }

  private static Moments moments(final ModelSpec spec) {
    return moments(spec, 1);
  }

  /** Of the first 400, of which none has the rare flag; u of the first example as given. */
  private static Moments moments(final ModelSpec spec, final double first) {
    final Random random = new Random(7);
    final FeatureMoments moments = new FeatureMoments(spec);
    final ExampleMapper mapper = new ExampleMapper(spec, new FeatureSpace(spec, moments));
    try {
      for (int i = 0; i < 400; i++) {
        final int v = random.nextInt(2) * random.nextInt(3);
        final String c = random.nextBoolean() ? "c=x" : "c=y";
        final double u = random.nextGaussian();
        mapper.unlabeled(example(c, i == 0 ? first : u, v, false));
      }
    } catch (final RejectedExample e) {
      throw new AssertionError(e);
    }
    return FeatureMoments.merge(spec, List.of(moments.toMoments()));
  }
}
