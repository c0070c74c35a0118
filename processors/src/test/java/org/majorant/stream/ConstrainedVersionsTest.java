package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.log.HoldLimits;
import org.majorant.memory.Surrogate;
import org.majorant.model.Model;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/**
 * The learner of a spec with constraints: they are for what it publishes, not for what it knows.
 */
class ConstrainedVersionsTest {
  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "low-rank", "full"})
  void versions_are_nonnegative_exactly_and_learning_goes_on(final String memory) {
    final ModelSpec spec = spec(memory, "nonnegative");
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      final List<Model> versions = new ArrayList<>();
      for (int round = 0; round < 5; round++) {
        learner.examples(40);
        learner.tick(12);
        versions.addAll(learner.models());
        if (round == 2) {
          learner.restart();
        }
      }
      assertThat(versions).hasSizeGreaterThanOrEqualTo(5);
      for (final Model version : versions) {
        assertThat(Arrays.stream(version.weights(), 0, 8).boxed())
            .as("version %d", version.version())
            .allMatch(weight -> weight >= 0)
            .contains(0.0)
            .anyMatch(weight -> weight > 0);
      }
      assertThat(learner.counter("majorant.examples")).isEqualTo(200);
      assertThat(learner.counter("majorant.publish.failures")).isZero();
      assertThat(Arrays.stream(theta(spec, learner)).boxed())
          .as("the base")
          .anyMatch(weight -> weight < 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "low-rank", "full"})
  void constraints_that_cannot_hold_publish_nothing_and_learning_goes_on(final String memory) {
    final ModelSpec spec =
        spec(memory, "{box: [0, 1], linear: [{weights: {0: 1}, class: b, equals: 2}]}");
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      learner.examples(40);
      learner.tick(12);
      assertThat(learner.counter("majorant.publish.failures")).isEqualTo(1);
      learner.examples(40);
      learner.tick(12);
      assertThat(learner.counter("majorant.publish.failures")).isEqualTo(2);
      assertThat(learner.versions()).isEmpty();
      assertThat(learner.counter("majorant.examples")).isEqualTo(80);
      assertThat(learner.newestBase().orElseThrow().examples()).isEqualTo(80);
    }
  }

  private static double[] theta(final ModelSpec spec, final TopologyFixture learner) {
    final Surrogate surrogate = Surrogate.of(spec);
    surrogate.add(learner.newestBase().orElseThrow().state().site());
    return surrogate.solve().theta();
  }

  private static ModelSpec spec(final String memory, final String constraints) {
    return SpecFile.read(
        """
        {model: m, labels: [a, b], features: {dimension: 8}, publish: {interval: 1s},
         curvature: {memory: %s, rank: 2}, constraints: %s}
        """
            .formatted(memory, constraints));
  }
}
