package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.learn.SyntheticStream.example;
import static org.majorant.learn.SyntheticStream.spec;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.SparsePoint;
import org.majorant.memory.Surrogate;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.Baselines;

/** The largest example that is not rejected, and the first one, once gave NaN in all memories. */
class ExtremeExampleTest {
  @ParameterizedTest
  @CsvSource({
    "diagonal, none",
    "full, none",
    "low-rank, none",
    "diagonal, {half-life: 100}",
    "full, {half-life: 100}",
    "low-rank, {half-life: 100}",
    "full, {directional: 10}"
  })
  void largestExample_staysFinite(final String memory, final String forgetting) {
    for (int labels = 2; labels <= 3; labels++) {
      final ModelSpec spec = spec(memory, labels, forgetting);
      final Learner learner = new Learner(spec, new Baselines(labels));
      final SparsePoint x = new SparsePoint();
      x.weight = 1e9;
      x.size = 2;
      x.indices[1] = 1;
      x.values[0] = 1e38;
      x.values[1] = 1;
      assertThat(learner.learn(x, 0)).isFinite();
      final Random random = new Random(1);
      for (int i = 1; i < 300; i++) {
        assertThat(learner.learn(example(random, labels), i)).as("example %d", i).isFinite();
      }
      final Surrogate known = Surrogate.of(spec);
      known.add(learner.ship(false));
      assertThat(Arrays.stream(known.solve().theta()).allMatch(Double::isFinite)).isTrue();
    }
  }
}
