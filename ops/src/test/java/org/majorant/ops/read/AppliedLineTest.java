package org.majorant.ops.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.Wish;
import org.majorant.spec.SpecFile;

/** What people read of a model that fleets learn. */
class AppliedLineTest {
  private static final Map<String, String> FAULTS = Map.of("1", "late", "2", "full", "3", "late");

  @Test
  void faults_areToldOnce_withTheInstancesThatHaveThem() {
    assertThat(AppliedLine.of(applied(Wish.LEARN), "fleet a", FAULTS).line())
        .isEqualTo(
            "m, version 7 of its spec, is learned by fleet a, but not on 2 (full), and not on 1, 3"
                + " (late)");
    assertThat(AppliedLine.of(applied(Wish.LEARN), "fleet a").line())
        .endsWith("is learned by fleet a");
  }

  @Test
  void faults_areNotTold_whereAnOperatorHasPausedTheModel() {
    assertThat(AppliedLine.of(applied(Wish.PAUSE), "fleet a", FAULTS).line())
        .endsWith("is paused (costs)");
  }

  private static AppliedSpec applied(final Wish wish) {
    return AppliedSpec.newBuilder()
        .setModel("m")
        .setSpec(SpecFile.read("{model: m, labels: [a, b], features: {dimension: 2}}"))
        .setVersion(7)
        .setIncarnation(0)
        .setTime(0)
        .setWish(wish)
        .setReason(wish == Wish.PAUSE ? "costs" : null)
        .build();
  }
}
