package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.ModelSpec;

class SlicesSpecTest {
  private static ModelSpec read(final String settings) {
    return SpecFile.read("{model: m, labels: [a, b], " + settings + "}");
  }

  @Test
  void slices_areReadAndWritten_andChangeNoFingerprint() {
    final ModelSpec spec = read("slices: [country, sex]");
    assertThat(spec.getSlices()).containsExactly("country", "sex");
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
    assertThat(Fingerprint.of(spec)).isEqualTo(Fingerprint.of(read("members: auto")));
    assertThat(read("members: auto").getSlices()).isEmpty();
    assertThat(read("slices: sex, features: {names: [age]}").getSlices()).isEqualTo(List.of("sex"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slices: [a, b, c, d, e]                        | slices: has 5 features: give 4 at most",
        "slices: [a, a]                                 | slices: has 'a' twice",
        "slices: [a], features: {dimension: 4}          | slices: needs features by name: give hash-bits or names in place of a dimension",
        "slices: [a], columns: {ignore: [a]}            | slices: has 'a', which is in columns.ignore and is no category or number",
        "slices: [a], columns: {text: [a]}              | slices: has 'a', which is in columns.text and is no category or number",
        "slices: [a], columns: {date: [a]}              | slices: has 'a', which is in columns.date and is no category or number",
        "slices: [a], columns: {weight: a}              | slices: has 'a', which is in columns.weight and is no category or number",
        "slices: [a], columns: {label: a}               | slices: has 'a', which is in columns.label and is no category or number",
        "slices: [label], input: {topic: t, format: json} | slices: has 'label', which is in columns.label and is no category or number"
      })
  void slicesWithoutMeaning_areRefusedInALine(final String settings, final String line) {
    assertThatThrownBy(() -> read(settings))
        .isInstanceOfSatisfying(
            SpecException.class, e -> assertThat(e.faults()).containsExactly(line));
  }

  @Test
  void slicesOfOtherTasks_areRefused() {
    assertThatThrownBy(() -> SpecFile.read("{model: m, task: choice, slices: [a]}"))
        .isInstanceOfSatisfying(
            SpecException.class,
            e ->
                assertThat(e.faults())
                    .containsExactly(
                        "slices: is for 'task: multiclass' only, whose examples have one feature"
                            + " vector"));
  }
}
