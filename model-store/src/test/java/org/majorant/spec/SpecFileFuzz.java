package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.schema.ModelSpec;

/** Whatever the text, it is a spec that reads as the same again, or a list of faults. */
class SpecFileFuzz {
  static Stream<byte[]> specs() {
    return Stream.of(
            """
            model: adult
            labels: ["-1", "+1"]
            latent: 2
            input: examples
            features: {names: [age, work], transform: [log1p], standardize: true, quadratic: true}
            prior: {l2: 0.3, l1: 0.1}
            constraints: {box: [0, .inf], features: {age: [-1, 2]},
              linear: [{class: "+1", weights: {age: 1, work: -0.5}, at-most: 3}]}
            curvature: {memory: low-rank, rank: 4, absorb: guaranteed}
            batch: 16
            max-weight: 1
            publish: {interval: 1s, keep-versions: 10}
            """,
            "{model: m, task: sequence, labels: [O, I], features: {hash-bits: 9, templates: [word,"
                + " 'prefix:1-4']}, forgetting: {half-life: 1h}}",
            "{model: m, task: graph, max-width: 3, features: {dimension: 9}, constraints:"
                + " nonnegative, forgetting: {polynomial: 1}}",
            "{model: m, labels: [a, b], features: {dimension: 9}, forgetting: {directional: 10}}",
            "{model: m, labels: [a, b], features: {dimension: 4, rff: 8, bandwidth: 1, seed: 7}}")
        .map(yaml -> yaml.getBytes(StandardCharsets.UTF_8));
  }

  @Timeout(10)
  @MethodSource("specs")
  @FuzzTest(maxDuration = "", maxExecutions = 1_000_000)
  void text_isASpecOrFaults(final byte[] bytes) {
    final ModelSpec spec;
    try {
      spec = SpecFile.read(new String(bytes, StandardCharsets.UTF_8));
    } catch (final SpecException e) {
      assertThat(e.getMessage()).isNotBlank();
      return;
    }
    final ModelSpec again = SpecFile.read(SpecFile.write(spec));
    assertThat(again).isEqualTo(spec);
    assertThat(Fingerprint.of(again)).isEqualTo(Fingerprint.of(spec));
  }
}
