package org.majorant.ops.http.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Published;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.store.PackedVersion;

class EarlierVersionsTest {
  private static final int DAY = 86_400; // seconds, a version each

  @Test
  void ofManyVersions_keepsAFew_furtherApartTheOlderTheyAre() {
    EarlierVersions versions = EarlierVersions.NONE;
    for (int now = 1; now <= DAY + 1000; now++) {
      versions = versions.with(version(Published.COLOURS, now, Published.WEIGHTS));
      if (now % 997 == 0) {
        assertThat(versions.all()).hasSizeLessThan(40);
        assertThat(versions.all().get(0).version()).isGreaterThanOrEqualTo(now - DAY);
        for (long t = 1; 2 * t < Math.min(now, DAY); t++) {
          final long latest = now - t;
          final long earliest = now - 2 * t;
          assertThat(versions.all())
              .as("between %d and %d seconds before version %d", t, 2 * t, now)
              .anyMatch(each -> each.version() >= earliest && each.version() <= latest);
        }
      }
    }
  }

  @Test
  void ofALargeModel_keepsTheLatestThatFit() {
    final ModelSpec spec =
        SpecFile.read("{model: large, labels: [no, yes], features: {dimension: 300000}}");
    final double[] weights = new Random(1).doubles(300_001).toArray();
    EarlierVersions versions = EarlierVersions.NONE;
    for (int k = 16; k >= 0; k--) {
      versions = versions.with(version(spec, DAY - (1 << k), weights));
    }
    final long bytes = versions.all().stream().mapToLong(PackedVersion::bytes).sum();
    assertThat(bytes).isBetween(20L << 20, 32L << 20);
    assertThat(versions.all().get(versions.all().size() - 1).version()).isEqualTo(DAY - 1);
  }

  @Test
  void aboveTheNewest_areForged() {
    EarlierVersions versions = EarlierVersions.NONE;
    for (final int number : new int[] {1, 2, 900, 3}) {
      versions = versions.with(version(Published.COLOURS, number, Published.WEIGHTS));
    }
    assertThat(versions.all()).extracting(PackedVersion::version).containsExactly(1L, 2L, 3L);
  }

  private static PackedVersion version(
      final ModelSpec spec, final long number, final double[] weights) {
    return PackedVersion.after(null, Published.version(Published.model(spec, number, weights)));
  }
}
