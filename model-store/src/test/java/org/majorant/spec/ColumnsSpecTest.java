package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.Columns;
import org.majorant.schema.DecimalSign;
import org.majorant.schema.ModelSpec;

/**
 * The fields {@code columns} and {@code weights}: how rows become examples, and what they count.
 */
class ColumnsSpecTest {
  private static final String LEAST = "model: churn\nlabels: [\"no\", \"yes\"]\n";

  @Test
  void columns_all_areReadAndWritten() {
    final ModelSpec spec =
        SpecFile.read(
            LEAST
                + "columns: {label: churned, ignore: [id, name], category: [zip], text: [note],"
                + " date: [joined, at], since: {joined: at}, month: [joined], missing: [NA, \"-999\"],"
                + " indicate-missing: [fee], no-day: [joined], zone: Europe/Berlin,"
                + " decimal: {fee: comma, rate: point}, log1p: [fee]}\n");
    assertThat(spec.getColumns())
        .isEqualTo(
            Columns.newBuilder()
                .setLabel("churned")
                .setIgnore(List.of("id", "name"))
                .setCategory(List.of("zip"))
                .setText(List.of("note"))
                .setDate(List.of("joined", "at"))
                .setSince(Map.of("joined", "at"))
                .setMissing(List.of("NA", "-999"))
                .setMonth(List.of("joined"))
                .setIndicateMissing(List.of("fee"))
                .setNoDay(List.of("joined"))
                .setZone("Europe/Berlin")
                .setDecimal(Map.of("fee", DecimalSign.COMMA, "rate", DecimalSign.POINT))
                .setLog1p(List.of("fee"))
                .build());
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
  }

  @Test
  void weights_some_areOneALabel() {
    final ModelSpec spec = SpecFile.read(LEAST + "weights: {\"yes\": 8.1}\n");
    assertThat(spec.getWeights()).containsExactly(1.0, 8.1);
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
    assertThat(SpecFile.read(LEAST).getWeights()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "columns: [a]                     | columns: must be a map of label, weight, ignore, category",
        "columns: {lable: a}              | columns.lable: unknown field; known here: label",
        "'columns: {text: [a], date: [a]}'  | columns.date: has 'a', which columns.text has, too",
        "'columns: {label: a, ignore: [a]}' | columns.ignore: has 'a', which columns.label has, too",
        "'columns: {month: [a]}'          | columns.month: has a column that is not in columns.date",
        "'columns: {no-day: [a]}'         | columns.no-day: has a column that is not in columns.date",
        "'columns: {date: [a], since: {a: b}}' | columns.since: has a column that is not in columns.date",
        "'columns: {zone: Oslo}'          | columns.zone: 'Oslo' is no time zone, as Europe/Berlin is one",
        "'columns: {decimal: {a: dot}}'   | columns.decimal.a: ",
        "'columns: {text: [a], log1p: [a]}' | columns.log1p: has 'a', whose numbers columns.text takes for something else",
        "'columns: {ignore: [a], indicate-missing: [a]}' | columns.indicate-missing: has a column that makes no features",
        "weights: {balanced: true}        | weights: are numbers, since a stream does not know how often each label will come: 'ops/majorant spec infer --class-weights balanced' writes",
        "weights: balanced                | weights: are numbers, since a stream does not know",
        "weights: {maybe: 2}              | weights.maybe: 'maybe' is not one of the labels",
        "'weights: {\"yes\": 0}'          | weights.yes: 0 is not a number above 0, and at most",
        "'weights: {\"yes\": 1e7}'        | weights.yes: 1e7 is not a number above 0, and at most",
      })
  void field_wrong_isNamed(final String yaml, final String fault) {
    assertThatThrownBy(() -> SpecFile.read(LEAST + yaml))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(fault);
  }

  @ParameterizedTest
  @ValueSource(strings = {"columns: {label: a}", "weights: {O: 2}"})
  void field_ofAnotherTask_isRefused(final String yaml) {
    assertThatThrownBy(
            () -> SpecFile.read("{model: m, task: sequence, labels: [O, B], " + yaml + "}"))
        .hasMessageContaining("is for 'task: multiclass' only");
  }

  /** What a feature means may not change; which ones there are, and what they count, may. */
  @Test
  void fingerprint_changesWithTheMeaningOfColumns() {
    final ModelSpec plain = SpecFile.read(LEAST);
    assertThat(Fingerprint.of(with("columns: {text: [note]}"))).isNotEqualTo(Fingerprint.of(plain));
    assertThat(Fingerprint.of(with("columns: {label: churned}")))
        .isNotEqualTo(Fingerprint.of(plain));
    assertThat(Fingerprint.of(with("columns: {ignore: [id]}"))).isEqualTo(Fingerprint.of(plain));
    assertThat(Fingerprint.of(with("weights: {\"yes\": 3}"))).isEqualTo(Fingerprint.of(plain));
  }

  private static ModelSpec with(final String yaml) {
    return SpecFile.read(LEAST + yaml);
  }
}
