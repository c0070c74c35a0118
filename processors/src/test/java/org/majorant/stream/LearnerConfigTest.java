package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is fetched waits in the heap, and whatever comes behind it waits, too. */
class LearnerConfigTest {
  @ParameterizedTest
  @CsvSource({
    "8000000000, 500",
    "1000000000, 250",
    " 256000000,  64",
    "  64000000,  50",
  })
  void longestExamples_takeAQuarterOfTheHeap(final long heap, final int records) {
    final var options = InstanceOptions.of(Path.of("state"), "1");
    assertThat(LearnerConfig.pollRecords(options, heap)).isEqualTo(records);
  }

  @ParameterizedTest
  @CsvSource({
    "  1, 1, 262144",
    "  3, 1,  87381",
    "  4, 2, 131072",
    "  5, 2,  87381",
    "100, 1,  65536",
    "  1, 4, 262144",
  })
  void partitionsOfAThread_shareWhatItFetches(
      final int partitions, final int threads, final int bytes) {
    assertThat(LearnerConfig.fetchBytes(partitions, threads)).isEqualTo(bytes);
  }
}
