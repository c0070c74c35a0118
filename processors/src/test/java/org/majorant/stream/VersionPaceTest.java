package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.log.HoldLimits;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.spec.SpecFile;

/**
 * Records that teach nothing make no version each second, as they once did: nine seconds of them
 * took the place of all versions that were kept. Their offsets are in a version all the same, late,
 * or with what is learned next.
 */
class VersionPaceTest {
  private static final int INTERVAL = 10; // ticks

  private final TopologyFixture learner = new TopologyFixture();

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void rejectedRecords_alone_makeAVersionEachTenSeconds() {
    learner.examples(20);
    learner.tick(2 * INTERVAL);
    final long before = learner.lastVersion().getVersion();

    final List<ModelHead> versions = rejectFor(30);
    assertThat(versions).hasSizeBetween(2, 3);
    assertThat(versions.get(0).getVersion()).isEqualTo(before + 1);
    requireExact(versions);

    learner.tick(10 * INTERVAL);
    final ModelHead last = learner.lastVersion();
    assertThat(last.getLineage()).containsExactly(new PartitionOffset(0, 50L));
    assertThat(last.getTally().getRejected()).isEqualTo(30);
    learner.tick(20 * INTERVAL);
    assertThat(learner.versions()).isEmpty();
  }

  @Test
  void whatIsLearned_isNotHeldUpByThem_andBringsTheirOffsets() {
    learner.examples(20);
    learner.tick(2 * INTERVAL);
    learner.versions();
    assertThat(rejectFor(3)).isEmpty();

    learner.examples(5);
    learner.tick(INTERVAL);
    final ModelHead version = learner.lastVersion();
    assertThat(version.getTally().getExamples()).isEqualTo(25);
    assertThat(version.getTally().getRejected()).isEqualTo(3);
    requireExact(List.of(version));
  }

  @Test
  void restart_beforeTheirVersion_publishesTheirOffsets() {
    learner.examples(20);
    learner.tick(2 * INTERVAL);
    learner.versions();
    assertThat(rejectFor(3)).isEmpty();

    learner.restart();
    learner.tick(INTERVAL);
    requireExact(List.of(learner.lastVersion()));
  }

  /** What was published before is solved again from its base, by the version that comes next. */
  @Test
  void version_afterARestart_movesFromTheOneBefore() {
    try (TopologyFixture undisturbed = new TopologyFixture()) {
      for (final TopologyFixture each : List.of(learner, undisturbed)) {
        each.examples(20);
        each.tick(2 * INTERVAL);
        each.versions();
      }
      learner.restart();
      for (final TopologyFixture each : List.of(learner, undisturbed)) {
        each.examples(5);
        each.tick(INTERVAL);
      }
      assertThat(learner.lastVersion().getStepNorm())
          .isCloseTo(undisturbed.lastVersion().getStepNorm(), within(1e-6));
    }
  }

  /** The budget is 1 MB a second, and few of the million parameters change. */
  @Test
  void wideModel_isPublishedAtTheRateThatItsParametersAllow() {
    final ModelSpec wide =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 1000000}, publish: {interval: 1s}}");
    try (TopologyFixture other = new TopologyFixture(wide, HoldLimits.DEFAULT)) {
      other.examples(20);
      other.tick(2 * INTERVAL);
      other.versions();
      for (int second = 0; second < 20; second++) {
        other.examples(1);
        other.tick(INTERVAL);
      }
      assertThat(other.versions()).hasSizeBetween(9, 10);
    }
  }

  /** One record that is no example each second; what was published meanwhile. */
  private List<ModelHead> rejectFor(final int seconds) {
    final List<ModelHead> versions = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      learner.example(new byte[] {1, 2, 3});
      learner.tick(INTERVAL);
      versions.addAll(learner.versions());
    }
    return versions;
  }

  /** Each version says of the offsets up to its own that all are covered. */
  private static void requireExact(final List<ModelHead> versions) {
    for (final ModelHead version : versions) {
      assertThat(version.getTally().getRecords())
          .isEqualTo(version.getLineage().get(0).getNext())
          .isEqualTo(version.getTally().getExamples() + version.getTally().getRejected());
    }
  }
}
