package org.majorant.ops.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** One pass over Adult, in a constrained version, beside the batch optimum that is so, too. */
class ConstrainedAdultTest {
  /**
   * @param optimum held-out log-loss at the batch optimum of the same prior, L1 and constraints, by
   *     SciPy's L-BFGS-B to 1e-14
   */
  @ParameterizedTest
  @CsvSource({"nonnegative, 0, .324517", "none, 10, .324201"})
  void onePass_isWithinTwoPercentOfTheConstrainedOptimum(
      final String constraints, final double l1, final double optimum) throws IOException {
    final ModelSpec spec =
        SpecFile.read(
            """
            {model: adult, labels: ["-1", "+1"], features: {dimension: 124},
             prior: {l1: %s}, constraints: %s}
            """
                .formatted(l1, constraints));
    final Evaluation result = new Evaluator(spec).run(Adult.train(), 1, Rounds.ALONE, Adult.test());
    System.out.printf(
        "Adult, constraints %s, l1 %s: held-out log-loss %.4f, batch optimum %.4f%n",
        constraints, l1, result.heldOutLogLoss(), optimum);
    assertThat(result.heldOutLogLoss()).isLessThan(1.02 * optimum);
  }
}
