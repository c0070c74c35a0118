package org.majorant.research.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SequenceBenchTest {
  private static final double BYTES_PER_FEATURE = 64;

  @Test
  void learning_costsAtMostTwelveTimesWhatScoringCosts() throws Exception {
    final SequenceBench.Result result =
        new SequenceBench(DemoSentences.spec(), DemoSentences.records()).run(3);
    assertThat(result.tokens()).isEqualTo(32_074);
    assertThat(result.learnToScore()).isBetween(1.0, 12.0);
    assertThat(result.parameterBytes())
        .as("two doubles a parameter, and what each feature needs beside")
        .isLessThan(2 * Double.BYTES + BYTES_PER_FEATURE / result.labels());
  }
}
