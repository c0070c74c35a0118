package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.majorant.majorize.BaseFeed;
import org.majorant.merge.Base;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.Choice;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.schema.ValueDecoder;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelVersion;
import org.majorant.trace.Traces;
import org.majorant.trace.VersionSteps;

/**
 * One property of a fleet: whatever comes to one of its models, or becomes of it, every other model
 * learns exactly what it learns without it. Here {@code hit} and {@code beside} learn from one
 * topic, and {@code elsewhere} from another; each topic has one partition, on which a model is a
 * function of the log.
 */
class FleetPoisonTest {
  private static final double HUGE = 1e308;
  private static final int HALF = 60;
  private static final ModelSpec HIT = spec("hit", "left", "members: auto");
  private static final ModelSpec BESIDE = spec("beside", "left", "members: none");
  private static final ModelSpec ELSEWHERE =
      spec("elsewhere", "right", "curvature: {memory: diagonal}");
  private static final List<ModelSpec> ALL = List.of(HIT, BESIDE, ELSEWHERE);
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);

  private static Map<String, ModelVersion> undisturbed;

  private static ModelSpec spec(final String model, final String topic, final String more) {
    return SpecFile.read(
        ("{model: %s, input: {topic: %s}, labels: [a, b], features: {dimension: 8},"
                + " publish: {interval: 1s}, %s}")
            .formatted(model, topic, more));
  }

  @BeforeAll
  static void learnUndisturbed() {
    undisturbed = learn(fleet -> {});
  }

  /** All learn half of the examples, something happens, and all learn the other half. */
  private static Map<String, ModelVersion> learn(final Consumer<FleetFixture> happens) {
    try (FleetFixture fleet = new FleetFixture(ALL)) {
      examples(fleet, 0, HALF);
      happens.accept(fleet);
      examples(fleet, HALF, 2 * HALF);
      return versions(fleet);
    }
  }

  private static void examples(final FleetFixture fleet, final int from, final int to) {
    for (int i = from; i < to; i++) {
      fleet.record("left", Given.example(i, i % 3 == 0 ? "a" : "b", null));
      fleet.record("right", Given.example(i, i % 2 == 0 ? "a" : "b", null));
      if (i % 10 == 9) {
        fleet.tick(1);
      }
    }
    fleet.tick(30);
  }

  private static Map<String, ModelVersion> versions(final FleetFixture fleet) {
    final Map<String, ModelVersion> versions = new TreeMap<>();
    ALL.forEach(spec -> versions.put(spec.getModel(), fleet.version(spec.getModel())));
    return versions;
  }

  @TestFactory
  Stream<DynamicTest> recordThatNoModelCanLearn_leavesAllModelsAsTheyAreWithoutIt() {
    return poison().entrySet().stream()
        .map(
            kind ->
                DynamicTest.dynamicTest(
                    kind.getKey(),
                    () -> {
                      final Map<String, ModelVersion> versions =
                          learn(
                              fleet -> {
                                fleet.record("left", kind.getValue());
                                fleet.tick(1);
                                assertNonePaused(fleet);
                              });
                      assertSame(versions, Set.of("hit", "beside", "elsewhere"));
                      for (final String model : List.of("hit", "beside")) {
                        final Tally tally = versions.get(model).head().getTally();
                        assertThat(tally.getRejected()).as(model).isEqualTo(1);
                        assertThat(tally.getRecords()).as(model).isEqualTo(2 * HALF + 1);
                      }
                    }));
  }

  private static Map<String, byte[]> poison() {
    final byte[] good = Given.example(1, "a", null);
    final Map<String, byte[]> kinds = new LinkedHashMap<>();
    kinds.put("garbage", new byte[] {1, 2, 3});
    kinds.put("no value", null);
    kinds.put("empty", new byte[0]);
    kinds.put("cut short", Arrays.copyOf(good, good.length / 2));
    kinds.put("too large", new byte[FleetFixture.MOST_EXAMPLE_BYTES + 1]);
    kinds.put("far too large", new byte[9 << 20]);
    kinds.put("deep JSON", "[".repeat(30_000).getBytes(StandardCharsets.UTF_8));
    final SparseVector vector = new SparseVector(List.of(1), List.of());
    kinds.put(
        "another structure",
        EXAMPLES.encode(
            new LabeledExample(null, null, 1.0, new Choice(List.of(vector, vector), 0, null))));
    kinds.put("unknown label", Given.example(1, "no such label", null));
    kinds.put("value that is no number", example(1, Float.NaN, 1));
    kinds.put("endless value", example(1, Float.POSITIVE_INFINITY, 1));
    kinds.put("feature beyond the dimension", example(8, 1, 1));
    kinds.put("feature below 0", example(-1, 1, 1));
    kinds.put("weight that is no number", example(1, 1, Double.NaN));
    kinds.put("negative weight", example(1, 1, -1));
    kinds.put("huge weight", example(1, 1, 1e12));
    kinds.put("weight of 1e308", example(1, 1, HUGE));
    return kinds;
  }

  private static byte[] example(final int feature, final float value, final double weight) {
    final Point point =
        new Point(new SparseVector(List.of(feature), List.of(value)), "a", null, null);
    return EXAMPLES.encode(new LabeledExample(null, null, weight, point));
  }

  @TestFactory
  Stream<DynamicTest> whatIsForgedUnderAModelsKey_leavesTheOthersAsTheyAreWithoutIt() {
    return forgeries().entrySet().stream()
        .map(
            kind ->
                DynamicTest.dynamicTest(
                    kind.getKey(),
                    () -> {
                      final Map<String, ModelVersion> versions =
                          learn(
                              fleet -> {
                                kind.getValue().accept(fleet);
                                fleet.tick(10);
                                assertNonePaused(fleet);
                              });
                      assertSame(versions, Set.of("beside", "elsewhere"));
                    }));
  }

  private static Map<String, Consumer<FleetFixture>> forgeries() {
    final Map<String, Consumer<FleetFixture>> kinds = new LinkedHashMap<>();
    kinds.put("summary without a value", fleet -> fleet.summary("hit", null));
    kinds.put("summary of garbage", fleet -> fleet.summary("hit", new byte[] {1, 2, 3}));
    kinds.put("empty summary", fleet -> fleet.summary("hit", new byte[0]));
    kinds.put("summary of another model", forged(each -> each.setModel("beside")));
    kinds.put("summary of another spec", forged(each -> each.setSpec(7L)));
    kinds.put("summary of too many records", forged(each -> each.setTo(HALF + 500L)));
    kinds.put("summary that ends nowhere", forged(each -> each.setTo(1L << 60)));
    kinds.put("summary of no partition", forged(each -> each.setPartition(-1)));
    kinds.put("summary of a partition that is not there", forged(each -> each.setPartition(7)));
    kinds.put("summary that holds too much", forged(each -> each.setHeld(Long.MAX_VALUE)));
    kinds.put(
        "summary of a wrong tally", forged(each -> each.getTally().setConfusion(List.of(1L))));
    kinds.put("summary that is not of the model's topic, of a good form", forged(each -> {}));
    kinds.put(
        "summary that cannot be solved",
        fleet -> fleet.summary("hit", Given.bytes(summary(Given.state(HIT, 0.5, HUGE)))));
    for (final long quota : List.of(0L, 100L)) {
      kinds.put("base, with a quota of " + quota, fleet -> fleet.forge(base(quota)));
    }
    return kinds;
  }

  private static Consumer<FleetFixture> forged(final Consumer<BoundSummary> how) {
    return fleet -> {
      final BoundSummary summary = summary(Given.state(HIT, 0.5, 0.1));
      how.accept(summary);
      fleet.summary("hit", Given.bytes(summary));
    };
  }

  private static BoundSummary summary(final byte[] state) {
    final BoundSummary summary = Given.summary(HIT, 1, 0, 5, state);
    summary.setModel("hit");
    return summary;
  }

  private static SurrogateHead base(final long quota) {
    final SurrogateHead head = Given.firstBase(HIT, List.of(), null);
    head.setModel("hit");
    head.setBase(1L << 50);
    head.setSpec(Fingerprint.of(HIT));
    head.setQuota(quota);
    return head;
  }

  /** What fails in the middle of the first half, and is mended after the second. */
  @TestFactory
  Stream<DynamicTest> modelThatFails_isPaused_theOthersGoOn_andSoDoesItWhenItIsMended() {
    final List<DynamicTest> tests = new ArrayList<>();
    for (final Supplier<Throwable> error : errors()) {
      failures(error)
          .forEach(
              (where, failing) ->
                  tests.add(
                      DynamicTest.dynamicTest(
                          "%s: %s".formatted(where, error.get()), () -> failAndMend(failing))));
    }
    return tests.stream();
  }

  private static List<Supplier<Throwable>> errors() {
    return List.of(
        () -> new IllegalStateException("broken"),
        () -> new SerializationException("cannot encode this"),
        () -> new StackOverflowError());
  }

  private static Map<String, Function<FleetFixture, FleetFixture.Own>> failures(
      final Supplier<Throwable> error) {
    final Map<String, Function<FleetFixture, FleetFixture.Own>> kinds = new LinkedHashMap<>();
    kinds.put(
        "making a decoder",
        fleet -> fleet.own(HIT).withDecoders(() -> FleetPoisonTest.<ValueDecoder>fail(error)));
    kinds.put(
        "decoder",
        fleet -> {
          final FleetFixture.Own own = fleet.own(HIT);
          return own.withDecoders(() -> new Failing(own.decoders().get(), 15, error));
        });
    kinds.put(
        "feed of bases",
        fleet -> {
          final Countdown countdown = new Countdown(40, error);
          final FleetFixture.Own own = fleet.own(HIT);
          return own.withFeed(new FailingFeed(own.feed(), countdown));
        });
    kinds.put(
        "shipping",
        fleet -> {
          final Countdown countdown = new Countdown(1, error);
          return fleet
              .own(HIT)
              .withOutputBytes(
                  () -> {
                    countdown.step();
                    return 1_000_000;
                  });
        });
    kinds.put("trace of a version", fleet -> fleet.own(HIT).withTraces(new FailingTraces(error)));
    kinds.put(
        "majorizer",
        fleet -> {
          final Countdown countdown = new Countdown(2, error);
          return fleet
              .own(HIT)
              .withAside(
                  turn -> {
                    countdown.step();
                    turn.run();
                  });
        });
    return kinds;
  }

  private static void failAndMend(final Function<FleetFixture, FleetFixture.Own> failing) {
    try (FleetFixture fleet = new FleetFixture(ALL)) {
      examples(fleet, 0, HALF / 2);
      fleet.put(HIT, failing.apply(fleet));
      examples(fleet, HALF / 2, HALF);
      assertThat(fleet.paused("hit")).isPresent();
      examples(fleet, HALF, 2 * HALF - 10);
      fleet.put(HIT, fleet.own(HIT));
      fleet.tick(30);
      assertNonePaused(fleet);
      examples(fleet, 2 * HALF - 10, 2 * HALF);
      assertNonePaused(fleet);
      assertSame(versions(fleet), Set.of("hit", "beside", "elsewhere"));
    }
  }

  /** What came meanwhile was delivered to nobody, and part of it is not committed yet. */
  @Test
  void onlyModelOfAnInput_thatIsLearnedLater_missesNothing() {
    try (FleetFixture fleet = new FleetFixture(ALL, List.of(ELSEWHERE.getModel()))) {
      examples(fleet, 0, HALF);
      fleet.commit(ELSEWHERE.getInput());
      examples(fleet, HALF, HALF + 20);
      fleet.put(ELSEWHERE, fleet.own(ELSEWHERE));
      fleet.tick(20);
      examples(fleet, HALF + 20, 2 * HALF);
      assertSame(versions(fleet), Set.of("hit", "beside", "elsewhere"));
    }
  }

  @Test
  void modelThatFails_saysWhy() {
    try (FleetFixture fleet = new FleetFixture(ALL)) {
      examples(fleet, 0, 10);
      fleet.put(
          HIT,
          fleet
              .own(HIT)
              .withDecoders(
                  () -> fail(() -> new CannotLearn("there is no decoder: make one", null))));
      examples(fleet, 10, 20);
      assertThat(fleet.paused("hit")).contains("there is no decoder: make one");
      fleet.put(
          HIT, fleet.own(HIT).withDecoders(() -> fail(() -> new IllegalStateException("broken"))));
      examples(fleet, 20, 30);
      assertThat(fleet.paused("hit"))
          .contains("it failed (java.lang.IllegalStateException: broken): see the log");
    }
  }

  private static <T> T fail(final Supplier<Throwable> error) {
    final Throwable thrown = error.get();
    if (thrown instanceof Error e) {
      throw e;
    }
    throw (RuntimeException) thrown;
  }

  /** Fails at its last step, and ever after. */
  private static final class Countdown {
    private final Supplier<Throwable> error;
    private int left;

    Countdown(final int steps, final Supplier<Throwable> error) {
      left = steps;
      this.error = error;
    }

    void step() {
      if (--left <= 0) {
        fail(error);
      }
    }
  }

  private record FailingFeed(BaseFeed feed, Countdown countdown) implements BaseFeed {
    @Override
    public Optional<Base> current() {
      countdown.step();
      return feed.current();
    }

    @Override
    public Optional<Base> find(final long known) {
      return feed.find(known);
    }
  }

  /** They fail while a version is written, of which some is forwarded already. */
  private record FailingTraces(Supplier<Throwable> error) implements Traces {
    @Override
    public boolean areOn() {
      return true;
    }

    @Override
    public String instance() {
      return "";
    }

    @Override
    public Open begin(final VersionSteps version) {
      return fail(error);
    }
  }

  /** One that decodes some records, and then fails where nobody expects it. */
  private static final class Failing extends ValueDecoder {
    private final ValueDecoder good;
    private final Countdown countdown;

    Failing(final ValueDecoder good, final int records, final Supplier<Throwable> error) {
      super(FleetFixture.MOST_EXAMPLE_BYTES);
      this.good = good;
      countdown = new Countdown(records, error);
    }

    @Override
    public boolean isPassedOver() {
      countdown.step();
      return false;
    }

    @Override
    protected void openValue(final byte[] value, final RecordHeaders headers)
        throws RejectedExample {
      good.open(value, headers);
      isOne(0);
    }

    @Override
    protected void decodeExample(
        final byte[] value, final int from, final int to, final DecodedExample buffer)
        throws RejectedExample {
      good.decode(0, buffer);
    }

    @Override
    protected byte[] unpack(final byte[] value, final int from, final int to) {
      return value;
    }
  }

  private static void assertNonePaused(final FleetFixture fleet) {
    ALL.forEach(spec -> assertThat(fleet.paused(spec.getModel())).as(spec.getModel()).isEmpty());
  }

  private static void assertSame(
      final Map<String, ModelVersion> versions, final Set<String> models) {
    for (final String model : models) {
      final ModelVersion version = versions.get(model);
      final ModelVersion expected = undisturbed.get(model);
      final Tally tally = version.head().getTally();
      assertThat(tally.getExamples())
          .as(model)
          .isEqualTo(expected.head().getTally().getExamples())
          .isEqualTo(2 * HALF);
      assertThat(version.head().getLineage())
          .as(model)
          .containsExactly(new PartitionOffset(0, tally.getRecords()));
      assertThat(version.model().weights())
          .as(model)
          .containsExactly(expected.model().weights(), within(1e-9));
    }
  }
}
