package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.growth.SpecHistory;
import org.majorant.lineage.LearnedState;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.BaseReader;
import org.majorant.majorize.Refusal;
import org.majorant.memory.PagedState;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.SpecFile;
import org.majorant.store.Snapshot;

/** A learner of a large model broadcasts what has changed. */
class BaseDeltaTest {
  private static final int FEATURES = 100_000;
  private static final int SOME = 10_000;
  private static final double HUGE = 1e308;
  private static final AvroSerde<LabeledExample> RECORDS = AvroSerde.of(LabeledExample.class);

  /** Bytes of one feature: index, count, squares, b and A. */
  private static final int FEATURE_BYTES = 3 + 2 * 8;

  private static final int HEAD_BYTES = 20;

  private long others = -1; // examples of another partition; -1: there is none
  private TopologyFixture learner = new TopologyFixture(spec("none"), HoldLimits.DEFAULT);

  private static ModelSpec spec(final String forgetting) {
    return SpecFile.read(
        "{model: m, labels: [a, b], features: {dimension: %d}, curvature: {memory: diagonal},"
                .formatted(FEATURES)
            + " forgetting: %s, publish: {interval: 1s}}".formatted(forgetting));
  }

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void bytes_of_a_base_are_those_of_the_features_that_were_touched() {
    others = 0;
    learnAll();
    assertThat(learner.broadcasts())
        .anyMatch(base -> base.data().length > FEATURES * FEATURE_BYTES / 2);
    final Random random = new Random(1);
    for (final int touched : new int[] {10, 100, 1000, 10_000}) {
      final int before = learner.broadcasts().size();
      learn(random.ints(0, FEATURES).distinct().limit(touched).toArray());
      final List<Snapshot<SurrogateHead>> next =
          learner.broadcasts().subList(before, learner.broadcasts().size());
      final double expected = HEAD_BYTES * next.size() + (double) FEATURE_BYTES * touched;
      assertThat(next).allMatch(base -> base.head().getSnapshot() > 0);
      assertThat((double) next.stream().mapToInt(base -> base.data().length).sum())
          .as("%d features", touched)
          .isBetween(0.8 * expected, 1.2 * expected);
    }
    assertStatesComeBack();
  }

  @Test
  void worker_alone_has_its_own_summaries_as_bases() {
    learnAll();
    final int before = learner.broadcasts().size();
    final Random random = new Random(1);
    for (int i = 0; i < 5; i++) {
      learn(random.ints(0, FEATURES).distinct().limit(1000).toArray());
    }
    assertThat(learner.broadcasts().subList(before, learner.broadcasts().size()))
        .hasSizeGreaterThan(4)
        .allMatch(base -> base.head().getByReference() && base.data().length <= HEAD_BYTES);
    assertStatesComeBack();
  }

  /** What a worker alone has in flight goes by the majorizer's pace, and by no budget. */
  @Test
  void worker_alone_hears_of_its_summaries_whatever_the_budget_is() {
    learnAll();
    final Random random = new Random(1);
    final int before = snapshots().size();
    long last = learner.newestBase().orElseThrow().head().getTally().getExamples();
    for (int tick = 0, waited = 0; tick < 300; tick++) {
      learner.example(example(random.ints(0, FEATURES).distinct().limit(5000).toArray()));
      learner.tick(1);
      final long newest = learner.newestBase().orElseThrow().head().getTally().getExamples();
      waited = newest == last ? waited + 1 : 0;
      last = newest;
      assertThat(waited).as("tenths of a second without a base at %d", tick).isLessThan(4);
    }
    assertThat(snapshots())
        .as("one each time that the summaries are as long")
        .hasSizeBetween(before + 4, before + 8);
    assertStatesComeBack();
  }

  /** To take such a base costs nothing, so that a worker need not save its time for it. */
  @Test
  void worker_alone_has_nothing_in_flight_that_is_in_the_base_however_long_shipping_takes() {
    learnAll();
    learner.slow(Duration.ofSeconds(10));
    for (int i = 0; i < 20; i++) {
      learn(i, i + 1, i + 2);
      final long known = learner.newestBase().orElseThrow().examples();
      assertThat(learner.gauge("majorant.in.flight.examples")).isEqualTo(learned(i) - known);
    }
  }

