package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.SyntheticStream.FEATURES;
import static org.majorant.learn.SyntheticStream.learned;
import static org.majorant.learn.SyntheticStream.spec;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.SparsePoint;
import org.majorant.learn.Learner;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.Dense;
import org.majorant.tally.Baselines;

/**
 * The precision that a version publishes with a weight is that of the posterior's marginal. The
 * diagonal of A + P is another one, of a weight where all others are known.
 */
class PublishedPrecisionTest {
  private static final int ALL = FEATURES + 1;

  @ParameterizedTest
  @CsvSource({
    "full, 2, 300",
    "full, 3, 300",
    "full, 2, 3",
    "low-rank, 2, 300",
    "low-rank, 3, 300",
    "low-rank, 2, 3",
    "diagonal, 2, 300",
    "diagonal, 3, 300"
  })
  void precision_ofAnyCurvature_isOneOverTheInversesDiagonal(
      final String curvature, final int labels, final int examples) {
    final SingleSurrogate surrogate = SingleSurrogate.of(spec(curvature, labels, "none"));
    surrogate.add(learned(surrogate.spec, 1, examples));
    surrogate.add(learned(surrogate.spec, 2, examples));
    final int[] all = IntStream.range(0, ALL).toArray();
    final double[][] matrices = new double[surrogate.vectors][];
    for (int c = 0; c < matrices.length; c++) {
      matrices[c] = Dense.matrix(surrogate.quadratic(c, all));
    }

    final double[] precision = surrogate.solve().precision();

    for (int at = 0; at < precision.length; at++) {
      final int feature = at / matrices.length;
      final double[] unit = new double[ALL];
      unit[feature] = 1;
      final double variance = Dense.solve(matrices[at % matrices.length], unit)[feature];
      assertThat(precision[at] * variance).as("feature %d", feature).isCloseTo(1, within(1e-9));
    }
  }

  /** A = a 11ᵀ and P = λI, so that either variance is (a + λ) / λ(2a + λ): about 1 / 2λ. */
  @ParameterizedTest
  @ValueSource(strings = {"full", "low-rank"})
  void twoFeaturesThatAlwaysComeTogether_areKnownByThePriorAlone(final String curvature) {
    final ModelSpec spec = spec(curvature, 2, "none");
    final Learner learner = new Learner(spec, new Baselines(2));
    for (int i = 0; i < 1000; i++) {
      final SparsePoint x = new SparsePoint();
      x.indices = new int[] {0, 1};
      x.values = new double[] {1, 1};
      x.size = 2;
      x.weight = 1;
      x.label = i % 2;
      learner.learn(x, i);
    }
    final SingleSurrogate surrogate = SingleSurrogate.of(spec);
    surrogate.add(learner.ship(false));
    final double[] precision = surrogate.solve().precision();
    assertThat(precision[0]).isCloseTo(2 * spec.getL2(), within(0.01));
    assertThat(precision[1]).isCloseTo(2 * spec.getL2(), within(0.01));
  }
}
