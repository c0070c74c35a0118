package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.Refusal;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.replay.RebuiltVersion;
import org.majorant.replay.ReplayException;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.Evidence;
import org.majorant.schema.Indexed;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Merging;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelCodec;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;

/** Each version is rebuilt bit for bit from the summaries and the rounds, or it is said why not. */
class ReplayTest {
  private static final int EXAMPLES = 240;
  private static final double HUGE = 1e308;
  private static final AvroSerde<LabeledExample> RECORDS = AvroSerde.of(LabeledExample.class);

  /** Several workers, bad summaries, evidence that the merges go too far, and restarts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "features: {dimension: 8}, curvature: {memory: full}",
        "features: {dimension: 8}, curvature: {memory: diagonal}",
        "features: {dimension: 8}, curvature: {memory: low-rank, rank: 2}",
        "features: {dimension: 8}, curvature: {memory: full}, forgetting: {half-life: 50}",
        "features: {dimension: 8}, curvature: {memory: full}, forgetting: {half-lives: [20, 100]}",
        "features: {dimension: 8}, curvature: {memory: diagonal}, forgetting: {half-life: 10s}",
        "features: {dimension: 8}, curvature: {memory: low-rank, rank: 2},"
            + " forgetting: {half-life: 50}",
        "features: {dimension: 8}, curvature: {memory: full}, forgetting: {directional: 20}",
        "features: {dimension: 8, standardize: 60}, curvature: {memory: diagonal}",
        "features: {dimension: 8}, curvature: {memory: low-rank, rank: 2},"
            + " constraints: {box: [0, 2]}, prior: {l1: 1}",
        "features: {hash-bits: 10}, curvature: {memory: diagonal}",
        "features: {dimension: 8, transform: unit}, curvature: {memory: diagonal}",
        "features: {dimension: 8, standardize: 60}, views: [linear, hats, products],"
            + " curvature: {memory: diagonal}",
        "features: {dimension: 8, standardize: 60}, views: [linear, hats, products],"
            + " curvature: {memory: full}, forgetting: {half-lives: [20, 100]}",
        "features: {dimension: 8, standardize: 60}, views: [linear, products],"
            + " curvature: {memory: diagonal}, forgetting: {half-life: 10s}",
        "features: {dimension: 8}, views: [linear, counts], curvature: {memory: diagonal}",
        "features: {dimension: 8, standardize: 60}, views: [linear, crosses],"
            + " curvature: {memory: diagonal}",
      })
  void everyVersion_isTheSameBitForBit(final String settings) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], batch: 16, publish: {interval: 300ms}, " + settings + "}");
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      final List<Snapshot<ModelHead>> versions = learn(learner, spec);

      assertThat(versions).hasSizeGreaterThan(5);
      for (final Snapshot<ModelHead> version : versions) {
        assertSame(learner, version);
      }
      assertThat(learner.bases().stream().anyMatch(base -> base.head().getKappa() > 1))
          .isEqualTo(!settings.contains("full"));
      assertThat(Stream.of(Refusal.values()).mapToDouble(learner::refusals).sum()).isPositive();
    }
  }

  /** All versions that a learner publishes, which is disturbed. */
  private static List<Snapshot<ModelHead>> learn(
      final TopologyFixture learner, final ModelSpec spec) {
    final List<Snapshot<ModelHead>> versions = new ArrayList<>();
    final Deque<BoundSummary> others = others(spec);
    final Random random = new Random(7);
    for (int i = 0; i < EXAMPLES; i++) {
      learner.example(example(spec, i));
      if (random.nextInt(6) == 0) {
        learner.tick(1 + random.nextInt(2));
      }
      if (random.nextInt(8) == 0) {
        learner.summary(onBase(others.poll(), learner));
      }
      if (random.nextInt(20) == 0) {
        learner.summary(summary(7, 0, 5));
      }
      if (random.nextInt(40) == 0) {
        versions.addAll(learner.snapshots());
        learner.restart();
      }
    }
    learner.tick(50);
    versions.addAll(learner.snapshots());
    return versions;
  }

  /** What another partition's worker ships, which finds that the bases move too far. */
  private static Deque<BoundSummary> others(final ModelSpec spec) {
    try (TopologyFixture other = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      for (int i = 0; i < EXAMPLES; i++) {
        other.example(example(spec, i * i + 1));
        other.tick(1);
      }
      final Deque<BoundSummary> summaries = new ArrayDeque<>(other.summaries());
      summaries.forEach(summary -> summary.setPartition(1));
      summaries.forEach(summary -> summary.setEvidence(new Evidence(200L, 1.0, 10.0)));
      return summaries;
    }
  }

  private static BoundSummary onBase(final BoundSummary summary, final TopologyFixture learner) {
    final long newest = learner.newestBase().map(base -> base.number()).orElse(0L);
    summary.setBase(Math.min(summary.getBase(), newest));
    return summary;
  }

  private static byte[] example(final ModelSpec spec, final int i) {
    final String label = i % 3 == 0 ? "a" : "b";
    if (spec.getFeatures().getSpace() instanceof Indexed) {
      return Given.example(i * i % 11, label, null);
    }
    final NamedFeatures features = new NamedFeatures(List.of("f" + i % 7, "g" + i % 90), List.of());
    return RECORDS.encode(
        new LabeledExample(null, null, 1.0, new Point(features, label, null, null)));
  }

