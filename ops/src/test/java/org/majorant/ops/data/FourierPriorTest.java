package org.majorant.ops.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** The default prior of random Fourier features beside a grid of others, on Adult. */
class FourierPriorTest {
  private static final int FEATURES = 128;

  /** λ = 0.3 in units of each feature's mean square, as of other features, is far too weak. */
  @Test
  void defaultPrior_isWithinFivePercentOfTheBestOfAGrid() throws IOException {
    final List<byte[]> train = Adult.train().subList(0, 3000);
    final List<byte[]> test = Adult.test().subList(0, 5000);
    final ModelSpec spec =
        SpecFile.read(
            """
            {model: adult, labels: ["-1", "+1"],
             features: {dimension: 124, rff: %d, bandwidth: 4}}
            """
                .formatted(FEATURES));
    final Evaluation standing = new Evaluator(spec).run(train, 1, Rounds.ALONE, test);
    final List<Evaluation> grid =
        DoubleStream.of(0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)
            .mapToObj(
                precision -> {
                  spec.setL2(precision * FEATURES);
                  return new Evaluator(spec).run(train, 1, Rounds.ALONE, test);
                })
            .toList();
    assertThat(standing.progressiveLogLoss())
        .isLessThan(
            1.05 * grid.stream().mapToDouble(Evaluation::progressiveLogLoss).min().orElseThrow());
    assertThat(standing.heldOutLogLoss())
        .isLessThan(
            1.05 * grid.stream().mapToDouble(Evaluation::heldOutLogLoss).min().orElseThrow());
  }
}
