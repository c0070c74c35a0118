package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.file.Lines.fault;
import static org.majorant.file.Lines.points;
import static org.majorant.file.Lines.sparse;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LibsvmReaderTest {
  @Test
  void line_withValues_keepsIndicesAndOrder() throws IOException {
    assertThat(points(Format.LIBSVM, "+1 3:0.5 1:-2e3 7:0", "-1\t0:1.5 "))
        .containsExactly(
            sparse("+1", List.of(3, 1, 7), 0.5f, -2000f, 0f), sparse("-1", List.of(0), 1.5f));
  }

  @Test
  void line_allOnes_sendsNoValues() throws IOException {
    assertThat(points(Format.LIBSVM, "1 3:1 11:1.0", "2"))
        .containsExactly(sparse("1", List.of(3, 11)), sparse("2", List.of()));
  }

  @Test
  void comment_trailingOrAlone_isPassedOver() throws IOException {
    assertThat(points(Format.LIBSVM, "# by hand", "", "1 2:1 # id=7 3:1", "  ", "2 2:3#x"))
        .containsExactly(sparse("1", List.of(2)), sparse("2", List.of(2), 3f));
  }

  @Test
  void label_questionMark_isUnobserved() throws IOException {
    assertThat(points(Format.LIBSVM, "? 2:1")).containsExactly(sparse(null, List.of(2)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 qid:3 1:1    | no feature: 'qid:3'; expected label index:value ...",
        "1 3            | no feature: '3'; expected label index:value ...",
        "3:1 4:1        | no label before '3:1'; expected label index:value ...",
        "1 x:1          | feature index 'x'; expected a whole number from 0 to 2147483646",
        "1 -1:1         | feature index '-1'; expected a whole number from 0 to 2147483646",
        "1 2147483647:1 | feature index '2147483647'; expected a whole number from 0 to 2147483646",
        "1 1:           | feature value ''; expected a number",
        "1 1:one        | feature value 'one'; expected a number",
      })
  void line_malformed_saysWhereAndWhatAndGoesOn(final String line, final String told)
      throws IOException {
    final ExampleReader reader = Lines.open(Format.LIBSVM, "# comment", "1 1:1", "", line, "2 1:1");
    assertThat(Lines.point(reader.read()).getLabel()).isEqualTo("1");
    assertThat(fault(reader)).isEqualTo("4: " + told);
    assertThat(Lines.point(reader.read()).getLabel()).isEqualTo("2");
    assertThat(reader.read()).isNull();
  }

  /** Java reads them as numbers; the cells of a table never were. */
  @ParameterizedTest
  @ValueSource(strings = {"0x1p3", "1f", "1d"})
  void value_thatOnlyJavaTakesForANumber_isMalformed(final String value) throws IOException {
    assertThat(Lines.fault(Lines.open(Format.LIBSVM, "a 1:" + value)))
        .isEqualTo("1: feature value '" + value + "'; expected a number");
  }
}
