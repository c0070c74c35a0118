package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a poll brings is in the heap, and may be as many of the longest examples. */
class LearnerConfigTest {
  @ParameterizedTest
  @CsvSource({
    "8000000000, 500",
    "1000000000, 250",
    " 256000000,  64",
    "  64000000,  50",
  })
  void longestExamples_takeAQuarterOfTheHeap(final long heap, final int records) {
    final var options = LearnerApplication.Options.of(Path.of("state"), "1");
    assertThat(LearnerConfig.pollRecords(options, heap)).isEqualTo(records);
  }
}
