package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A package that nobody can survey has more than one idea in it. */
class PackageSizeTest {
  private static final long MOST = 25;

  @Test
  void package_ofMainCode_hasFewFiles() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      final Map<Path, Long> sizes =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
      assertThat(sizes)
          .isNotEmpty()
          .allSatisfy((room, size) -> assertThat(size).isLessThanOrEqualTo(MOST));
    }
  }
}
