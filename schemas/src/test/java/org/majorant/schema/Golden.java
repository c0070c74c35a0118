package org.majorant.schema;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** One record of every top-level schema, as the golden files have them. */
final class Golden {
  /** Relative to the module. */
  private static final Path FIRST = Path.of("src/test/resources/golden/0.1");

  private static final Path NEXT = Path.of("src/test/resources/golden/0.2");

  private static final Path THIRD = Path.of("src/test/resources/golden/0.3");

  private Golden() {}

  /** That of the first release that has the record. */
  static Path directory(final SpecificRecord record) {
    if (record instanceof LabeledExample example && example.getStructure() instanceof Sequence) {
      return THIRD;
    }
    final boolean delta =
        record instanceof ModelHead head && head.getState() != null
            || record instanceof SurrogateHead base && base.getState() != null;
    final boolean matching =
        record instanceof LabeledExample example && example.getStructure() instanceof Matching;
    final boolean transitions = record instanceof ModelSpec spec && !spec.getForbidden().isEmpty();
    return delta
            || matching
            || transitions
            || record instanceof Round
            || record instanceof ExampleBatch
        ? NEXT
        : FIRST;
  }

  static List<SpecificRecord> records() {
    return List.of(
        example(),
        matching(),
        sequence(),
        new ExampleBatch(-7L, List.of(data(), ByteBuffer.allocate(0))),
        new BoundSummary(
            "adult",
            -7L,
            12L,
            3,
            1000L,
            1256L,
            tally(),
            40L,
            evidence(),
            data(),
            moments(),
            names(),
            null,
            -1L,
            List.of(),
            -1L,
            null,
            0,
            List.of(),
            null),
        base(0, null),
        base(10, 0xF00DL),
        new SurrogateBlock("adult", 12L, 1, data()),
        head(0, null),
        head(5, 0xF00DL),
        new ModelBlock("adult", 9L, 0, data()),
        spec(),
        sequences(),
        deadLetter(),
        new SummarizeProgress(1256L, 1, 17.5, 40.0, List.of(30.5, 10.5), -1L, -1L, List.of(), 0L),
        new MajorizeProgress(77L, 12L, 9L, 0L, 0L),
        new NameList(names()),
        round());
  }

  private static SurrogateHead base(final long snapshot, final Long state) {
    return new SurrogateHead(
        "adult",
        12L,
        9L,
        -7L,
        2,
        0xCAFEL,
        lineage(),
        tally(),
        240.5,
        2.0,
        List.of(0, 3),
        -1,
        25L,
        moments(),
        null,
        0L,
        snapshot,
        state,
        List.of(),
        null,
        null,
        List.of(),
        null,
        List.of(),
        false,
        0L,
        false);
  }

  private static ModelHead head(final long snapshot, final Long state) {
    return new ModelHead(
        "adult",
        9L,
        8L,
        12L,
        spec(),
        -7L,
        1,
        0xBEEFL,
        lineage(),
        tally(),
        1_790_000_000_000L,
        0.3125,
        0.328125,
        0.0625,
        "adult.csv",
        moments(),
        names(),
        snapshot,
        state,
        List.of(),
        0.0,
        null,
        List.of(),
        null);
  }

  static DeadLetter deadLetter() {
    return new DeadLetter(
        "adult",
        Rejection.LABEL,
        "label \"+2\" is not in the spec",
        "examples",
        3,
        1001L,
        1_790_000_000_001L,
        null,
        data(),
        null);
  }

  private static Round round() {
    final Start start = new Start(spec(), 30_000L, null);
    final Merging merging =
        new Merging(0, 70L, 77L, List.of(new OffsetRange(71L, 73L)), 75L, 0xCAFEL, null);
    return new Round("adult", 12L, 1_790_000_000_002L, start, merging);
  }

  private static List<NameCount> names() {
    return List.of(new NameCount("größe", 12L), new NameCount("age", 3L));
  }

