package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.ModelSpec;

class FingerprintTest {
  private static final ModelSpec STORED = spec("curvature: {memory: low-rank}");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "model: other                    | model is \"other\" in the spec, but the stored model has \"m\"",
        "labels: [b, a]                  | labels is [\"b\",\"a\"] in the spec, but the stored model has [\"a\",\"b\"]",
        "latent: 2                       | latent is 2 in the spec, but the stored model has 1",
        "features: {hash-bits: 20}       | features.hash-bits is 20 in the spec, but the stored model has 18",
        "features: {dimension: 20}       | features.hash-bits is absent in the spec, but the stored model has 18",
        "features: {intercept: false}    | features.intercept is false in the spec, but the stored model has true",
        "features: {transform: unit}     | features.transform is [\"unit\"] in the spec, but the stored model has none",
        "curvature: {memory: diagonal}   | curvature.memory is \"diagonal\" in the spec, but the stored model has \"low-rank\"",
        "curvature: {memory: low-rank, rank: 8} | curvature.rank is 8 in the spec, but the stored model has 16",
        "curvature: {memory: low-rank, absorb: guaranteed} | curvature.absorb is \"guaranteed\" in the spec, but the stored model has \"true-diagonal\"",
        "forgetting: {half-life: 1h}     | forgetting is {\"half-life\":\"1h\"} in the spec, but the stored model has \"none\"",
      })
  void contradiction_inAFieldThatMatters_isNamedAndChangesTheFingerprint(
      final String field, final String line) {
    final ModelSpec wanted = spec(field);
    assertThat(Fingerprint.contradiction(STORED, wanted)).hasValue(line);
    assertThat(Fingerprint.of(wanted)).isNotEqualTo(Fingerprint.of(STORED));
  }

  @Test
  void contradiction_inWhatMayChange_isNone() {
    final ModelSpec wanted =
        spec(
            "input: other\nprior: {l2: 7, l1: 1}\nconstraints: nonnegative\nbatch: 9\npublish: {interval: 3s, keep-versions: 4}\n"
                + "curvature: {memory: low-rank}");
    assertThat(Fingerprint.contradiction(STORED, wanted)).isEmpty();
    assertThat(Fingerprint.of(wanted)).isEqualTo(Fingerprint.of(STORED));
  }

  /** The number is written into topics: it may not change unnoticed. */
  @Test
  void of_aSpecOfRelease01_isStable() {
    assertThat(Fingerprint.of(STORED)).isEqualTo(-3264411130243691705L);
  }

  private static ModelSpec spec(final String fields) {
    final StringBuilder yaml = new StringBuilder(fields);
    for (final String line : new String[] {"model: m", "labels: [a, b]"}) {
      if (!fields.startsWith(line.substring(0, line.indexOf(':')))) {
        yaml.append('\n').append(line);
      }
    }
    return SpecFile.read(yaml.toString());
  }
}
