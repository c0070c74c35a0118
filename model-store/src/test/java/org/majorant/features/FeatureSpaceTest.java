package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.codec.digest.MurmurHash3;
import org.junit.jupiter.api.Test;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

class FeatureSpaceTest {
  private static final ModelSpec INDEXED = spec("{dimension: 10}");

  @Test
  void indices_are_taken_as_given_with_the_intercept_last() throws Exception {
    final SparsePoint x = map(INDEXED, new SparseVector(List.of(3, 9), List.of(2f, -1f)), "b");
    assertThat(indices(x)).containsExactly(3, 9, 10);
    assertThat(values(x)).containsExactly(2, -1, 1);
    assertThat(x.label).isEqualTo(1);
    assertThat(map(INDEXED, new SparseVector(List.of(), List.of()), null).label)
        .isEqualTo(SparsePoint.UNLABELED);
  }

  @Test
  void repeated_features_add_up_in_any_order_and_zeros_go() throws Exception {
    final SparsePoint x =
        map(
            INDEXED,
            new SparseVector(List.of(7, 2, 7, 5, 4, 4), List.of(1f, 3f, 2f, 0f, 1f, -1f)),
            "a");
    assertThat(indices(x)).containsExactly(2, 7, 10);
    assertThat(values(x)).containsExactly(3, 3, 1);
  }

