package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.SparsePoint;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;

/**
 * Without an intercept, examples may have no feature that the model knows. In low-rank memory a
 * window of such examples gives a matrix of order 0.
 */
class NoKnownFeatureTest {
  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full", "low-rank"})
  void windowWithoutAKnownFeature_teachesNothing(final String memory) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {names: [x], intercept: false}, batch: 1, "
                + "curvature: {memory: "
                + memory
                + ", rank: 2}}");
    final Learner learner = new Learner(spec, new Baselines(2));
    final SparsePoint x = new SparsePoint();
    x.weight = 1;
    for (int i = 0; i < 3; i++) {
      assertThat(learner.learn(x, 0)).isCloseTo(Math.log(2), within(1e-15));
      assertThat(learner.ship(false).size()).isZero();
    }
  }
}
