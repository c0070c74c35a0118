package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.Bucket;
import org.majorant.schema.ModelSpec;

class CrossSpecTest {
  private static final String LEAST = "model: m\nlabels: [a, b]\n";

  @Test
  void read_crossesAndBuckets_areAsTheyStand() {
    final ModelSpec spec = spec("bucket: {age: 10, 2: 0.05}, cross: [[ad, site], [user, hour, 2]]");
    assertThat(spec.getFeatures().getBuckets())
        .containsExactly(new Bucket("age", 10.0), new Bucket("2", 0.05));
    assertThat(spec.getFeatures().getCrosses())
        .containsExactly(List.of("ad", "site"), List.of("user", "hour", "2"));
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
  }

  /** Weights of crosses mean nothing without them; a spec that has none is what it was before. */
  @Test
  void fingerprint_isAnotherWithThem_andSaysNothingWithout() {
    final ModelSpec plain = SpecFile.read(LEAST);
    assertThat(SpecFile.write(plain)).doesNotContain("cross", "bucket");
    for (final String made : List.of("bucket: {age: 10}", "cross: [[ad, site]]")) {
      assertThat(Fingerprint.of(spec(made))).isNotEqualTo(Fingerprint.of(plain));
      assertThat(Fingerprint.former(spec(made))).isNotEqualTo(Fingerprint.former(plain));
    }
    assertThat(Fingerprint.of(spec("bucket: {age: 10, pay: 5}")))
        .isEqualTo(Fingerprint.of(spec("bucket: {pay: 5, age: 10}")));
    assertThat(Fingerprint.contradiction(plain, spec("cross: [[ad, site]]")))
        .hasValue(
            "features.cross is [[\"ad\",\"site\"]] in the spec, but the stored model has none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"task: choice", "task: graph", "task: matching"})
  void read_ofOtherTasks_isTheSame(final String task) {
    final ModelSpec spec =
        SpecFile.read("{model: m, %s, features: {cross: [[ad, site]]}}".formatted(task));
    assertThat(spec.getFeatures().getCrosses()).containsExactly(List.of("ad", "site"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cross: [[a, b], [c]]            | features.cross[1]: must be a list of two or three names, as in",
        "cross: [[a, b, c, d]]           | features.cross[0]: must be a list of two or three names, as in",
        "cross: [ad, site]               | features.cross[0]: must be a list of two or three names, as in",
        "cross: [[a, {b: c}]]            | features.cross[0]: has an item that is not a word",
        "cross: [[a, a]]                 | features.cross[0]: has 'a' twice",
        "cross: [[a, b, c], [c, a, b]]   | features.cross[1]: is there twice, perhaps in another order",
        "cross: ad                       | features.cross: must be a list",
        "'cross: [[a, b]], names: [a]'   | features.cross: needs features that are hashed by name: give hash-bits,",
        "'cross: [[a, b]], dimension: 9' | features.cross: needs features that are hashed by name: give hash-bits,",
        "'bucket: {a: 1}, dimension: 9'  | features.bucket: needs features that are hashed by name: give hash-bits,",
        "bucket: [age]                   | features.bucket: must be a map",
        "bucket: {age: 0}                | features.bucket.age: must be the width of a bucket: a number above 0,",
        "bucket: {age: -1}               | features.bucket.age: must be the width of a bucket: a number above 0,",
        "bucket: {age: 0.00005}          | features.bucket.age: must be the width of a bucket: a number above 0,",
        "bucket: {age: 1e10}             | features.bucket.age: must be the width of a bucket: a number above 0,",
        "bucket: {age: wide}             | features.bucket.age: must be the width of a bucket: a number above 0,",
        "bucket: {age: }                 | features.bucket.age: must be the width of a bucket: a number above 0,",
        "'rff: 8, cross: [[a, b]]'       | features.rff: needs features by dimension or names, not hashed ones",
      })
  void read_whatMakesNoSense_isALine(final String features, final String line) {
    final SpecException e = catchThrowableOfType(SpecException.class, () -> spec(features));
    assertThat(e.faults()).anySatisfy(fault -> assertThat(fault).startsWith(line));
  }

  /** One line each. */
  @ParameterizedTest
  @ValueSource(strings = {"cross: [[a, a]]", "bucket: {age: wide}", "cross: [[a, b], [b, a]]"})
  void read_oneFault_isOneLine(final String features) {
    assertThat(catchThrowableOfType(SpecException.class, () -> spec(features)).faults()).hasSize(1);
  }

  private static ModelSpec spec(final String features) {
    return SpecFile.read(LEAST + "features: {" + features + "}");
  }
}