  private static long learned(final int more) {
    return FEATURES / SOME + more + 1;
  }

  /** Who starts reads the summaries of all references once. */
  @Test
  void references_are_put_together_when_somebody_takes_the_last_one() {
    learnAll();
    learn(1, 2, 3);
    learn(2, 3, 4);
    learn(5, 6, 7);
    final AtomicInteger asked = new AtomicInteger();
    final BaseReader reader = reader(asked);
    learner.broadcasts().forEach(reader::accept);
    assertThat(asked).hasValue(0);

    final Base newest = learner.newestBase().orElseThrow();
    final Base taken = reader.take().orElseThrow();
    assertThat(asked).hasValue(1);
    assertThat(taken.head()).isEqualTo(newest.head());
    assertThat(taken.hash()).isEqualTo(newest.hash());
    assertThat(reader.take()).isEmpty();
  }

  @Test
  void reference_of_a_spec_that_has_grown_since_is_read_by_that_spec() {
    learnAll();
    learn(1, 2, 3);
    learn(2, 3, 4);
    final ModelSpec before = spec("none");
    final ModelSpec grown = ModelSpec.newBuilder(before).setLabels(List.of("a", "b", "c")).build();
    final BaseReader reader =
        new BaseReader(SpecHistory.of(grown, List.of(before)), learner.source());
    learner.broadcasts().forEach(reader::accept);

    final Base newest = learner.newestBase().orElseThrow();
    assertThat(learner.broadcasts()).last().matches(base -> base.head().getByReference());
    final Base taken = reader.take().orElseThrow();
    assertThat(taken.number()).isEqualTo(newest.number());
    assertThat(taken.state().site().size()).isEqualTo(newest.state().site().size());
  }

  @Test
  void base_whose_summaries_are_gone_is_left_for_the_one_before_them() {
    learnAll();
    learn(1, 2, 3);
    learn(2, 3, 4);
    final BaseReader reader =
        new BaseReader(SpecHistory.of(spec("none")), (partition, from, to, sink) -> {});
    learner.broadcasts().forEach(reader::accept);
    final long newest = learner.newestBase().orElseThrow().number();
    final List<Snapshot<SurrogateHead>> all = learner.broadcasts();
    final long whole = all.get(lastWhole(all)).head().getBase();
    assertThat(whole).isLessThan(newest);
    assertThat(reader.take().orElseThrow().number()).isEqualTo(whole);
    assertThat(reader.left()).isEqualTo(1);

    idle();
    reader.accept(learner.broadcasts().get(learner.broadcasts().size() - 1));
    assertThat(reader.take().orElseThrow().number()).isGreaterThan(newest);
  }

  /** Anybody who may write to the topic of bases can forge one. */
  @Test
  void reference_thatNoMajorizerWrote_isPassedOverOrLeft() {
    learnAll();
    learn(1, 2, 3);
    final List<Snapshot<SurrogateHead>> all = learner.broadcasts();
    final Snapshot<SurrogateHead> last = all.get(all.size() - 1);
    assertThat(last.head().getByReference()).isTrue();
    assertLeft(head -> head.setState(null));
    assertLeft(head -> head.setState(7L));
    assertLeft(head -> head.setSummaries(null));
    assertLeft(head -> head.setSummaries(new PartitionOffset(99, 5L)));
    assertLeft(head -> head.setSummaries(new PartitionOffset(0, 0L)));
    assertThatThrownBy(() -> reader(new AtomicInteger()).accept(last))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is a delta of a base that was skipped");
  }

  private void assertLeft(final Consumer<SurrogateHead> forge) {
    final BaseReader reader = reader(new AtomicInteger());
    final List<Snapshot<SurrogateHead>> all = learner.broadcasts();
    final int references = 1 + lastWhole(all);
    all.subList(0, references).forEach(reader::accept);
    final Snapshot<SurrogateHead> next = all.get(references);
    final SurrogateHead forged = SurrogateHead.newBuilder(next.head()).build();
    forge.accept(forged);
    reader.accept(new Snapshot<>(forged, next.data()));
    assertThat(reader.take().orElseThrow().number()).isEqualTo(next.head().getBase() - 1);
    assertThat(reader.left()).isEqualTo(1);
  }

