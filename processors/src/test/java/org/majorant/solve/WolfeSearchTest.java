package org.majorant.solve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WolfeSearchTest {
  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e-3, 0.1, 1, 10, 1e3, 1e6})
  void run_wavyFunctions_satisfiesBothConditions(final double first) {
    int evaluations = 0;
    for (int seed = 0; seed < 200; seed++) {
      final Random random = new Random(seed);
      final double wave = 3 * random.nextDouble();
      final double phase = 6 * random.nextDouble();
      final Objective f =
          (x, gradient) -> {
            gradient[0] = x[0] - wave * Math.sin(x[0] + phase);
            return 0.5 * x[0] * x[0] + wave * Math.cos(x[0] + phase);
          };
      final double[] start = {20 * random.nextGaussian()};
      final double[] gradient = new double[1];
      final double value = f.valueAndGradient(start, gradient);
      final double[] down = {-gradient[0]};
      final double slope = -gradient[0] * gradient[0];

      final WolfeSearch search = new WolfeSearch(f, start, value, down, slope);
      search.run(first);

      final double alpha = (search.theta()[0] - start[0]) / down[0];
      assertThat(search.found()).as("seed %d", seed).isTrue();
      assertThat(search.value()).isLessThan(value + 0.99e-4 * alpha * slope);
      assertThat(Math.abs(search.gradient()[0] * down[0])).isLessThan(0.9001 * -slope);
      evaluations += search.evaluations();
    }
    assertThat(evaluations / 200.0).isLessThan(2.5 + 0.75 * Math.abs(Math.log(first)));
  }
}
