package org.majorant.file.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** What a spec calls by name, and what the examples have. */
class SpecCheckTest {
  private static SpecCheck.Report check(final String examples, final String more)
      throws IOException {
    final ModelSpec spec = SpecFile.read("{model: m, labels: ['-1', '+1'], " + more + "}");
    try (ExampleReader reader =
        ExampleReader.of(Format.LIBSVM, "file", Tables.stream(examples), Layout.of(spec))) {
      return SpecCheck.of(spec, reader);
    }
  }

  /** A file of indices was said to have none of the names, and to be ignored. */
  @Test
  void index_ofAClosedList_isItsName() throws IOException {
    final SpecCheck.Report report =
        check("+1 0:1 2:1\n-1 2:1 7:1\n", "features: {names: [age, sex=f, sex=m]}");
    assertThat(report.features()).containsEntry("sex=m", 2L).containsEntry("age", 1L);
    assertThat(report.absentFeatures()).containsExactly("sex=f");
    assertThat(report.unknownFeatures()).containsExactly("7");
  }

  @Test
  void slice_ofWhichNoExampleHasAValue_isTold() throws IOException {
    final String names = "features: {names: [age, sex=f, sex=m]}";
    assertThat(check("+1 0:1 1:1\n-1 2:1\n", names + ", slices: [sex, age]").isSound()).isTrue();
    assertThat(check("+1 0:1 1:1\n-1 2:1\n", names + ", slices: [sec, sex]").absentFeatures())
        .containsExactly("sec");
  }
}