  private static int lastWhole(final List<Snapshot<SurrogateHead>> bases) {
    return IntStream.range(0, bases.size())
        .filter(i -> !bases.get(i).head().getByReference())
        .max()
        .orElseThrow();
  }

  /** Retention deletes summaries some time. */
  @Test
  void snapshot_takes_the_place_of_references_once_when_nothing_comes_any_more() {
    learnAll();
    learn(1, 2, 3);
    final Base last = learner.newestBase().orElseThrow();
    idle();
    final Snapshot<SurrogateHead> whole = learner.broadcasts().get(learner.broadcasts().size() - 1);
    assertThat(whole.head().getSnapshot()).isZero();
    assertThat(whole.head().getBase()).isEqualTo(last.number() + 1);
    assertThat(whole.head().getState()).isEqualTo(last.hash());
    final int written = learner.broadcasts().size();
    idle();
    assertThat(learner.broadcasts()).hasSize(written);
    assertStatesComeBack();
  }

  /** Workers that have much in flight wait for it, and a snapshot of a wide model takes seconds. */
  @Test
  void first_base_after_a_start_is_by_reference_and_a_snapshot_comes_when_it_is_paid() {
    learnAll();
    learn(1, 2, 3);
    final int whole = snapshots().size();
    learner.restart();
    final int before = learner.broadcasts().size();
    learner.example(example(4, 5, 6));
    learner.tick(4);
    assertThat(learner.broadcasts().subList(before, learner.broadcasts().size()))
        .isNotEmpty()
        .allMatch(base -> base.head().getByReference());
    assertThat(snapshots()).hasSize(whole);
    learn(7, 8, 9);
    learn(8, 9, 10);
    assertThat(snapshots()).hasSize(whole + 1);
    assertStatesComeBack();
  }

  /** Whoever has started may have references before it, and retention deletes what they say. */
  @Test
  void snapshot_takes_the_place_of_references_after_a_start_that_nothing_follows() {
    learnAll();
    learn(1, 2, 3);
    final Base last = learner.newestBase().orElseThrow();
    learner.restart();
    idle();
    final Snapshot<SurrogateHead> whole = learner.broadcasts().get(learner.broadcasts().size() - 1);
    assertThat(whole.head().getSnapshot()).isZero();
    assertThat(whole.head().getState()).isEqualTo(last.hash());
    final int written = learner.broadcasts().size();
    idle();
    learner.restart();
    idle();
    assertThat(learner.broadcasts()).hasSize(written);
    learn(4, 5, 6);
    assertStatesComeBack();
  }

  /** What was not committed, or is gone. */
  private enum Hole {
    PROGRESS,
    ALL_PROGRESS,
    BASES,
    ALL_BASES
  }

  /** Else its place among the snapshots, or what it would refer to, is not known. */
  @ParameterizedTest
  @EnumSource
  void first_base_after_another_one_than_the_progress_names_is_a_snapshot(final Hole hole) {
    final TopologyFixture.Moment begin = learner.moment();
    learnAll();
    learn(1, 2, 3);
    final TopologyFixture.Moment then = learner.moment();
    learn(4, 5, 6);
    final long end = learner.moment().examples();
    learner.stop();
    switch (hole) {
      case PROGRESS -> learner.setBack(LearnerTopology.MAJORIZE_PROGRESS, then);
      case ALL_PROGRESS -> learner.setBack(LearnerTopology.MAJORIZE_PROGRESS, begin);
      case BASES -> learner.setBackBases(then);
      case ALL_BASES -> learner.setBackBases(0);
    }
    assertSnapshotComesFirst(() -> learner.start(end));
    assertThat(learner.newestBase().orElseThrow().examples()).isEqualTo(learned(2));
  }

