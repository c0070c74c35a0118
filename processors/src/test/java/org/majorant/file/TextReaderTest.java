package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.file.Lines.fault;
import static org.majorant.file.Lines.named;
import static org.majorant.file.Lines.points;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TextReaderTest {
  @Test
  void words_repeated_areCountedInLowerCase() throws IOException {
    assertThat(points(Format.TEXT, "spam\tWIN, win & win £1000 now!", "ham\tok"))
        .containsExactly(
            named("spam", List.of("win", "1000", "now"), 3f, 1f, 1f), named("ham", List.of("ok")));
  }

  @Test
  void words_anyScript_areRunsOfLettersOrDigits() throws IOException {
    assertThat(points(Format.TEXT, "x\tÜber-Größe 東京2020 \uD835\uDC9C_\u0661 it's"))
        .containsExactly(
            named("x", List.of("über", "größe", "東京2020", "\uD835\uDC9C", "\u0661", "it", "s")));
  }

  @Test
  void label_empty_isUnobserved() throws IOException {
    assertThat(points(Format.TEXT, "\tand\tthen", " ham \t"))
        .containsExactly(named(null, List.of("and", "then")), named("ham", List.of()));
  }

  @Test
  void line_withoutTab_isMalformed() throws IOException {
    final ExampleReader reader = Lines.open(Format.TEXT, "ham\ta", "", "ham b" + "!".repeat(99));
    reader.read();
    assertThat(fault(reader))
        .isEqualTo("3: no tab in 'ham b" + "!".repeat(35) + "…'; expected label TAB text");
    assertThat(reader.read()).isNull();
  }
}
