package org.majorant.ops.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.memory.Surrogate;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.train.Loss;
import org.majorant.train.TrainingSet;

/**
 * The deviations that a version of Adult publishes, beside the curvature of all its data. Adult's
 * features come in groups that sum to one, so that a weight is known much better where all others
 * are given: the marginal deviation is 4.7 times the conditional one in the median, 91 times at
 * most, at the optimum, and a pass ends near it.
 */
class AdultDeviationsTest {
  @Test
  void onePass_publishesMarginalDeviations() throws IOException {
    final ModelSpec spec = Adult.spec();
    final Surrogate.Solution published = new Evaluator(spec).learn(Adult.train());
    final TrainingSet data = TrainingSet.of(spec);
    final ExampleDecoder decoder = new ExampleDecoder(Integer.MAX_VALUE);
    data.addAll(Adult.train(), new ExampleMapper(spec, new FeatureSpace(spec), decoder));
    final double[] conditional = conditionalPrecision(data.loss(), published.theta());
    final double[] ratios =
        IntStream.range(0, conditional.length)
            .filter(i -> published.rms()[i] > 0)
            .mapToDouble(i -> Math.sqrt((conditional[i] + spec.getL2()) / published.precision()[i]))
            .sorted()
            .toArray();
    System.out.printf(
        "Adult: marginal deviations over conditional ones, median %.2f, most %.1f%n",
        ratios[ratios.length / 2], ratios[ratios.length - 1]);
    assertThat(ratios[ratios.length / 2]).isBetween(4.2, 5.2);
    assertThat(ratios[ratios.length - 1]).isBetween(60.0, 120.0);
  }

  /** The Hessian's diagonal; features are 0 or 1, so that the prior is λ itself. */
  private static double[] conditionalPrecision(final Loss loss, final double[] theta) {
    loss.at(theta, new double[theta.length]);
    final double[] diagonal = new double[theta.length];
    loss.addDiagonal(Loss.Curve.HESSIAN, diagonal);
    return diagonal;
  }
}