  @Test
  void hash_has_its_known_values() {
    // MurmurHash3 x86 32, seed 0: "hello" by its published test vector
    final byte[] hello = "hello".getBytes(StandardCharsets.UTF_8);
    assertThat(FeatureHash.of(hello, 0, 5)).isEqualTo(0x248bfa47);
    final Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      final int index = random.nextInt();
      final byte[] bytes = {
        (byte) index, (byte) (index >> 8), (byte) (index >> 16), (byte) (index >> 24)
      };
      assertThat(FeatureHash.of(index)).isEqualTo(MurmurHash3.hash32x86(bytes, 0, 4, 0));
    }
  }

  @Test
  void names_are_hashed_or_listed_and_unlisted_ones_ignored() throws Exception {
    final NamedFeatures features = new NamedFeatures(List.of("hello", "age"), List.of(1f, 39f));
    final SparsePoint hashed = map(spec("{hash-bits: 10}"), features, "a");
    assertThat(indices(hashed)).contains(0x248bfa47 & 1023, 1024);
    final SparsePoint listed = map(spec("{names: [age, work]}"), features, "a");
    assertThat(indices(listed)).containsExactly(0, 2);
    assertThat(values(listed)).containsExactly(39, 1);
  }

  @Test
  void feature_is_found_where_examples_put_it() throws Exception {
    final NamedFeatures age = new NamedFeatures(List.of("age"), List.of(1f));
    final SparseVector seven = new SparseVector(List.of(7), List.of(1f));
    for (final String space : List.of("{hash-bits: 10}", "{names: [work, age]}")) {
      assertThat(indices(map(spec(space), age, "a"))[0])
          .isEqualTo(new FeatureSpace(spec(space)).indexOf("age"));
    }
    for (final String space : List.of("{hash-bits: 10}", "{dimension: 10}")) {
      assertThat(indices(map(spec(space), seven, "a"))[0])
          .isEqualTo(new FeatureSpace(spec(space)).indexOf("7"));
    }
    final FeatureSpace listed = new FeatureSpace(spec("{names: [work, 1, age, intercept]}"));
    assertThat(List.of("1", "0", "3", "4", "01", "pay", "intercept"))
        .extracting(listed::indexOf)
        .containsExactly(1, 0, 3, -1, -1, -1, 4);
    assertThat(new FeatureSpace(INDEXED).indexOf("10")).isEqualTo(-1);
    assertThat(new FeatureSpace(spec("{dimension: 10, intercept: false}")).indexOf("intercept"))
        .isEqualTo(-1);
  }

  @Test
  void transforms_are_applied_in_order_and_not_to_the_intercept() throws Exception {
    final SparsePoint x =
        map(
            spec("{dimension: 10, transform: [log1p, unit]}"),
            new SparseVector(List.of(1, 2), List.of(3f, 1f)),
            "a");
    final double length = Math.hypot(Math.log(4), Math.log(2));
    assertThat(values(x))
        .containsExactly(
            new double[] {Math.log(4) / length, Math.log(2) / length, 1}, within(1e-15));
  }

  @Test
  void example_that_does_not_fit_is_rejected_with_its_reason() {
    final SparseVector sound = new SparseVector(List.of(1), List.of(1f));
    assertThat(reason(new SparseVector(List.of(10), List.of()), "a", 1, null))
        .isEqualTo(Rejection.INDEX);
    assertThat(reason(new SparseVector(List.of(-1), List.of()), "a", 1, null))
        .isEqualTo(Rejection.INDEX);
    assertThat(reason(new SparseVector(List.of(1), List.of(Float.NaN)), "a", 1, null))
        .isEqualTo(Rejection.VALUE);
    assertThat(reason(new SparseVector(List.of(1), List.of(Float.NEGATIVE_INFINITY)), "a", 1, null))
        .isEqualTo(Rejection.VALUE);
    assertThat(reason(sound, "c", 1, null)).isEqualTo(Rejection.LABEL);
    assertThat(reason(sound, List.of(), 1, null)).isEqualTo(Rejection.LABEL);
    assertThat(reason(sound, List.of("a", "c"), 1, null)).isEqualTo(Rejection.LABEL);
    assertThat(reason(sound, "a", -1, null)).isEqualTo(Rejection.WEIGHT);
    assertThat(reason(sound, "a", Double.NaN, null)).isEqualTo(Rejection.WEIGHT);
    assertThat(reason(sound, "a", 1e300, null)).isEqualTo(Rejection.WEIGHT);
    assertThat(reason(sound, "a", 1, List.of(0.0))).isEqualTo(Rejection.LOG_PRIOR);
    assertThat(reason(new NamedFeatures(List.of("x"), List.of()), "a", 1, null))
        .isEqualTo(Rejection.STRUCTURE);
  }

  @Test
  void labels_of_a_set_are_those_that_it_admits() throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, labels: [a, b, c], features: {dimension: 9}}");
    final SparseVector features = new SparseVector(List.of(1), List.of());
    final SparsePoint two = map(spec, features, List.of("c", "a", "c"));
    assertThat(two.label).isEqualTo(SparsePoint.PARTIAL);
    assertThat(two.admissible).containsExactly(true, false, true);
    assertThat(two.isLabeled()).isTrue();
    assertThat(List.of(two.admits(0), two.admits(1))).containsExactly(true, false);
    assertThat(map(spec, features, List.of("b", "b")).label).isEqualTo(1);
    final SparsePoint any = map(spec, features, List.of("c", "b", "a"));
    assertThat(any.isLabeled()).as("a set of all labels tells nothing").isFalse();
    assertThat(any.admits(1)).isTrue();
  }

  @Test
  void example_after_one_with_a_set_of_labels_is_not_taken_for_one() throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, labels: [a, b, c], features: {dimension: 9}}");
    final SparseVector features = new SparseVector(List.of(1), List.of());
    final ExampleBuffer buffer = new ExampleBuffer();
    final SparsePoint x = new SparsePoint();
    for (final Object label : new Object[] {List.of("a", "b"), "c", List.of("b", "c"), null}) {
      buffer.set(new LabeledExample(null, null, 1.0, new Point(features, label, null, null)));
      x.fill(buffer, new FeatureSpace(spec));
      final List<?> expected =
          label == null ? List.of("a", "b", "c") : label instanceof List<?> l ? l : List.of(label);
      for (int y = 0; y < 3; y++) {
        assertThat(x.admits(y)).isEqualTo(expected.contains(spec.getLabels().get(y)));
      }
    }
  }

  private static Rejection reason(
      final Object features, final Object label, final double weight, final List<Double> prior) {
    final ExampleBuffer buffer = new ExampleBuffer();
    final RejectedExample e =
        catchThrowableOfType(
            RejectedExample.class,
            () -> {
              buffer.set(
                  new LabeledExample(null, null, weight, new Point(features, label, prior, null)));
              new SparsePoint().fill(buffer, new FeatureSpace(INDEXED));
            });
    return e.reason();
  }

  private static SparsePoint map(final ModelSpec spec, final Object features, final Object label)
      throws RejectedExample {
    final ExampleBuffer buffer = new ExampleBuffer();
    buffer.set(new LabeledExample(null, null, 1.0, new Point(features, label, null, null)));
    final SparsePoint x = new SparsePoint();
    x.fill(buffer, new FeatureSpace(spec));
    return x;
  }

  private static int[] indices(final SparsePoint x) {
    return Arrays.copyOf(x.indices, x.size);
  }

  private static double[] values(final SparsePoint x) {
    return Arrays.copyOf(x.values, x.size);
  }

  private static ModelSpec spec(final String features) {
    return SpecFile.read("{model: m, labels: [a, b], features: " + features + "}");
  }
}