  @Test
  void first_base_of_a_spec_that_has_grown_is_a_snapshot() {
    learnAll();
    learn(1, 2, 3);
    final ModelSpec grown =
        ModelSpec.newBuilder(spec("none")).setLabels(List.of("a", "b", "c")).build();
    assertSnapshotComesFirst(
        () -> {
          final long end = learner.moment().examples();
          learner.stop();
          learner.grow(grown);
          learner.start(end);
        });
  }

  private void assertSnapshotComesFirst(final Runnable start) {
    final int before = learner.broadcasts().size();
    start.run();
    learner.example(example(7, 8, 9));
    learner.tick(5);
    assertThat(learner.broadcasts()).hasSizeGreaterThan(before);
    assertThat(learner.broadcasts().get(before).head().getSnapshot()).isZero();
  }

  @Test
  void snapshot_takes_the_place_of_references_each_hour() {
    learnAll();
    final int before = snapshots().size();
    for (int minute = 0; minute < 70; minute++) {
      learn(minute, minute + 1);
      learner.tick(540 - 60);
    }
    assertThat(snapshots()).hasSizeBetween(before + 1, before + 2);
  }

  /** Whatever comes between the summaries, each base has the state that the majorizer had. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void base_refers_to_summaries_only_where_these_are_all(final long seed) {
    final Random random = new Random(seed);
    learnAll();
    for (int i = 0; i < 40; i++) {
      switch (random.nextInt(8)) {
        case 0 -> learner.summary(gap()); // leaves a gap
        case 1 -> learner.summaryAgain(random.nextInt(learner.summaries().size()));
        case 2 -> learner.restart();
        case 3 -> learner.restart(learner.learned());
        default -> {
          for (int n = random.nextInt(3); n >= 0; n--) {
            learner.example(example(random.ints(0, FEATURES).distinct().limit(50).toArray()));
            learner.tick(random.nextInt(3));
          }
        }
      }
      learner.tick(random.nextInt(20));
    }
    learn(1, 2, 3);
    assertThat(learner.broadcasts()).anyMatch(base -> base.head().getByReference());
    assertStatesComeBack();
  }

  /** A snapshot alone takes 1.9 seconds of the budget. */
  @Test
  void bases_come_every_tenth_of_a_second_whether_they_are_snapshots_or_deltas() {
    learnAll();
    final Random random = new Random(1);
    final int before = snapshots().size();
    long last = learner.newestBase().orElseThrow().number();
    for (int waited = 0, tick = 0; tick < 400; tick++) {
      for (int i = 0; i < 10; i++) {
        learner.example(example(random.ints(0, FEATURES).distinct().limit(75).toArray()));
      }
      learner.tick(1);
      final long newest = learner.newestBase().orElseThrow().number();
      waited = newest == last ? waited + 1 : 0;
      last = newest;
      assertThat(waited).as("tenths of a second without a base at %d", tick).isLessThan(5);
    }
    assertThat(snapshots()).hasSizeGreaterThan(before + 1);
  }

  @ParameterizedTest
  @CsvSource({"0, 24", "-1, 48"}) // summaries take half the bytes
  void snapshot_comes_again_in_the_next_slot_where_deltas_outgrow_it_and_after_a_start(
      final long beside, final int bases) {
    others = beside;
    learnAll();
    final int begun = snapshots().size();
    for (int i = 0; i < bases; i++) {
      learn(IntStream.range(i * 1000, i * 1000 + 10_000).toArray());
    }
    final List<Long> snapshots = snapshots();
    assertThat(snapshots).hasSizeBetween(begun + 2, begun + 4);
    learner.restart();
    learn(1, 2, 3);
    learn(1, 2, 3);
    assertThat(snapshots()).hasSize(snapshots.size() + 1);
    assertStatesComeBack();
  }

  /** Those that follow a forged base can follow no delta of another. */
  @Test
  void forged_base_is_left_since_a_snapshot_follows_it() {
    learnAll();
    learn(1, 2, 3);
    final SurrogateHead last = learner.newestBase().orElseThrow().head();
    assertThat(last.getSnapshot()).isPositive();
    learner.forge(
        SurrogateHead.newBuilder(last).setBase(1L << 50).setSnapshot(0).setState(null).build());
    learn(4, 5, 6);
    learn(7, 8, 9);

    final Base newest = learner.newestBase().orElseThrow();
    assertThat(learner.refusals(Refusal.BASE)).isPositive();
    assertThat(newest.head().getBase()).isBetween(last.getBase() + 1, 1000L);
    final PagedState state = (PagedState) newest.state();
    final PagedState all = PagedState.of(spec("none")).replacedBy(state.site());
    assertThat(all.hash()).isEqualTo(newest.head().getState());
    assertThat(newest.head().getTally().getExamples()).isEqualTo(learned(0));
  }

