package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.features.Dimensions;
import org.majorant.lineage.Lineage;
import org.majorant.lineage.LineageGap;
import org.majorant.lineage.OffsetHash;
import org.majorant.majorize.Refusal;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;
import org.majorant.stream.TopologyFixture.Moment;

/**
 * A transaction of Kafka that ends in parts only. A worker's has the summary, the store's changelog
 * and the input offsets; the majorizer's has the base, its store's changelog, and the offset of the
 * summaries. Whatever part is missing, or comes late, must be repaired, or must be told so that an
 * operator can declare it lost: no count may be wrong, and no example may be merged twice.
 */
class CommitHoleTest {
  private static final int SEEDS = 20;
  private static final int MOST = 40;

  private final TopologyFixture learner = new TopologyFixture();
  private final List<LineageGap> declared = new ArrayList<>();

  static LongStream seeds() {
    return LongStream.range(0, SEEDS);
  }

  @AfterEach
  void close() {
    learner.close();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void inputOffsetsWithoutTheSummary_areReadAgain(final long seed) {
    final Random random = new Random(seed);
    final Moment before = begin(random);
    ship(random);

    learner.stop();
    learner.setBackSummaries(before);
    setBackWorker(before);
    setBackMajorizer(before);
    learner.start(learner.log().end(Topics.EXAMPLES));
    learn(random);

    assertThat(lost()).isZero();
    requireExact();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void summaryWithoutTheInputOffsets_isKnownOrTold(final long seed) {
    final Random random = new Random(seed);
    final Moment before = begin(random);
    ship(random);
    final boolean merged = random.nextBoolean();
    learner.tick(merged ? 2 : 0);

    learner.stop();
    setBackWorker(before);
    if (!merged) {
      setBackMajorizer(before);
    }
    learner.start(before.examples());
    deliverAgain(before.examples(), random);
    learn(random);

    requireExact();
  }

  /** As where a deletion of the model was killed half-way. */
  @ParameterizedTest
  @MethodSource("seeds")
  void storeAndInputOffsetsThatAreGone_areKnownByTheBase(final long seed) {
    final Random random = new Random(seed);
    final Moment nothing = learner.moment();
    begin(random);

    learner.stop();
    setBackWorker(nothing);
    learner.start(0);
    deliverAgain(0, random);
    learn(random);

    assertThat(lost()).isZero();
    requireExact();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void summaryOfAZombie_thatIsCommittedLate_isKnownOrTold(final long seed) {
    final Random random = new Random(seed);
    final Moment before = begin(random);
    ship(random);
    final List<ConsumerRecord<byte[], byte[]>> zombies = summariesSince(before);

    learner.stop();
    learner.setBackSummaries(before);
    setBackWorker(before);
    setBackMajorizer(before);
    learner.start(before.examples());
    final boolean first = random.nextBoolean();
    if (!first) {
      deliverAgain(before.examples(), random);
    }
    zombies.forEach(summary -> learner.summary(summary.key(), summary.value()));
    if (first) {
      deliverAgain(before.examples(), random);
    }
    learn(random);

    requireExact();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void baseWithoutTheProgress_isGoneOnFrom(final long seed) {
    final Random random = new Random(seed);
    final Moment before = begin(random);
    learn(random);

    learner.stop();
    setBackProgress(before);
    learner.start(learner.log().end(Topics.EXAMPLES));
    learn(random);

    assertThat(lost()).isZero();
    requireExact();
  }

  /** It waited for the base for ever. */
  @ParameterizedTest
  @MethodSource("seeds")
  void progressWithoutTheBase_isMergedAgain(final long seed) {
    final Random random = new Random(seed);
    final Moment before = begin(random);
    learn(random);
    final SurrogateHead gone = learner.newestBase().orElseThrow().head();

    learner.stop();
    learner.setBackBases(random.nextBoolean() ? before.bases() : 0);
    learner.start(learner.log().end(Topics.EXAMPLES));
    learner.versions();
    learn(random);

    assertThat(lost()).isZero();
    final SurrogateHead next = learner.newestBase().orElseThrow().head();
    assertThat(next.getBase()).isGreaterThan(gone.getBase());
    assertThat(next.getVersion()).isGreaterThanOrEqualTo(gone.getVersion());
    requireExact();
  }

  @Test
  void progressWithoutAnyBase_whoseSummariesAreGone_isToldInALine() {
    begin(new Random(0));
    learner.stop();
    learner.setBackBases(0);
    learner.log().deleteBefore(Topics.SUMMARIES, 1);

    assertThatThrownBy(() -> learner.start(learner.log().end(Topics.EXAMPLES)))
        .rootCause()
        .isInstanceOf(CannotLearn.class)
        .hasMessageContaining("give the model another name")
        .hasMessageNotContaining("\n");
  }

  private Moment begin(final Random random) {
    learn(random);
    return learner.moment();
  }

  /** Some examples, all of which are shipped and merged. */
  private void learn(final Random random) {
    final int rounds = 1 + random.nextInt(3);
    for (int i = 0; i < rounds; i++) {
      learner.examples(1 + random.nextInt(MOST));
      learner.tick(1 + random.nextInt(5));
    }
    learner.settle();
  }

  /** Some examples, which are shipped but in no base yet. */
  private void ship(final Random random) {
    final int shipped = learner.summaries().size();
    learner.examples(1 + random.nextInt(MOST));
    while (learner.summaries().size() == shipped) {
      learner.tick(1);
    }
  }

  /** Delivers the rest of the examples again, with pauses that differ from the first time. */
  private void deliverAgain(final long from, final Random random) {
    for (long offset = from; offset < learner.log().end(Topics.EXAMPLES); offset++) {
      learner.deliverAgain(offset);
      if (random.nextInt(MOST / 2) == 0) {
        learner.tick(1);
      }
    }
  }

  private void setBackWorker(final Moment then) {
    learner.setBack(LearnerTopology.SUMMARIZE_PROGRESS, then);
  }

  private void setBackMajorizer(final Moment then) {
    learner.setBackBases(then);
    setBackProgress(then);
  }

  private void setBackProgress(final Moment then) {
    learner.setBack(LearnerTopology.MAJORIZE_PROGRESS, then);
    learner.setBack(LearnerTopology.MAJORIZE_NAMES, then);
  }

  private List<ConsumerRecord<byte[], byte[]>> summariesSince(final Moment then) {
    learner.summaries();
    final var all = learner.log().records(Topics.SUMMARIES);
    return List.copyOf(all.subList((int) then.summaries(), all.size()));
  }

  /**
   * The partition goes on, or says that it does not and goes on once its gap is declared lost. Then
   * each offset is counted once, learned or lost, and each example is merged once.
   */
  private void requireExact() {
    declareWhatIsLost();
    learner.examples(1);
    learner.tick(30);

    final long end = learner.log().end(Topics.EXAMPLES);
    final ModelHead head = learner.lastVersion();
    assertThat(head.getLineage())
        .as("declared lost: %s", declared)
        .containsExactly(new PartitionOffset(0, end));
    assertThat(head.getTally().getLost()).isEqualTo(lost());
    assertThat(head.getTally().getRecords()).isEqualTo(end - lost());
    assertThat(head.getTally().getExamples()).isEqualTo(end - lost());
    assertThat(head.getTally().getOffsetHash()).isEqualTo(hash(end));
    final Surrogate base = Surrogate.of(TopologyFixture.SPEC);
    base.add(learner.newestBase().orElseThrow().state().site());
    assertThat(base.solve().theta()).containsExactly(mergedOnce(), within(1e-9));
  }

  /** What an operator does by {@code models accept-loss --yes}. */
  private void declareWhatIsLost() {
    final SurrogateHead newest = learner.newestBase().orElseThrow().head();
    final int taken = Math.toIntExact(newest.getSummaries().getNext());
    declared.addAll(LineageGap.find(newest.getLineage(), learner.summaries(), taken));
    if (!declared.isEmpty()) {
      assertThat(learner.refusals(Refusal.GAP) + learner.refusals(Refusal.OVERLAP)).isPositive();
    }
    for (final LineageGap gap : declared) {
      learner.summary(
          "m".getBytes(StandardCharsets.UTF_8), gap.declaration(newest, TopologyFixture.SPEC));
    }
    learner.settle();
  }

  private long lost() {
    return declared.stream().mapToLong(LineageGap::offsets).sum();
  }

  /** Of all offsets up to the end that are not declared lost. */
  private long hash(final long end) {
    return LongStream.range(0, end)
        .filter(offset -> declared.stream().noneMatch(g -> g.from() <= offset && offset < g.to()))
        .map(OffsetHash::of)
        .sum();
  }

  /** The parameters of the sum of all summaries that join, each once. */
  private double[] mergedOnce() {
    final Lineage lineage = new Lineage();
    final Surrogate sum = Surrogate.of(TopologyFixture.SPEC);
    final Dimensions dimensions = Dimensions.of(TopologyFixture.SPEC);
    for (final BoundSummary summary : learner.summaries()) {
      if (lineage.join(summary) == Lineage.Join.EXTENDS) {
        lineage.extend(0, summary.getTo());
        sum.add(SiteCodec.decode(summary.getState(), dimensions.vectors(), dimensions.features()));
      }
    }
    return sum.solve().theta();
  }
}
