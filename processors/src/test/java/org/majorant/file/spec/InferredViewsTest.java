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
import org.majorant.spec.Spelling;

class InferredViewsTest {
  private static final long FEW = 999;
  private static final long MANY = 1_000;

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
    assertThat(found(spec, FEW)).isEmpty();
    assertThat(found(spec, MANY)).isEmpty();
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
    InferredViews.put(tree, ValueKind.COUNTS, MANY);
    final ModelSpec spec = SpecFile.read(tree);
    assertThat(spec.getViews().contains(View.COUNTS)).isEqualTo(!transformed);
    assertThat(spec.getFeatures().getTransforms().isEmpty()).isEqualTo(!transformed);
  }

  /**
   * A spec with the views that are found is one that can be read; auto finds those of many rows.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 2, 3, 4",
    "64, 2, 3, 4",
    "30, 10, 3, 4",
    "65, 2, 2, 2",
    "64, 7, 3, 3",
    "64, 70, 3, 3",
    "300, 900, 0, 0"
  })
  void numbers_haveThoseThatTheyCanAfford(
      final int numbers, final int labels, final int few, final int many) {
    final ModelSpec spec = spec(numbers, labels, "");
    final List<View> all = List.of(View.LINEAR, View.HATS, View.PRODUCTS, View.CROSSES);
    assertThat(found(spec, FEW)).isEqualTo(all.subList(0, few));
    final List<View> found = found(spec, MANY);
    assertThat(found).isEqualTo(all.subList(0, many));
    final String names =
        found.stream().map(Spelling::of).collect(Collectors.joining(", ", "[", "]"));
    assertThat(spec(numbers, labels, ", views: " + names).getViews()).isEqualTo(found);
    assertThat(spec(numbers, labels, ", views: auto").getViews()).isEqualTo(found);
  }

  /** What an example may take is kept, by diagonal curvature before views are left out. */
  @ParameterizedTest
  @CsvSource({
    "1e9, false, 4",
    "330, false, 3",
    "100, true, 4",
    "60, true, 3",
    "30, true, 2",
    "1, false, 0"
  })
  void budget_leavesOutWhatTakesTooLong(
      final double most, final boolean diagonal, final int views) {
    final ModelSpec spec = spec(16, 10, "");
    final InferredViews found = InferredViews.of(spec, ValueKind.NUMBERS, MANY, most);
    assertThat(found.views()).hasSize(views);
    assertThat(found.diagonal()).isEqualTo(diagonal);
    assertThat(views == 0 ? 0 : found.micros(spec)).isLessThanOrEqualTo((long) most);
  }

  private static List<View> found(final ModelSpec spec, final long rows) {
    return InferredViews.of(spec, ValueKind.NUMBERS, rows, Double.MAX_VALUE).views();
  }

  private static ModelSpec spec(final int numbers, final int labels, final String more) {
    return SpecFile.read(
        "{model: m, labels: %s, features: {dimension: %d, standardize: 9}%s}"
            .formatted(
                IntStream.range(0, labels).mapToObj(label -> "c" + label).toList(), numbers, more));
  }
}