  @Test
  void summary_that_cannot_be_solved_is_in_no_delta() {
    final ModelSpec spec = spec("none");
    learnAll();
    learner.summary(summary(spec, 1, 0, 7, state(spec, 0.5, HUGE)));
    learner.tick(60);
    learner.summary(summary(spec, 2, 0, 5, state(spec, 0.5, HUGE)));
    learn(1, 2, 3);
    learner.summary(summary(spec, 2, 0, 5, state(spec, 0.5, 0.1)));
    learner.tick(60);

    assertThat(learner.refusals(Refusal.UNSOLVABLE)).isEqualTo(1);
    assertThat(learner.newestBase().orElseThrow().head().getSnapshot()).isPositive();
    assertStatesComeBack();
  }

  @Test
  void state_that_an_operator_puts_in_place_is_told_whole() {
    learnAll();
    final LearnedState then = learner.learned();
    learn(1, 2, 3);
    learner.restart(then);
    learn(4, 5, 6);
    final SurrogateHead head = learner.newestBase().orElseThrow().head();
    assertThat(head.getRestarted()).isPositive();
    assertThat(snapshots()).contains(head.getRestarted());
    assertStatesComeBack();
  }

  @Test
  void model_that_forgets_changes_in_whole() {
    learner.close();
    learner = new TopologyFixture(spec("{half-life: 1000}"), HoldLimits.DEFAULT);
    learnAll();
    learn(1, 2, 3);
    assertThat(learner.broadcasts())
        .allMatch(base -> base.head().getSnapshot() == 0 && base.head().getState() == null);
  }

  /** Base after base, what a reader puts together has the hash that the majorizer wrote. */
  private void assertStatesComeBack() {
    Base last = null;
    for (final Snapshot<SurrogateHead> next : learner.broadcasts()) {
      last = BaseReader.after(last, next, spec("none"), learner.source());
    }
    final byte[] newest = SiteCodec.encode(learner.newestBase().orElseThrow().state().site());
    assertThat(SiteCodec.encode(last.state().site())).isEqualTo(newest);
    learner.tick(20);
    assertThat(learner.rebuild(learner.lastVersion().getVersion()).difference()).isEmpty();
  }

  private BaseReader reader(final AtomicInteger asked) {
    return new BaseReader(
        SpecHistory.of(spec("none")),
        (partition, from, to, sink) -> {
          asked.incrementAndGet();
          learner.source().read(partition, from, to, sink);
        });
  }

  private BoundSummary gap() {
    return summary(spec("none"), 0, 1 << 20, 1 << 21, nothing());
  }

  private static byte[] nothing() {
    return SiteCodec.encode(Surrogate.of(spec("none")).site());
  }

  private void idle() {
    learner.tick(700);
  }

  private List<Long> snapshots() {
    return learner.broadcasts().stream()
        .map(Snapshot::head)
        .filter(head -> head.getSnapshot() == 0 && head.getTally().getExamples() > 0)
        .map(SurrogateHead::getBase)
        .toList();
  }

  private void learnAll() {
    for (int from = 0; from < FEATURES; from += SOME) {
      learn(IntStream.range(from, from + SOME).toArray());
    }
  }

  /** An example with these features. */
  private void learn(final int... features) {
    learner.example(example(features));
    if (others >= 0) {
      learner.summary(summary(spec("none"), 1, others, ++others, nothing()));
    }
    learner.tick(60);
  }

  private static byte[] example(final int... features) {
    final SparseVector vector =
        new SparseVector(IntStream.of(features).sorted().boxed().toList(), List.of());
    return RECORDS.encode(new LabeledExample(null, null, 1.0, new Point(vector, "a", null, null)));
  }
}
