package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.Choice;
import org.majorant.schema.Edge;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Matching;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Sequence;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/** Buckets and crosses: an example has them as if its producer had sent them by their names. */
class MadeFeaturesTest {
  private static final String MADE =
      "bucket: {age: 10, size: 0.25}, cross: [[ad, site], [age, ad], [site, ad=1, size]]";

  /** Some have the prefix, some only begin alike. */
  private static final List<String> NAMES =
      List.of("ad", "ad=1", "ad=22", "add", "ad=", "site=größe", "site", "s", "other=1", "ad=1=2");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void point_isMappedAsIfWhatIsMadeWereSent(final long seed) throws Exception {
    final SplittableRandom random = new SplittableRandom(seed);
    final ExampleMapper made = mapper("task: multiclass, labels: [a, b]", MADE);
    final ExampleMapper sent = mapper("task: multiclass, labels: [a, b]", "");
    for (int i = 0; i < 200; i++) {
      final List<String> names = new ArrayList<>();
      final List<Float> values = new ArrayList<>();
      final List<String> expectedNames = new ArrayList<>();
      final List<Float> expectedValues = new ArrayList<>();
      for (int n = random.nextInt(9); n > 0; n--) {
        final String name = NAMES.get(random.nextInt(NAMES.size()));
        final float value = random.nextInt(-3, 4) / 2f;
        add(names, values, name, value);
        add(expectedNames, expectedValues, name, value);
      }
      if (random.nextBoolean()) {
        add(names, values, "age", 37);
        add(expectedNames, expectedValues, "age=30", 1);
      }
      if (random.nextBoolean()) {
        add(names, values, "size", -0.3f);
        add(expectedNames, expectedValues, "size=-0.5", 1);
      }
      cross(List.of("ad", "site"), expectedNames, expectedValues);
      cross(List.of("age", "ad"), expectedNames, expectedValues);
      cross(List.of("site", "ad=1", "size"), expectedNames, expectedValues);
      assertSame(
          (SparsePoint) made.unlabeled(point(new NamedFeatures(names, values))),
          (SparsePoint) sent.unlabeled(point(new NamedFeatures(expectedNames, expectedValues))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sequence, labels: [a, b]", "choice", "graph", "matching"})
  void vectorOfEachStructure_hasItsOwnCrosses(final String task) throws Exception {
    final NamedFeatures both = new NamedFeatures(List.of("ad=1", "site=x"), List.of(2f, 3f));
    final NamedFeatures one = new NamedFeatures(List.of("ad=1"), List.of(2f));
    final NamedFeatures crossed =
        new NamedFeatures(List.of("ad=1", "site=x", "ad=1^site=x"), List.of(2f, 3f, 6f));
    final SparseRows made =
        (SparseRows)
            mapper("task: " + task, "cross: [[ad, site]]").unlabeled(example(task, both, one));
    final SparseRows sent =
        (SparseRows) mapper("task: " + task, "").unlabeled(example(task, crossed, one));
    assertThat(made.length).isEqualTo(2);
    assertThat(Arrays.copyOf(made.starts, 3)).isEqualTo(Arrays.copyOf(sent.starts, 3));
    final int size = made.starts[2];
    assertThat(Arrays.copyOf(made.indices, size)).isEqualTo(Arrays.copyOf(sent.indices, size));
    assertThat(Arrays.copyOf(made.values, size)).isEqualTo(Arrays.copyOf(sent.values, size));
  }

  /** Whatever rounding to a float made of it. */
  @Test
  void bucket_ofAnEdge_beginsThere() throws Exception {
    final SplittableRandom random = new SplittableRandom(3);
    final String[] widths = {"0.1", "0.25", "0.3", "1", "7", "0.0001", "12.5", "1000"};
    for (final String width : widths) {
      final ExampleMapper mapper =
          mapper("labels: [a, b]", "intercept: false, bucket: {x: %s}".formatted(width));
      for (int i = 0; i < 2000; i++) {
        final long k = random.nextLong(1, 100_000) * (random.nextBoolean() ? 1 : -1);
        final BigDecimal edge = new BigDecimal(width).multiply(BigDecimal.valueOf(k));
        final float value = edge.floatValue();
        assertThat(bucket(mapper, value)).as("%s of %s", edge, width).isEqualTo(hash(edge));
      }
    }
  }

  /** Up to 2²⁴, where the next float is a whole number away. */
  @Test
  void bucket_ofAWholeNumber_isExact() throws Exception {
    final SplittableRandom random = new SplittableRandom(4);
    for (final long width : new long[] {1, 10, 86_400}) {
      final ExampleMapper mapper =
          mapper("labels: [a, b]", "intercept: false, bucket: {x: %d}".formatted(width));
      for (int i = 0; i < 2_000; i++) {
        final int x = i < 100 ? i - 50 : random.nextInt(-(1 << 24), 1 << 24);
        if (x != 0) {
          final BigDecimal edge =
              BigDecimal.valueOf(x)
                  .divide(BigDecimal.valueOf(width), 0, RoundingMode.FLOOR)
                  .multiply(BigDecimal.valueOf(width));
          assertThat(bucket(mapper, x)).as("%d by %d", x, width).isEqualTo(hash(edge));
        }
      }
    }
  }

  @Test
  void zero_isNoFeature_andHasNeitherBucketNorCross() throws Exception {
    final ExampleMapper mapper =
        mapper("labels: [a, b]", "intercept: false, bucket: {x: 5}, cross: [[x, y]]");
    final NamedFeatures zero = new NamedFeatures(List.of("x", "y"), List.of(0f, 2f));
    final SparsePoint x = (SparsePoint) mapper.unlabeled(point(zero));
    assertThat(x.size).isEqualTo(1);
    assertThat(x.values[0]).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x, y | 1e30, 1e30 | VALUE | the values of a cross have the product Infinity, not finite",
        "n, y | 1e12, 1    | VALUE | value 1.0E12 of feature 'n' is not within 1e+11 of 0, as a bucket needs",
        "x, y | NaN, 1     | VALUE | value NaN of feature 'x' is not finite",
      })
  void valueThatDoesNotFit_isRejected(
      final String names, final String values, final Rejection reason, final String message) {
    final ExampleMapper mapper = mapper("labels: [a, b]", "bucket: {n: 5}, cross: [[x, y]]");
    final RejectedExample e =
        rejection(
            mapper,
            new NamedFeatures(
                List.of(names.split(", ")),
                Arrays.stream(values.split(", ")).map(Float::valueOf).toList()));
    assertThat(e.reason()).isEqualTo(reason);
    assertThat(e.getMessage()).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bucket: {x: 5}", "cross: [[x, y]]"})
  void featuresByIndex_haveNoNames_andAreRejected(final String features) throws Exception {
    final ExampleMapper mapper = mapper("labels: [a, b]", features);
    final RejectedExample e = rejection(mapper, new SparseVector(List.of(7), List.of()));
    assertThat(e.reason()).isEqualTo(Rejection.STRUCTURE);
    assertThat(e.getMessage())
        .isEqualTo("features by index have no names, as 'bucket' and 'cross' in the spec need");
    final SparsePoint none =
        (SparsePoint) mapper.unlabeled(point(new SparseVector(List.of(), List.of())));
    assertThat(none.size).as("the intercept").isEqualTo(1);
  }

  /** 316² = 99,856 and 317² = 100,489. */
  @Test
  void crosses_moreThanTheLimit_areRejected_andTheNextExampleIsNot() throws Exception {
    final ExampleMapper mapper = mapper("labels: [a, b]", "hash-bits: 22, cross: [[p, q]]");
    final SparsePoint most = (SparsePoint) mapper.unlabeled(point(square(316, "")));
    assertThat(Arrays.stream(most.values, 0, most.size).sum()).isEqualTo(1 + 2 * 316 + 316 * 316);
    final RejectedExample e = rejection(mapper, square(317, ""));
    assertThat(e.reason()).isEqualTo(Rejection.LENGTH);
    assertThat(e.getMessage())
        .isEqualTo(
            "'cross' in the spec makes more than 100,000 features of the example, or 10,000,000"
                + " bytes of names");
    mapper.unlabeled(point(square(316, "")));
  }

  @Test
  void crosses_ofLongNames_areRejected() {
    final ExampleMapper mapper = mapper("labels: [a, b]", "cross: [[p, q]]");
    final RejectedExample e = rejection(mapper, square(100, "x".repeat(500)));
    assertThat(e.reason()).isEqualTo(Rejection.LENGTH);
  }

  /** 90,000 in each of two tokens. */
  @Test
  void crosses_areCountedInAllVectorsOfAnExample() throws Exception {
    final ExampleMapper mapper =
        mapper("task: sequence, labels: [a, b]", "hash-bits: 22, cross: [[p, q]]");
    final List<Object> tokens = List.of(square(300, ""), square(300, ""));
    mapper.unlabeled(example(new Sequence(tokens.subList(0, 1), List.of(), null)));
    mapper.unlabeled(example(new Sequence(tokens.subList(0, 1), List.of(), null)));
    final RejectedExample e =
        catchThrowableOfType(
            RejectedExample.class,
            () -> mapper.unlabeled(example(new Sequence(tokens, List.of(), null))));
    assertThat(e.reason()).isEqualTo(Rejection.LENGTH);
  }

  @Test
  void names_ofWhatIsMade_areCounted() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {bucket: {age: 10}, cross: [[age, ad]]}}");
    final NameCounts counts = new NameCounts();
    new ExampleMapper(spec, new FeatureSpace(spec, null, counts, null))
        .unlabeled(point(new NamedFeatures(List.of("age", "ad=1"), List.of(37f, 1f))));
    assertThat(counts.take())
        .extracting("name")
        .containsExactlyInAnyOrder("age=30", "ad=1", "age=30^ad=1");
  }

  /** By the definition, on strings. */
  private static void cross(
      final List<String> prefixes, final List<String> names, final List<Float> values) {
    List<String> joined = List.of("");
    List<Float> products = List.of(1f);
    final int given = (int) names.stream().filter(name -> !name.contains("^")).count();
    for (final String prefix : prefixes) {
      final List<String> longer = new ArrayList<>();
      final List<Float> larger = new ArrayList<>();
      for (int j = 0; j < joined.size(); j++) {
        for (int i = 0; i < given; i++) {
          final String name = names.get(i);
          if (name.equals(prefix) || name.startsWith(prefix + "=")) {
            longer.add(joined.get(j) + (joined.get(j).isEmpty() ? "" : "^") + name);
            larger.add(products.get(j) * values.get(i));
          }
        }
      }
      joined = longer;
      products = larger;
    }
    names.addAll(joined);
    values.addAll(products);
  }

  private static void add(
      final List<String> names, final List<Float> values, final String name, final float value) {
    names.add(name);
    values.add(value);
  }

  private static void assertSame(final SparsePoint made, final SparsePoint sent) {
    assertThat(Arrays.copyOf(made.indices, made.size))
        .isEqualTo(Arrays.copyOf(sent.indices, sent.size));
    assertThat(Arrays.copyOf(made.values, made.size))
        .isEqualTo(Arrays.copyOf(sent.values, sent.size));
  }

  /** n features of each prefix. */
  private static NamedFeatures square(final int n, final String ending) {
    final List<String> names = new ArrayList<>();
    IntStream.range(0, n).forEach(i -> names.addAll(List.of("p=" + i + ending, "q=" + i + ending)));
    return new NamedFeatures(names, List.of());
  }

  private static RejectedExample rejection(final ExampleMapper mapper, final Object features) {
    return catchThrowableOfType(RejectedExample.class, () -> mapper.unlabeled(point(features)));
  }

  /** The only index of a bucketed x. */
  private static int bucket(final ExampleMapper mapper, final float value) throws RejectedExample {
    final SparsePoint x =
        (SparsePoint) mapper.unlabeled(point(new NamedFeatures(List.of("x"), List.of(value))));
    assertThat(x.size).isEqualTo(1);
    assertThat(x.values[0]).isEqualTo(1);
    return x.indices[0];
  }

  private static int hash(final BigDecimal edge) {
    final String text = edge.signum() == 0 ? "0" : edge.stripTrailingZeros().toPlainString();
    return FeatureNames.index("x=" + text, SpecFile.read("{model: m, labels: [a, b]}"));
  }

  private static LabeledExample point(final Object features) {
    return example(new Point(features, null, null, null));
  }

  private static LabeledExample example(final Object structure) {
    return new LabeledExample(null, null, 1.0, structure);
  }

  /** Of two vectors. */
  private static LabeledExample example(
      final String task, final NamedFeatures first, final NamedFeatures second) {
    final List<Object> vectors = List.of(first, second);
    return example(
        switch (task.replaceAll(",.*", "")) {
          case "sequence" -> new Sequence(vectors, List.of(), null);
          case "choice" -> new Choice(vectors, null, null);
          case "graph" ->
              new Graph(List.of(2), List.of(new Factor(List.of(0), vectors, null)), List.of());
          default ->
              new Matching(1, 1, List.of(new Edge(0, 0, first), new Edge(0, null, second)), null);
        });
  }

  private static ExampleMapper mapper(final String fields, final String features) {
    final ModelSpec spec =
        SpecFile.read("{model: m, %s, features: {%s}}".formatted(fields, features));
    return new ExampleMapper(spec, new FeatureSpace(spec));
  }
}
