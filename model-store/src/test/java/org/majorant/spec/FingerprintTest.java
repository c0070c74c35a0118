package org.majorant.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.SchemaNormalization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.ModelSpec;

class FingerprintTest {
  /**
   * Specs of release 0.1 and their two fingerprints. A line may be added, but none ever changed: a
   * running model is lost with it. Where a new field moves them, its row in {@link SpecFields} does
   * not name its default.
   */
  private static final String FROZEN = "src/test/resources/frozen/0.1/";

  private static final String FROZEN_02 = "src/test/resources/frozen/0.2/";

  /** CRC-64-AVRO of the lines curvature, features, labels and model, which are all that it says. */
  private static final long OLD_UNIT =
      SchemaNormalization.fingerprint64(
          ("curvature.memory=\"diagonal\"\nfeatures.transform=[\"unit\"]\n"
                  + "labels=[\"a\",\"b\"]\nmodel=\"m\"\n")
              .getBytes(UTF_8));

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

  /** Rows of length one were learned with each feature's own scale before there was another. */
  @Test
  void contradiction_ofPriorScale_isNamed_andTheFormerOneIsTheOldFingerprint() {
    final String fields = "features: {transform: unit}\ncurvature: {memory: diagonal}";
    final ModelSpec common = spec(fields);
    final ModelSpec own = spec(fields + "\nprior: {scale: feature}");
    assertThat(Fingerprint.contradiction(own, common))
        .hasValue("prior.scale is \"common\" in the spec, but the stored model has \"feature\"");
    assertThat(Fingerprint.of(own)).isEqualTo(OLD_UNIT);
    assertThat(List.of(OLD_UNIT, Fingerprint.former(own)))
        .doesNotContain(Fingerprint.of(common), Fingerprint.former(common));
  }

  @Test
  void contradiction_inWhatMayChange_isNone() {
    final ModelSpec wanted =
        spec(
            "input: other\nmax-weight: 7\nprior: {l2: 7, l1: 1}\nconstraints: nonnegative\nbatch: 9\npublish: {interval: 3s, keep-versions: 4}");
    assertThat(Fingerprint.contradiction(STORED, wanted)).isEmpty();
    assertThat(Fingerprint.of(wanted)).isEqualTo(Fingerprint.of(STORED));
  }

  /** Both numbers are written into topics: they may not change for any spec of release 0.1. */
  @ParameterizedTest
  @CsvFileSource(files = FROZEN + "fingerprints.csv", useHeadersInDisplayName = true)
  void of_aSpecOfRelease01_isFrozen(final String name, final long now, final long former)
      throws IOException {
    final ModelSpec spec = SpecFile.read(Files.readString(Path.of(FROZEN, name + ".yaml")));
    assertThat(Fingerprint.of(spec)).isEqualTo(now);
    assertThat(Fingerprint.former(spec)).isEqualTo(former);
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
  }

  /**
   * Specs of all tasks, their fingerprints, what the start of hidden states is drawn from, and what
   * release 0.2 wrote them as, for example into model files. A line may be added, but none changed.
   */
  @ParameterizedTest
  @CsvFileSource(files = FROZEN_02 + "fingerprints.csv", useHeadersInDisplayName = true)
  void of_aSpecOfRelease02_isFrozen(final String name, final long now, final long start)
      throws IOException {
    final ModelSpec spec = SpecFile.read(Files.readString(Path.of(FROZEN_02, name + ".yaml")));
    assertThat(Fingerprint.of(spec)).isEqualTo(now);
    FormerFingerprint.of(spec).ifPresent(of -> assertThat(of).isEqualTo(start));
    assertThat(FormerFingerprint.of(spec).isEmpty())
        .as("what the record of 0.1 cannot say")
        .isEqualTo(name.contains("matching") || name.contains("half-lives"));
    final String written = Files.readString(Path.of(FROZEN_02, "written", name + ".yaml"));
    assertThat(SpecFile.read(written)).isEqualTo(spec);
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
  }

  @Test
  void of_specsOfRelease01_differWhereTheirFormerOnesDid() throws IOException {
    final List<String[]> rows =
        Files.readAllLines(Path.of(FROZEN, "fingerprints.csv")).stream()
            .skip(1)
            .map(row -> row.split(","))
            .toList();
    final long frozen;
    try (Stream<Path> files = Files.list(Path.of(FROZEN))) {
      frozen = files.filter(file -> file.toString().endsWith(".yaml")).count();
    }
    assertThat(rows).hasSize((int) frozen);
    assertThat(rows.stream().map(row -> row[1]).distinct())
        .hasSameSizeAs(rows.stream().map(row -> row[2]).distinct().toList())
        .hasSize(rows.size() - 1); // one spec is there twice, in few words and in many
  }

  /** An upgrade must not orphan what it finds. */
  @Test
  void matches_theFormerFingerprintOfTheSameSpecOnly() {
    final ModelSpec other = spec("curvature: {memory: low-rank, rank: 8}");
    assertThat(Fingerprint.former(STORED)).isNotEqualTo(Fingerprint.of(STORED));
    for (final long mine : List.of(Fingerprint.of(STORED), Fingerprint.former(STORED))) {
      assertThat(Fingerprint.matches(STORED, mine)).isTrue();
      assertThat(Fingerprint.matches(other, mine)).isFalse();
    }
  }

  /** A field that is added to the record must not move it, whatever the record then looks like. */
  @Test
  void of_aRecordWithItsFieldsInAnotherOrder_isTheSame() {
    final ModelSpec spec = SpecFile.read("labels: [a, b]\ncurvature: {memory: low-rank}\nmodel: m");
    assertThat(Fingerprint.of(spec)).isEqualTo(Fingerprint.of(STORED));
    assertThat(Fingerprint.former(spec)).isEqualTo(Fingerprint.former(STORED));
  }

  private static ModelSpec spec(final String fields) {
    final StringBuilder yaml = new StringBuilder(fields);
    for (final String line :
        List.of("model: m", "labels: [a, b]", "curvature: {memory: low-rank}")) {
      if (!fields.contains(line.substring(0, line.indexOf(':') + 1))) {
        yaml.append('\n').append(line);
      }
    }
    return SpecFile.read(yaml.toString());
  }
}
