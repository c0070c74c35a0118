package org.majorant.acceptance.honesty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.acceptance.honesty.Mutant.Killer;

/** Whoever changes a place that a mutant replaces hears of it at once, and not in the night. */
class MutantTest {
  private static final Path ROOT = Path.of("..");

  @ParameterizedTest
  @EnumSource
  void place_isInTheSource(final Mutant mutant) throws IOException {
    final String source = Files.readString(ROOT.resolve(mutant.source()));
    assertThat(mutant.of(source)).isNotEqualTo(source);
  }

  @ParameterizedTest
  @EnumSource
  void killers_areThere(final Mutant mutant) throws IOException {
    assertThat(mutant.killers()).isNotEmpty();
    for (final Killer killer : mutant.killers()) {
      final String module = killer.isIntegrationTest() ? "ops/acceptance" : "processors";
      final List<Path> files;
      try (Stream<Path> all = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        files = all.filter(file -> file.endsWith(killer.testClass() + ".java")).toList();
      }
      assertThat(files).as(killer.testClass()).hasSize(1);
      assertThat(files.get(0)).content().contains("void " + killer.method() + "(");
    }
  }
}