  private static void assertSame(final TopologyFixture learner, final Snapshot<ModelHead> version) {
    final RebuiltVersion rebuilt = learner.rebuild(version.head().getVersion());
    assertThat(rebuilt.difference()).isEmpty();
    assertThat(ModelCodec.encode(rebuilt.model())).isEqualTo(version.data());
    assertThat(rebuilt.names()).isEqualTo(version.head().getNames());
    final Base base =
        learner.bases().stream()
            .filter(any -> any.number() == version.head().getBase())
            .findFirst()
            .orElseThrow();
    assertThat(SiteCodec.encode(rebuilt.base().state().site()))
        .isEqualTo(SiteCodec.encode(base.state().site()));
    assertThat(rebuilt.base().head())
        .isEqualTo(
            SurrogateHead.newBuilder(base.head())
                .setBlocks(0)
                .setChecksum(0L)
                .setState(null)
                .build());
    assertThat(rebuilt.bases()).isEqualTo(base.number());
  }

  /** Rounds that a release has left have the checksums of sites as it wrote them. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void roundsOfARelease_areRebuilt(final boolean whole) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], publish: {interval: 300ms}, features: {dimension: 8},"
                + " curvature: {memory: full}}");
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      learner.examples(20);
      learner.tick(20);
      final Map<Long, Base> bases =
          learner.bases().stream().collect(Collectors.toMap(Base::number, base -> base));
      final RebuiltVersion rebuilt =
          learner.rebuild(
              learner.lastVersion().getVersion(),
              round -> {
                if (round.getEvent() instanceof Merging merging) {
                  final Site site = bases.get(round.getBase()).state().site();
                  final byte[] left = SiteCodec.encodeBefore(site);
                  final int length = whole ? left.length : left.length - 1;
                  merging.setChecksum(SnapshotFormat.checksum(Arrays.copyOf(left, length)));
                }
                return round;
              });
      assertThat(rebuilt.difference().isEmpty()).isEqualTo(whole);
    }
  }

  @Test
  void summariesThatCannotBeSolved_areLeftOutAgain() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.examples(20);
      learner.tick(2);
      learner.summary(summary(1, 0, 7, state(0.5, HUGE)));
      learner.tick(2);
      learner.summary(summary(2, 0, 5, state(0.5, 0.1)));
      learner.summary(summary(3, 0, 4, state(0.5, HUGE)));
      learner.summary(summary(4, 0, 3, state(0.5, 0.1)));
      learner.tick(20);
      learner.summary(summary(4, 3, 4, state(0.5, HUGE)));
      learner.tick(1);
      learner.restart();
      learner.summary(summary(3, 0, 4, state(0.5, 0.1)));
      learner.tick(20);

      final List<Snapshot<ModelHead>> versions = learner.snapshots();
      final Snapshot<ModelHead> last = versions.get(versions.size() - 1);
      assertThat(last.head().getTally().getExamples()).isEqualTo(39);
      assertThat(learner.refusals(Refusal.UNSOLVABLE)).isEqualTo(3);
      assertSame(learner, last);
    }
  }

  /** A forger may refuse as much as he likes: what is recorded of it stays small. */
  @Test
  void refusedSummaries_areRecordedAsOneRange() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.examples(20);
      learner.tick(2);
      for (int i = 0; i < 1000; i++) {
        learner.summary(summary(7, 0, 5));
      }
      learner.examples(20);
      learner.tick(20);

      assertThat(learner.output(Topics.ROUNDS)).allMatch(round -> round.value().length < 1000);
    }
  }

  @Test
  void summaryWithOneByteChanged_givesAnotherVersion() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.examples(40);
      learner.tick(5);
      learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
      learner.tick(20);
      final long version = learner.lastVersion().getVersion();
      assertThat(learner.rebuild(version).difference()).isEmpty();

      final List<BoundSummary> summaries = learner.summaries();
      int learned = 0;
      while (summaries.get(learned).getTally().getExamples() == 0) {
        learned++;
      }
      final byte[] changed = learner.log().records(Topics.SUMMARIES).get(learned).value();
      final BoundSummary other = summaries.get(learned);
      final ByteBuffer state = other.getState();
      state.put(state.limit() - 6, (byte) (state.get(state.limit() - 6) + 1)); // its last number
      System.arraycopy(Given.bytes(other), 0, changed, 0, changed.length);
      assertThat(learner.rebuild(version).difference().orElseThrow()).matches("base \\d+ differs");

      changed[0]++;
      assertThat(learner.rebuild(version).difference().orElseThrow())
          .startsWith("the summary at offset %d was merged".formatted(learned));
    }
  }

  @Test
  void whatIsNotThere_isTold() {
    try (TopologyFixture learner = new TopologyFixture()) {
      for (int i = 0; i < 4; i++) {
        learner.examples(20);
        learner.tick(20);
      }
      final long version = learner.lastVersion().getVersion();
      assertThatThrownBy(() -> learner.rebuild(version + 1))
          .isInstanceOf(ReplayException.class)
          .hasMessage(
              "version %d of m is not on majorant-rounds: the newest there is %d",
              version + 1, version);

      learner.log().deleteBefore(Topics.SUMMARIES, 2);
      assertThatThrownBy(() -> learner.rebuild(version))
          .isInstanceOf(ReplayException.class)
          .hasMessageMatching(
              "a replay begins at the model's first base, which retention has taken from"
                  + " majorant-summaries or majorant-rounds"
                  + " \\(they exist from base 3 on, since 2001-.*Z\\)");
      learner.log().deleteBefore(Topics.SUMMARIES, 0);
      learner.log().deleteBefore(Topics.ROUNDS, 1);
      assertThatThrownBy(() -> learner.rebuild(version))
          .isInstanceOf(ReplayException.class)
          .hasMessageContaining("they exist from base 2 on");
    }
  }
}
