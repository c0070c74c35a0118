package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.summary;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.Refusal;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.HalfLives;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.spec.SpecFile;

/**
 * Where a model forgets, a summary of a time to come makes all else old: what was learned fades,
 * and so does all that is learned until that time. One that no honest worker can have shipped is
 * refused.
 */
class FutureSummaryTest {
  /** The fixture's clock begins here, milliseconds. */
  private static final double START = 1e12;

  private static final double DAY = 86_400_000;
  private static final double MILLION_YEARS = 365e6 * DAY;

  @ParameterizedTest
  @CsvSource({
    "half-life: 1h, " + (START + 1.1 * DAY),
    "half-life: 1h, " + MILLION_YEARS,
    "half-life: 100, 27",
    "half-life: 100, 1e18",
    "half-lives: [100], 27",
    "polynomial: 1, 1e300"
  })
  void summaryOfATimeToCome_isRefused(final String forgetting, final double time) {
    final ModelSpec spec = spec(forgetting);
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      learner.examples(20);
      learner.tick(20);
      learner.summary(of(spec, time));
      learner.tick(20);
      learner.examples(10);
      learner.tick(20);

      assertThat(learner.refusals(Refusal.TIME)).isEqualTo(1);
      assertThat(learner.lastVersion().getLineage()).containsExactly(new PartitionOffset(0, 30L));
      assertThat(learner.newestBase().orElseThrow().head().getEffective()).isGreaterThan(5);
    }
  }

  /** A worker's clock may be ahead by some hours, and its partition counts its own examples. */
  @ParameterizedTest
  @CsvSource({
    "half-life: 1h, " + (START + 0.9 * DAY),
    "half-life: 100, 26",
    "half-lives: [100], 26",
    "none, 1e18"
  })
  void summaryOfAnHonestWorker_isMerged(final String forgetting, final double time) {
    final ModelSpec spec = spec(forgetting);
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      learner.examples(20);
      learner.tick(20);
      learner.summary(of(spec, time));
      learner.tick(20);

      assertThat(learner.refusals(Refusal.TIME)).isZero();
      assertThat(learner.lastVersion().getLineage())
          .containsExactly(new PartitionOffset(0, 20L), new PartitionOffset(1, 7L));
    }
  }

  /** It has counted the examples of three records of a hundred, before they were declared lost. */
  @Test
  void summaryAfterALossOfPackedRecords_isMerged() {
    final ModelSpec spec = spec("half-life: 100");
    final BoundSummary loss = summary(spec, 1, 0, 3, SiteCodec.encode(Surrogate.of(spec).site()));
    loss.getTally().setRecords(0L);
    loss.getTally().setExamples(0L);
    loss.getTally().setLost(3L);
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      learner.examples(20);
      learner.tick(20);
      learner.summary(loss);
      learner.summary(summary(spec, 1, 3, 10, site(spec, 326)));
      learner.tick(20);

      assertThat(learner.refusals(Refusal.TIME)).isZero();
      assertThat(learner.lastVersion().getLineage())
          .containsExactly(new PartitionOffset(0, 20L), new PartitionOffset(1, 10L));
    }
  }

  /** Seven examples of partition 1. */
  private static BoundSummary of(final ModelSpec spec, final double time) {
    return summary(spec, 1, 0, 7, site(spec, time));
  }

  private static byte[] site(final ModelSpec spec, final double time) {
    final int vectors =
        spec.getForgetting() instanceof HalfLives several ? 1 + several.getExamples().size() : 1;
    final Site site = Site.of(spec.getCurvature(), vectors, 1, 0, time);
    site.count[0] = 1;
    site.square[0] = 1;
    Arrays.fill(site.linear, 0.5);
    Arrays.fill(site.curvature, 0.1);
    return SiteCodec.encode(site);
  }

  private static ModelSpec spec(final String forgetting) {
    final String value = forgetting.equals("none") ? forgetting : "{" + forgetting + "}";
    return SpecFile.read(
        "{model: m, labels: [a, b], features: {dimension: 8}, publish: {interval: 1s}, forgetting: "
            + value
            + "}");
  }
}