  private static LabeledExample example() {
    final NamedFeatures features = new NamedFeatures(List.of("age", "größe"), List.of(0.5f, -2f));
    return new LabeledExample(
        "row-1", "adult", 2.5, new Point(features, "+1", List.of(-0.25, 0.0), null));
  }

  private static LabeledExample matching() {
    final Object near = new NamedFeatures(List.of("distance"), List.of(0.25f));
    final Object alone = new SparseVector(List.of(7), List.of());
    return new LabeledExample(
        "frame-1",
        null,
        1.0,
        new Matching(
            2,
            1,
            List.of(new Edge(0, 0, near), new Edge(1, 0, near), new Edge(0, null, alone)),
            List.of(new Pair(1, 0))));
  }

  private static LabeledExample sequence() {
    final Object word = new NamedFeatures(List.of("word=Oslo"), List.of());
    final Object other = new SparseVector(List.of(7), List.of(0.5f));
    return new LabeledExample(
        "line-1",
        null,
        1.0,
        new Sequence(
            List.of(word, other),
            Arrays.asList("B-LOC", null),
            Arrays.asList(null, List.of(0.0, Double.NEGATIVE_INFINITY, -1.25))));
  }

  private static ModelSpec spec() {
    return new ModelSpec(
        "adult",
        Task.MULTICLASS,
        List.of("-1", "+1"),
        "examples",
        new FeatureSpec(
            new Hashed(18),
            true,
            List.of(Transform.LOG1P, Transform.UNIT),
            List.of("word", "prefix:1-4"),
            1000,
            new RandomFourier(256, 1.5, 7L),
            List.of(),
            List.of(),
            List.of()),
        0.3,
        Curvature.LOW_RANK,
        16,
        new HalfLifeTime(3_600_000L),
        256,
        1000L,
        10,
        0.5,
        constraints(),
        true,
        3,
        4,
        1e9,
        0,
        Inference.AUTO,
        List.of(),
        Members.AUTO,
        PriorScale.FEATURE,
        null,
        List.of(),
        null,
        null,
        List.of(),
        null,
        0,
        0.0,
        OnDrift.ALERT,
        List.of());
  }

  private static ModelSpec sequences() {
    final ModelSpec spec = spec();
    spec.setTask(Task.SEQUENCE);
    spec.setLabels(List.of("O", "I-LOC", "B-LOC"));
    spec.setForbidden(List.of(new Transition(null, "I-LOC"), new Transition("O", "I-LOC")));
    return spec;
  }

  private static WeightConstraints constraints() {
    return new WeightConstraints(
        new Interval(0.0, null),
        List.of(new FeatureInterval("age", new Interval(null, 2.5))),
        List.of(
            new LinearConstraint(
                List.of(new Term("age", 1.0), new Term("größe", -0.5)), "+1", false, 3.0)));
  }

  private static List<PartitionOffset> lineage() {
    return List.of(new PartitionOffset(0, 500L), new PartitionOffset(3, 1256L));
  }

  private static Tally tally() {
    return new Tally(
        256L,
        250L,
        3L,
        2L,
        1L,
        4L,
        0x123456789L,
        251.5,
        80.25,
        200.5,
        120.0,
        110.0,
        1e-12,
        0.3125,
        0.328125,
        900L,
        70L,
        68L,
        60L,
        List.of(600L, 50L, 40L, 210L),
        0L,
        0L,
        0L,
        0.0,
        0L,
        List.of(),
        List.of(),
        0L,
        0.0,
        0.0,
        0.0,
        List.of(),
        List.of(),
        0L,
        0.0,
        0.0,
        List.of(),
        0L,
        0.0,
        0.0);
  }

  private static Evidence evidence() {
    return new Evidence(64L, -1.5, 0.25);
  }

  private static Moments moments() {
    return new Moments(
        1000L, List.of(0.5, -2.0), List.of(250.0, 0.0), List.of(), List.of(), List.of());
  }

  private static ByteBuffer data() {
    return ByteBuffer.wrap(new byte[] {0, 1, 2, (byte) 0xFF});
  }
}
