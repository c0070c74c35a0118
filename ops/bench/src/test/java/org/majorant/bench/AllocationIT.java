package org.majorant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** The hot path allocates nothing for an example; JMH itself accounts for the rest of a byte. */
@Tag("bench")
final class AllocationIT {
  private static final String BYTES_AN_EXAMPLE = "gc.alloc.rate.norm";

  @Test
  void decode_adult_allocatesNothing() throws RunnerException {
    assertAllocatesNothing(benchmark("DecodeBenchmark.decode$"), 1);
  }

  /** Each with members and without. */
  @Test
  void decodeAndStep_diagonalOfTwoAndTwentyLabels_allocatesNothing() throws RunnerException {
    assertAllocatesNothing(
        benchmark("LearnBenchmark.decodeAndStep$").param("curvature", "diagonal"), 4);
  }

  private static ChainedOptionsBuilder benchmark(final String name) {
    return new OptionsBuilder().include("org.majorant.bench." + name);
  }

  private static void assertAllocatesNothing(final ChainedOptionsBuilder options, final int runs)
      throws RunnerException {
    final Collection<RunResult> results =
        new Runner(
                options
                    .addProfiler(GCProfiler.class)
                    .forks(1)
                    .warmupIterations(2)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(3)
                    .measurementTime(TimeValue.seconds(1))
                    .shouldFailOnError(true)
                    .build())
            .run();
    assertThat(results).hasSize(runs);
    for (final RunResult result : results) {
      assertThat(result.getSecondaryResults().get(BYTES_AN_EXAMPLE).getScore())
          .as("%s of %s", BYTES_AN_EXAMPLE, result.getParams().id())
          .isLessThan(1);
    }
  }
}
