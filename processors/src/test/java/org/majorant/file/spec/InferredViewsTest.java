package org.majorant.file.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.file.kind.ValueKind;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.View;
import org.majorant.spec.SpecFile;

class InferredViewsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "features: {dimension: 4}",
        "features: {dimension: 4, standardize: 9, quadratic: true}",
        "features: {dimension: 4, standardize: 9}, members: none",
        "features: {dimension: 4, standardize: 9}, constraints: nonnegative",
        "features: {dimension: 4, standardize: 9}, prior: {l1: 1}",
        "features: {dimension: 4, standardize: 9}, latent: 2",
        "features: {dimension: 4, standardize: 9}, curvature: {memory: low-rank}",
        "features: {dimension: 4, standardize: 9}, forgetting: {directional: 10}",
        "features: {hash-bits: 20, standardize: 9, numbers: [a]}",
        "features: {dimension: 4, standardize: 9}, task: choice"
      })
  void modelThatCannotHaveThem_hasNone(final String more) {
    final String labels = more.contains("choice") ? "" : "labels: [a, b], ";
    final ModelSpec spec = SpecFile.read("{model: m, %s%s}".formatted(labels, more));
    assertThat(InferredViews.of(spec, ValueKind.NUMBERS)).isEmpty();
  }

  /** So does a model that cannot have the view keep their transforms. */
  @ParameterizedTest
  @CsvSource({"10, auto, false", "18, auto, false", "21, auto, true", "10, none, true"})
  void counts_areAViewInPlaceOfTransforms(
      final int bits, final String members, final boolean transformed) {
    final ObjectNode tree =
        SpecFile.parse(
            "{model: m, labels: [a, b], members: %s, features: {hash-bits: %d, transform: [log1p, unit]}}"
                .formatted(members, bits));
    InferredViews.put(tree, ValueKind.COUNTS);
    final ModelSpec spec = SpecFile.read(tree);
    assertThat(spec.getViews().contains(View.COUNTS)).isEqualTo(!transformed);
    assertThat(spec.getFeatures().getTransforms().isEmpty()).isEqualTo(!transformed);
  }

  /** A spec with the views that are found is one that can be read. */
  @ParameterizedTest
  @CsvSource({"1, 2, 3", "64, 2, 3", "65, 2, 2", "64, 7, 3", "64, 900, 2", "300, 900, 0"})
  void numbers_haveThoseThatTheyCanAfford(final int numbers, final int labels, final int views) {
    final ModelSpec spec = spec(numbers, labels, "");
    final List<View> found = InferredViews.of(spec, ValueKind.NUMBERS);
    assertThat(found).isEqualTo(List.of(View.LINEAR, View.HATS, View.PRODUCTS).subList(0, views));
    final String names = found.stream().map(View::name).collect(Collectors.joining(", "));
    assertThat(
            spec(numbers, labels, ", views: [" + names.toLowerCase(java.util.Locale.ROOT) + "]")
                .getViews())
        .isEqualTo(found);
  }

  private static ModelSpec spec(final int numbers, final int labels, final String more) {
    return SpecFile.read(
        "{model: m, labels: %s, features: {dimension: %d, standardize: 9}%s}"
            .formatted(
                IntStream.range(0, labels).mapToObj(label -> "c" + label).toList(), numbers, more));
  }
}
