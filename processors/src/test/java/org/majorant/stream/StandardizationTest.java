package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureSpace;
import org.majorant.learn.Worker;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.Refusal;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.merge.Quota;
import org.majorant.merge.Summary;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;
import org.majorant.stream.meters.ClippedMeters;
import org.majorant.tally.Baselines;

/** That all workers, versions and readers of a model standardize its features alike. */
class StandardizationTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          """
          model: m
          labels: [a, b]
          features: {dimension: 4, standardize: 40, quadratic: true}
          """);
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);
  private static final HoldLimits LIMITS = new HoldLimits(200, 1 << 20, Duration.ofSeconds(10));

  private TopologyFixture learner = new TopologyFixture(SPEC, LIMITS);
  private final Random random = new Random(1);

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void worker_untilAsManyExamplesAsWanted_holdsThemAndProposes() {
    examples(39);
    learner.settle();
    assertThat(learner.gauge("majorant.held.examples")).isEqualTo(39);
    assertThat(learner.newestBase().orElseThrow().head().getMoments()).isNull();
    assertThat(learner.versions()).isEmpty();

    examples(11);
    learner.settle();
    assertThat(learner.gauge("majorant.held.examples")).isZero();
    assertThat(learner.lastVersion().getMoments()).isEqualTo(momentsOfFirst(40));
    assertThat(learner.summaries())
        .allSatisfy(s -> assertThat(s.getMoments() == null).isEqualTo(s.getBase() >= agreed()));
  }

  @Test
  void moments_onceAgreedOn_stayThroughARestart() {
    examples(50);
    learner.settle();
    final Moments agreed = learner.lastVersion().getMoments();
    learner.restart();
    examples(100);
    learner.settle();
    final ModelHead last = learner.lastVersion();
    assertThat(last.getMoments()).isEqualTo(agreed);
    assertThat(last.getTally().getExamples()).isEqualTo(150);
  }

  @Test
  void version_predictsWhatItsLearnerKnows() throws Exception {
    examples(60);
    learner.settle();
    final Model published = last(learner.models());

    final Moments moments = momentsOfFirst(40);
    final ExampleMapper mapper =
        new ExampleMapper(
            SPEC, new FeatureSpace(SPEC, moments), new ExampleDecoder(Integer.MAX_VALUE));
    final Worker alone = new Worker(SPEC, 0, new Baselines(2));
    for (final ConsumerRecord<byte[], byte[]> record : log()) {
      mapper.decode(record.value());
      alone.learn(mapper.map(), 0);
    }
    final Surrogate surrogate = Surrogate.of(SPEC);
    final Summary learned = alone.ship(60, 0);
    surrogate.add(learned.site());
    final Surrogate.Solution solution = surrogate.solve();
    final List<Double> losses = Arrays.stream(learned.members()).boxed().toList();
    final Model own = solution.model(SPEC, 1).with(moments).mixing(solution.members(SPEC, losses));

    for (int i = 0; i < 20; i++) {
      final LabeledExample x = example();
      final PointPrediction before = new PointPredictor(own).predict(x);
      final PointPrediction after = new PointPredictor(published).predict(x);
      assertThat(after.probabilities().get("a"))
          .isCloseTo(before.probabilities().get("a"), within(1e-9));
    }
  }

  @Test
  void fewExamples_waitAsLongAsHolding_thenAreEnough() {
    examples(31);
    learner.tick(100);
    assertThat(learner.versions()).isEmpty();
    learner.tick(20);
    assertThat(learner.lastVersion().getMoments()).isEqualTo(momentsOfFirst(31));
  }

  @Test
  void tooFewExamples_standardizeNothing() {
    examples(29);
    learner.tick(300);
    assertThat(learner.versions()).isEmpty();
    examples(1);
    learner.tick(20);
    final ModelHead last = learner.lastVersion();
    assertThat(last.getMoments()).isEqualTo(momentsOfFirst(30));
    assertThat(last.getTally().getExamples()).isEqualTo(30);
  }

  @Test
  void moreThanCanBeHeld_isReadFromTheLogOnceItCanBeLearned() {
    learner.close();
    learner = new TopologyFixture(SPEC, new HoldLimits(10, 1 << 20, Duration.ofSeconds(10)));
    examples(35);
    learner.example(new byte[] {7});
    examples(4);
    learner.tick(3);
    assertThat(learner.gauge("majorant.held.examples")).isEqualTo(11);
    assertThat(learner.output(Topics.DEAD_LETTERS)).hasSize(1);
    examples(20);
    learner.settle();

    final ModelHead last = learner.lastVersion();
    assertThat(last.getMoments().getCount()).isEqualTo(40);
    assertThat(last.getLineage()).isEqualTo(List.of(new PartitionOffset(0, 60L)));
    assertThat(last.getTally().getExamples()).isEqualTo(59);
    assertThat(last.getTally().getRejected()).isEqualTo(1);
    assertThat(learner.output(Topics.DEAD_LETTERS)).isEmpty();
    assertThat(learner.log().replays())
        .containsExactly(new RecordedLog.Replay(Topics.EXAMPLES, 11, 60));
    examples(5);
    learner.tick(20);
    assertThat(learner.lastVersion().getTally().getExamples()).isEqualTo(64);
  }

  @Test
  void worker_restartedWhileItWaits_countsTheSameExamplesAgain() {
    learner.close();
    learner = new TopologyFixture(SPEC, new HoldLimits(10, 1 << 20, Duration.ofSeconds(10)));
    examples(30);
    learner.tick(1);
    learner.restart();
    examples(10);
    learner.settle();
    final ModelHead last = learner.lastVersion();
    assertThat(last.getMoments()).isEqualTo(momentsOfFirst(40));
    assertThat(last.getLineage()).isEqualTo(List.of(new PartitionOffset(0, 40L)));
    assertThat(last.getTally().getExamples()).isEqualTo(40);
  }

  @Test
  void twoPartitions_learnByTheMomentsOfBoth() throws Exception {
    examples(20);
    final Moments others = moments(25);
    learner.summary(other(0, 0, others, Surrogate.of(SPEC)));
    learner.tick(2);
    final Base base = learner.newestBase().orElseThrow();
    final Moments agreed =
        FeatureMoments.merge(SPEC, List.of(learner.summaries().get(1).getMoments(), others));
    assertThat(agreed.getCount()).isEqualTo(45);
    assertThat(base.head().getMoments()).isEqualTo(agreed);

    // the other one learns in these coordinates, while this one may be waiting for its turn
    final Worker other = new Worker(SPEC, 1, new Baselines(2));
    other.adopt(base, 0, false);
    final FeatureSpace space = new FeatureSpace(SPEC, base.head().getMoments());
    final ExampleMapper mapper =
        new ExampleMapper(SPEC, space, new ExampleDecoder(Integer.MAX_VALUE));
    for (int i = 0; i < 25; i++) {
      mapper.decode(EXAMPLES.encode(example()));
      other.learn(mapper.map(), 0);
    }
    final Summary taught = other.ship(25, 0);
    final Surrogate knowledge = Surrogate.of(SPEC);
    knowledge.add(taught.site());
    learner.summary(other(base.number(), 25, null, knowledge));
    learner.tick(60);
    final ModelHead last = learner.lastVersion();
    assertThat(last.getMoments()).isEqualTo(agreed);
    assertThat(last.getLineage())
        .isEqualTo(List.of(new PartitionOffset(0, 20L), new PartitionOffset(1, 25L)));
    assertThat(learner.newestBase().orElseThrow().quota()).isNotEqualTo(Quota.NOTHING);
  }

  @Test
  void proposal_thatCannotBe_isRefused() {
    learner.summary(
        other(
            0,
            0,
            new Moments(9L, List.of(1.0), List.of(1.0), List.of(), List.of(), List.of()),
            Surrogate.of(SPEC)));
    learner.summary(
        other(
            0,
            0,
            new Moments(
                9L,
                List.of(1.0, 1.0, 1.0, Double.NaN),
                List.of(1.0, 1.0, 1.0, 1.0),
                List.of(),
                List.of(),
                List.of()),
            Surrogate.of(SPEC)));
    learner.tick(1);
    assertThat(learner.refusals(Refusal.STATE)).isEqualTo(2);
  }

  private BoundSummary other(
      final long base, final long to, final Moments moments, final Surrogate knowledge) {
    final BoundSummary summary = Given.summary(1, 0, to, SiteCodec.encode(knowledge.site()));
    summary.setSpec(Fingerprint.of(SPEC));
    summary.setBase(base);
    summary.setMoments(moments);
    return BoundSummary.newBuilder(summary)
        .setState(ByteBuffer.wrap(SiteCodec.encode(knowledge.site())))
        .build();
  }

  /** Number of the first base with moments. */
  private long agreed() {
    return learner.summaries().stream()
        .filter(s -> s.getTo() > s.getFrom())
        .mapToLong(BoundSummary::getBase)
        .min()
        .orElseThrow();
  }

  /** What is held is read twice, and counted once. */
  @Test
  void values_thatAreClipped_areCountedByFeature_andOneThatLeftItsScaleIsLoggedOnce() {
    try (LogRecorder log = new LogRecorder(ClippedMeters.class)) {
      examples(30);
      wild(1);
      examples(19);
      learner.settle();
      assertThat(clipped("0")).isEqualTo(1);
      wild(9);
      examples(900);
      learner.settle();
      assertThat(clipped("0")).isEqualTo(10);
      assertThat(log.messages()).isEmpty(); // 1 % of 959
      wild(30);
      learner.settle();
      assertThat(clipped("0")).isEqualTo(40);
      assertThat(clipped("1")).isZero();
      assertThat(log.messages())
          .containsExactly(
              "more than 1 % of 1,000 examples are clipped, because they are far beyond the first"
                  + " ones, by which the scale was chosen, in 0");
    }
  }

  private double clipped(final String feature) {
    return learner.counter("majorant.values.clipped", "feature", feature);
  }

  private void wild(final int count) {
    for (int i = 0; i < count; i++) {
      final SparseVector features = new SparseVector(List.of(0, 3), List.of(1e6f, 5f));
      learner.example(
          EXAMPLES.encode(
              new LabeledExample(null, null, 1.0, new Point(features, "a", null, null))));
    }
  }

  private void examples(final int count) {
    for (int i = 0; i < count; i++) {
      learner.example(EXAMPLES.encode(example()));
    }
  }

  private LabeledExample example() {
    final boolean a = random.nextBoolean();
    final float x = (float) (100 + random.nextGaussian() + (a ? 1 : 0));
    final float y = (float) (random.nextGaussian() * (a ? 1 : 3));
    final SparseVector features = new SparseVector(List.of(0, 1, 3), List.of(x, y, 5f));
    return new LabeledExample(null, null, 1.0, new Point(features, a ? "a" : "b", null, null));
  }

  /** Of so many examples that nobody else sees. */
  private Moments moments(final int count) {
    return FeatureMoments.of(
        SPEC, random.ints(count).mapToObj(i -> EXAMPLES.encode(example())).toList());
  }

  private Moments momentsOfFirst(final int count) {
    return FeatureMoments.of(
        SPEC, log().subList(0, count).stream().map(ConsumerRecord::value).toList());
  }

  private List<ConsumerRecord<byte[], byte[]>> log() {
    return learner.log().records(Topics.EXAMPLES);
  }

  private static <T> T last(final List<T> list) {
    return list.get(list.size() - 1);
  }
}
