package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.Refusal;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ExamplePacker;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;
import org.majorant.tally.Tallies;

/**
 * A packed record teaches what its examples would teach as records of their own, in their order,
 * and counts as they would; only offsets count records. A bad example in it is a dead letter alone.
 */
class PackedRecordsTest {
  private static final int EXAMPLES = 240;
  private static final ExamplePacker PACKER = new ExamplePacker(SchemaRegistry.NONE, "");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "curvature: {memory: diagonal}, features: {dimension: 8}",
        "curvature: {memory: full}, features: {dimension: 8}, forgetting: {half-life: 50}",
        "curvature: {memory: low-rank, rank: 3}, features: {dimension: 8}, batch: 16",
        "curvature: {memory: diagonal}, features: {dimension: 8, standardize: 40}",
        "curvature: {memory: diagonal}, features: {dimension: 8}, forgetting: {half-life: 2m}"
      })
  void shippedAlike_teachTheSameBits(final String settings) {
    final ModelSpec spec = spec(settings);
    final Base alone = learned(spec, 1, 0, false);
    for (final int pack : new int[] {7, 100}) {
      final Base packed = learned(spec, pack, 0, false);
      assertThat(SiteCodec.encode(packed.state().site()))
          .as("packed by %d", pack)
          .isEqualTo(SiteCodec.encode(alone.state().site()));
      assertThat(counted(packed)).isEqualTo(counted(alone));
      assertThat(packed.head().getMoments()).isEqualTo(alone.head().getMoments());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "curvature: {memory: diagonal}, features: {dimension: 8}",
        "curvature: {memory: full}, features: {dimension: 8}, forgetting: {half-life: 50}"
      })
  void atAnyPaceAndKilled_teachTheSame(final String settings) {
    final ModelSpec spec = spec(settings);
    final double[] alone = learned(spec, 1, 0, false).state().site().linear;
    for (int seed = 1; seed <= 3; seed++) {
      for (final int pack : new int[] {7, 100}) {
        assertThat(learned(spec, pack, seed, true).state().site().linear)
            .as("packed by %d, seed %d", pack, seed)
            .containsExactly(alone, within(1e-9));
      }
    }
  }

  private static ModelSpec spec(final String settings) {
    return SpecFile.read("{model: m, labels: [a, b], " + settings + "}");
  }

  /** The tally, but for what counts records. */
  private static Tally counted(final Base base) {
    final Tally tally = Tallies.copy(base.head().getTally());
    assertThat(tally.getRecords() + tally.getPacked()).isEqualTo(EXAMPLES);
    tally.setRecords(0L);
    tally.setPacked(0L);
    tally.setOffsetHash(0L);
    return tally;
  }

  /** The base after all examples, at a pace that depends on the seed. */
  private static Base learned(
      final ModelSpec spec, final int pack, final int seed, final boolean kills) {
    final Random random = new Random(seed);
    final List<byte[]> examples = examples(EXAMPLES);
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      for (int i = 0; i < EXAMPLES; i += pack) {
        learner.example(PACKER.pack(examples.subList(i, Math.min(EXAMPLES, i + pack))));
        if (kills && random.nextBoolean()) {
          learner.tick(1 + random.nextInt(2));
        }
        if (kills && i + pack < EXAMPLES && random.nextInt(3) == 0) {
          learner.restart();
        }
      }
      learner.tick(100);
      final Base newest = learner.newestBase().orElseThrow();
      assertThat(newest.examples()).isEqualTo(EXAMPLES);
      for (final Refusal reason : Refusal.values()) {
        assertThat(learner.refusals(reason)).as("%s", reason).isZero();
      }
      return newest;
    }
  }

  private static List<byte[]> examples(final int count) {
    final List<byte[]> examples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      examples.add(Given.example(i * i % 11, i % 3 == 0 ? "a" : "b", null));
    }
    return examples;
  }

  /** Bad ones at items 1, 4 and 5. */
  private static List<byte[]> mixed() {
    final List<byte[]> examples = examples(8);
    examples.set(1, Given.example(1, "c", null));
    examples.set(2, Given.example(2, null, null));
    examples.set(3, Given.example(3, "c", "another"));
    examples.set(4, Arrays.copyOf(examples.get(4), 12));
    examples.set(5, Arrays.copyOf(examples.get(5), 10));
    return examples;
  }

  @Test
  void badItems_areDeadLettersWithTheirOwnBytes_andTheOthersAreLearned() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.examples(3);
      learner.tick(20);
      learner.example(PACKER.pack(mixed()));
      learner.tick(20);

      assertLetters(learner, 3);
      final Tally tally = learner.lastVersion().getTally();
      assertThat(tally.getRecords()).isEqualTo(4);
      assertThat(tally.getPacked()).isEqualTo(7);
      assertThat(tally.getExamples()).isEqualTo(3 + 3);
      assertThat(tally.getRejected()).isEqualTo(3);
      assertThat(tally.getUnlabeled()).isEqualTo(1);
      assertThat(tally.getOthers()).isEqualTo(1);
    }
  }

  /** While they are held they are found, too; then the record is delivered and read again. */
  @Test
  void deadLetters_areWrittenOnce_throughARestart() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.example(PACKER.pack(mixed()));
      assertLetters(learner, 0);
      learner.restart(0);
      learner.deliverAgain(0);
      learner.tick(20);
      learner.restart();
      learner.tick(20);
      assertThat(learner.output(Topics.DEAD_LETTERS)).isEmpty();
      learner.examples(1);
      learner.tick(20);
      final Tally tally = learner.lastVersion().getTally();
      assertThat(tally.getRejected()).isEqualTo(3);
      assertThat(tally.getExamples()).isEqualTo(4);
    }
  }

  private static void assertLetters(final TopologyFixture learner, final long offset) {
    final List<DeadLetter> letters = letters(learner);
    assertThat(letters).extracting(DeadLetter::getItem).containsExactly(1, 4, 5);
    assertThat(letters).extracting(DeadLetter::getOffset).containsOnly(offset);
    assertThat(letters)
        .extracting(DeadLetter::getReason)
        .containsExactly(Rejection.LABEL, Rejection.UNDECODABLE, Rejection.UNDECODABLE);
    for (final DeadLetter letter : letters) {
      assertThat(letter.getValue().array()).isEqualTo(mixed().get(letter.getItem()));
    }
  }

  @Test
  void recordThatIsBrokenItself_isOneDeadLetter() {
    final byte[] whole = PACKER.pack(examples(5));
    final byte[] cut = Arrays.copyOf(whole, whole.length - 1);
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.example(cut);
      learner.example(whole);
      learner.tick(20);
      final List<DeadLetter> letters = letters(learner);
      assertThat(letters).hasSize(1);
      assertThat(letters.get(0).getItem()).isNull();
      assertThat(letters.get(0).getValue().array()).isEqualTo(cut);
      final Tally tally = learner.lastVersion().getTally();
      assertThat(tally.getRecords()).isEqualTo(2);
      assertThat(tally.getPacked()).isEqualTo(4);
      assertThat(tally.getExamples()).isEqualTo(5);
      assertThat(tally.getRejected()).isEqualTo(1);
    }
  }

  /** Limits and quotas count examples. */
  @Test
  void heldRecord_countsAsItsExamples_andIsLearnedWhole() {
    final HoldLimits limits = new HoldLimits(20, 1 << 20, HoldLimits.DEFAULT.longest());
    try (TopologyFixture learner = new TopologyFixture(limits)) {
      learner.example(PACKER.pack(examples(9)));
      learner.example(PACKER.pack(examples(9)));
      assertThat(learner.counter("majorant.overrun.examples")).isZero();
      learner.example(PACKER.pack(examples(9)));
      assertThat(learner.counter("majorant.overrun.examples")).isEqualTo(9);
      learner.tick(20);
      final ModelHead head = learner.lastVersion();
      assertThat(head.getTally().getExamples()).isEqualTo(27);
      assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 3L));
      assertThat(learner.refusals(Refusal.RANGE)).isZero();
    }
  }

  private static List<DeadLetter> letters(final TopologyFixture learner) {
    return learner.output(Topics.DEAD_LETTERS).stream()
        .map(TestRecord::value)
        .map(AvroSerde.of(DeadLetter.class)::decode)
        .toList();
  }
}
