package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.Views;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/** What a spec says of labels that come, and what it cannot say with them. */
class OpenLabelsSpecTest {
  private static final String LATE = "label: {topic: l, path: is, wait: 1h,";

  private static ModelSpec read(final String labels) {
    return SpecFile.read("{model: m, labels: " + labels + ", features: {dimension: 4}}");
  }

  @Test
  void open_readsAsItIsWritten() {
    final ModelSpec spec = read("open");
    assertThat(spec.getOpenLabels()).isEqualTo(1000);
    assertThat(spec.getLabels()).isEmpty();
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
    final ModelSpec known = OpenLabels.knowing(spec, List.of("b", "a"));
    assertThat(SpecFile.read(SpecFile.write(known))).isEqualTo(known);
  }

  @Test
  void whichLabelsAreKnown_andHowManyThereMayBe_isNoPartOfTheModel() {
    final long open = Fingerprint.of(read("{open: 30}"));
    assertThat(Fingerprint.of(read("{open: 20, known: [a, b, c]}"))).isEqualTo(open);
    assertThat(Fingerprint.of(read("[a, b, c]"))).isNotEqualTo(open);
  }

  @Test
  void openLabels_mayComeLate_withADefaultThatIsKnown() {
    final ModelSpec spec = read("{open: 9, known: [n]}, " + LATE + " default: n}");
    assertThat(spec.getLateLabels().getDefaultLabel()).isEqualTo("n");
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
  }

  @Test
  void openLabels_areComparedWithOpenOnes_whicheverAreKnown() {
    final ModelSpec open = read("open");
    final ModelSpec few = read("{open: 3, known: [a, b]}");
    final ModelSpec listed = read("[a, b]");
    assertThat(SpecChallenge.difference(open, few)).isEmpty();
    assertThat(SpecChallenge.difference(few, open)).isEmpty();
    assertThat(SpecChallenge.difference(listed, open))
        .contains("labels: is open, but the champion has [a, b]");
    assertThat(SpecChallenge.difference(few, listed))
        .contains("labels: is [a, b], but the champion has open");
  }

  /** A view keeps its memory when a label comes; another limit may give it another one. */
  @Test
  void memoryOfViews_isByHowManyLabelsThereMayBe() {
    final String views = ", views: [linear, crosses]";
    final ModelSpec few = read("{open: 30}" + views);
    final ModelSpec known = OpenLabels.knowing(few, List.of("a", "b", "c"));
    assertThat(Fingerprint.of(known)).isEqualTo(Fingerprint.of(few));
    assertThat(Fingerprint.of(read("{open: 20}" + views))).isNotEqualTo(Fingerprint.of(few));
    for (final ModelSpec spec : List.of(few, known)) {
      final Views of = Views.of(spec);
      assertThat(of.spec(of.blocks().get(0)).getCurvature()).isEqualTo(Curvature.FULL);
    }
  }

  @Test
  void labelsThatAreMet_comeBehindThoseThatAreKnown_asManyAsThereIsRoomFor() {
    final ModelSpec spec = read("{open: 3, known: [z]}");
    assertThat(OpenLabels.meeting(spec, List.of("b", "z", "a", "c")).getLabels())
        .containsExactly("z", "b", "a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: {open: 1} | labels.open: 1 is not a whole number in 2..1000",
        "labels: {open: 2, known: [a, b, c]} | labels.known: are more than there may be",
        "labels: {open: 2, close: 3} | labels.close: unknown field",
        "labels: {open: 2, known: [\"\\u0001\"]} | labels.known",
        "labels: open, latent: 2 | labels: open labels have no hidden states",
        "labels: open, LATE default: n} | label.default: 'n' has to be known from the beginning",
        "labels: open, LATE revise: 7d} | label.revise: excludes open labels",
        "labels: open, task: sequence, transitions: {forbidden: [[START, a]]} | transitions.forbidden: open labels may follow one another: list the labels",
        "labels: open, weights: {a: 2} | weights: open labels count alike: list the labels",
        "labels: {open: 3, known: [a, b]}, weights: {a: 2} | weights: open labels count alike",
      })
  void whatDoesNotGoTogether_isRefused(final String fields, final String fault) {
    final String late = fields.replace("LATE", LATE);
    assertThatThrownBy(() -> SpecFile.read("{model: m, features: {dimension: 4}, " + late + "}"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(fault);
  }
}
