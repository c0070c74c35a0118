package org.majorant.ops.onnx;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureMoments;
import org.majorant.features.Views;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.memory.Surrogate;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.ops.Published;
import org.majorant.ops.data.Adult;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Hashed;
import org.majorant.schema.InputLog;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Member;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;

/** An ONNX file says of examples what the model says, as {@code onnxruntime} reads it. */
class OnnxModelTest {
  private static final double TOLERANCE = 1e-9;
  private static final Path DATA = Path.of("data");
  private static final String VIEWS =
      "views: [linear, hats, products], features: {dimension: 7, standardize: true}";

  /** All that a spec of points can say of features and labels, in both forms of a batch. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [a, b], features: {dimension: 7}",
        "labels: [a, b, c], features: {dimension: 7, intercept: false}",
        "labels: [a, b], latent: 2, features: {dimension: 7}",
        "labels: [a, b, c], latent: 3, features: {dimension: 5000}",
        "labels: [a, b, c], features: {dimension: 7, transform: [log1p, unit]}",
        "labels: [a, b, c], features: {dimension: 5000, transform: [log1p, unit]}",
        "labels: [a, b], features: {dimension: 7, standardize: true, quadratic: true}",
        "labels: [a, b, c], features: {dimension: 4097, standardize: true, transform: [log1p]}",
        "labels: [a, b], features: {dimension: 4097, standardize: true, quadratic: true}",
        "labels: [a, b], features: {names: [u, v, w], standardize: true}",
        "labels: [a, b], features: {hash-bits: 10}",
        "labels: [a, b, c], features: {hash-bits: 13, transform: [unit], standardize: true,"
            + " numbers: [f1, f2, f3]}",
      })
  void file_saysWhatTheModelSays(final String fields) throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, " + fields + "}");
    for (int seed = 0; seed < 5; seed++) {
      final Random random = new Random(seed);
      final Model model = model(spec, random);
      assertSaysTheSame(model, examples(spec, random), "seed " + seed + " of " + fields);
    }
  }

  /** With members of other priors and of memories of their own, the mixture is the file's. */
  @ParameterizedTest
  @CsvSource({"2, 7", "3, 7", "2, 5000", "4, 5000"})
  void file_saysWhatTheMixtureSays(final int labels, final int dimension) throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: %s, curvature: {memory: diagonal}, features: {dimension: %d}}"
                .formatted(List.of("a", "b", "c", "d").subList(0, labels), dimension));
    for (int seed = 0; seed < 5; seed++) {
      final Random random = new Random(seed);
      final Model model = model(spec, random);
      final List<Member> members =
          List.of(
              new Member(1.0, 0.5, 0.25, null, 0.0, 0),
              new Member(1.0, 2.0, 0.05, null, 0.0, 0),
              new Member(0.1, 1.5, 0.4, null, 0.0, 0),
              new Member(0.03, 1.0, 0.3, bytes(weights(spec, random)), 1000.0, 0));
      assertSaysTheSame(model.mixing(members), examples(spec, random), "seed " + seed);
    }
  }

  /**
   * Threads of the runtime may share one sum: by ScatterND, which nothing keeps apart there, long
   * examples lost some of their features now and then.
   */
  @Test
  void file_ofLongExamples_saysTheSameEachTime() throws Exception {
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: [a, b, c, d], features: {dimension: 20000}}");
    final Random random = new Random(1);
    final double[] weights = random.doubles(Dimensions.of(spec).parameters(), -.01, .01).toArray();
    final Model model = Published.model(spec, 3, weights);
    final List<LabeledExample> examples = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      final List<Integer> indices = IntStream.range(n, 20_000).boxed().toList();
      examples.add(
          new LabeledExample(
              null, null, 1.0, new Point(new SparseVector(indices, List.of()), null, null, null)));
    }
    for (int time = 0; time < 30; time++) {
      assertSaysTheSame(model, examples, "time " + time);
    }
  }

  /** Some features were never seen, and some numbers are indicators, or have few values. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [a, b], curvature: {memory: full}, views: [linear, hats, products],"
            + " features: {dimension: 7, standardize: true}",
        "labels: [a, b, c], curvature: {memory: full}, views: [products, hats],"
            + " forgetting: {half-lives: [10, 300]}, features: {names: [f1, f2, f3, f4], standardize: true}",
        "labels: [a, b, c, d], curvature: {memory: diagonal}, views: [hats, linear],"
            + " features: {dimension: 70, standardize: true, transform: [log1p, unit]}",
        "labels: [a, b, c], curvature: {memory: diagonal}, views: [linear, hats, products],"
            + " features: {hash-bits: 10, standardize: true, numbers: [f1, f2, f3, f4, f5]}",
        "labels: [a, b], curvature: {memory: full}, views: [linear, hats, products],"
            + " features: {hash-bits: 6, standardize: true, transform: [unit], numbers: [f1, f2]}",
        "labels: [a, b], views: [linear, hats], features: {dimension: 4097, standardize: true}",
        "labels: [a, b, c], views: [linear], features: {hash-bits: 6, transform: [unit]}",
        "labels: [a, b, c], views: [linear, counts], features: {hash-bits: 10}",
        "labels: [a, b], views: [counts, linear], features: {dimension: 70}",
        "labels: [a, b, c], views: [linear, crosses], features: {dimension: 12}",
        "labels: [a, b], views: [linear, crosses], features: {dimension: 90, standardize: true}",
        "labels: [a, b, c], views: [linear, crosses, products], curvature: {memory: full},"
            + " features: {names: [f1, f2, f3, f4, f5], standardize: true, numbers: [f4, f2]}",
        "labels: [a, b], views: [linear, hats, products], features: {names: [f1, f2, f3, f4],"
            + " standardize: true, numbers: [f4, f2]}",
      })
  void file_saysWhatTheViewsSay(final String fields) throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, " + fields + "}");
    for (int seed = 0; seed < 5; seed++) {
      final Random random = new Random(seed);
      final List<Double> losses = random.doubles(Mixture.of(spec).size(), 0, 3).boxed().toList();
      final Model model =
          model(spec, random)
              .scaledBy(Views.shareScale(spec) ? 0.3 : 0)
              .mixing(Published.members(spec, random, losses));
      assertSaysTheSame(model, examples(spec, random), "seed " + seed + " of " + fields);
    }
  }

  @Test
  void file_ofAdult_saysWhatTheModelSays() throws Exception {
    final ModelSpec spec = Adult.spec();
    assertLearnedSaysTheSame(spec, Format.LIBSVM, DATA.resolve("adult/a9a.gz"));
  }

  /** Words by hashed names, whose mixture reads a diagonal memory. */
  @Test
  void file_ofSpam_saysWhatTheModelSays() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: sms, labels: [ham, spam], curvature: {memory: diagonal},"
                + " features: {hash-bits: 18, transform: [log1p, unit]}}");
    assertLearnedSaysTheSame(spec, Format.TEXT, DATA.resolve("sms/SMSSpamCollection.gz"));
  }

  /** Numbers and categories by names, with views, of which some have full memories. */
  @Test
  void file_ofChurn_saysWhatTheModelSays() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: churn, labels: ['no', 'yes'], columns: {label: churned, ignore: [id, joined]},"
                + " features: {names: [fee, calls, gb, plan=month, plan=year, payment=card,"
                + " payment=bank], standardize: 500}, views: [linear, hats, products]}");
    assertLearnedSaysTheSame(spec, Format.CSV, DATA.resolve("churn/churn.csv"));
  }

  /** Ten labels, each of whose features is a number. */
  @Test
  void file_ofDigits_saysWhatTheModelSays() throws Exception {
    final Path file = Path.of("../../shared/data/uci/pendigits.csv.gz");
    assumeTrue(Files.exists(file), "pendigits is not shipped");
    final String names =
        IntStream.rangeClosed(1, 16).mapToObj("input%d"::formatted).collect(joining(", "));
    final ModelSpec spec =
        SpecFile.read(
            "{model: digits, labels: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],"
                + " features: {names: [%s], standardize: true}, views: [linear, hats, products]}"
                    .formatted(names));
    assertLearnedSaysTheSame(spec, Format.CSV, file);
  }

  private static void assertLearnedSaysTheSame(
      final ModelSpec spec, final Format format, final Path file) throws Exception {
    final List<LabeledExample> examples = new ArrayList<>();
    final List<byte[]> records;
    try (ExampleReader reader = ExampleReader.open(format, file.toString(), Layout.of(spec))) {
      records = reader.readAll(examples::add);
    }
    final int learning = Math.min(3000, records.size() / 2);
    final List<byte[]> first = records.subList(0, learning);
    final Surrogate.Solution learned = new Evaluator(spec).learn(first);
    final Model model =
        learned
            .model(spec, 1)
            .with(FeatureMoments.of(spec, first))
            .mixing(learned.members(spec, List.of()));
    assertThat(model.members()).hasSizeGreaterThan(5);
    assertSaysTheSame(
        model, examples.subList(learning, Math.min(5000, records.size())), spec.getModel());
  }

  private static void assertSaysTheSame(
      final Model model, final List<LabeledExample> examples, final String description)
      throws Exception {
    final PointPredictor predictor = new PointPredictor(model);
    try (OnnxRuntime runtime = new OnnxRuntime(model)) {
      final OnnxRuntime.Answer answer = runtime.run(examples);
      for (int i = 0; i < examples.size(); i++) {
        final PointPrediction expected = predictor.predict(examples.get(i));
        int y = 0;
        for (final double p : expected.probabilities().values()) {
          assertThat(answer.probabilities()[i][y++])
              .as("example %d, label %d, %s", i, y, description)
              .isCloseTo(p, within(TOLERANCE));
        }
        assertThat(answer.label()[i]).as(description).isEqualTo(expected.label());
      }
    }
  }

  /** The first is of no features at all. */
  private static List<LabeledExample> examples(final ModelSpec spec, final Random random) {
    final List<LabeledExample> examples = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      final List<String> names = new ArrayList<>();
      final List<Float> values = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        names.add("f" + random.nextInt(100));
        values.add((float) Math.expm1(random.nextGaussian()));
      }
      examples.add(example(spec, names, values));
    }
    return examples;
  }

  private static LabeledExample example(
      final ModelSpec spec, final List<String> names, final List<Float> values) {
    final int inputs = Dimensions.inputs(spec.getFeatures());
    final boolean byIndex = !(spec.getFeatures().getSpace() instanceof Hashed);
    final SortedMap<Integer, Float> vector = new TreeMap<>();
    for (int i = 0; i < values.size(); i++) {
      vector.put(Integer.parseInt(names.get(i).substring(1)) * 37 % inputs, values.get(i));
    }
    final Object features =
        byIndex
            ? new SparseVector(List.copyOf(vector.keySet()), List.copyOf(vector.values()))
            : new NamedFeatures(names, values);
    return new LabeledExample(null, null, 1.0, new Point(features, null, null, null));
  }

  /** One that clips some of the values, and has never seen others. */
  private static Model model(final ModelSpec spec, final Random random) {
    final Model model = Published.model(spec, 3, weights(spec, random));
    for (int i = 0; i < model.rms().length; i++) {
      model.rms()[i] = i % 5 == 0 ? 0 : random.nextFloat();
    }
    for (int at = 0; at < model.precision().length; at++) {
      model.precision()[at] = 1 + 9 * random.nextFloat();
    }
    if (!FeatureMoments.areNeeded(spec)) {
      return model;
    }
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> first = new ArrayList<>();
    while (first.size() < 200) {
      examples(spec, random).forEach(example -> first.add(serde.encode(example)));
    }
    return model.with(FeatureMoments.of(spec, first));
  }

  private static double[] weights(final ModelSpec spec, final Random random) {
    return random.doubles(Dimensions.of(spec).parameters(), -2, 2).toArray();
  }

  private static ByteBuffer bytes(final double[] theta) {
    final ByteBuffer bytes =
        ByteBuffer.allocate(Double.BYTES * theta.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(theta);
    return bytes;
  }

  @Test
  void file_ofNoExamples_saysNothing() throws Exception {
    for (final String fields :
        List.of("features: {dimension: 7}", "features: {dimension: 5000}", VIEWS)) {
      final ModelSpec spec = SpecFile.read("{model: m, labels: [a, b], " + fields + "}");
      final Random random = new Random(1);
      final Model model = model(spec, random).mixing(Published.members(spec, random, List.of()));
      try (OnnxRuntime runtime = new OnnxRuntime(model)) {
        assertThat(runtime.run(List.of()).label()).isEmpty();
      }
    }
  }

  @Test
  void file_hasItsMetadataAndSaysWhatItReads() throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, labels: [a, b]}");
    final Model model = model(spec, new Random(1));
    final ModelHead head =
        ModelHead.newBuilder(Published.version(model).head())
            .setLineage(List.of(new PartitionOffset(0, 17L)))
            .setLog(InputLog.newBuilder().setTopic("abc").build())
            .build();
    try (OnnxRuntime runtime = new OnnxRuntime(model, head)) {
      final var metadata = runtime.session().getMetadata();
      assertThat(metadata.getVersion()).isEqualTo(3);
      assertThat(metadata.getCustomMetadata())
          .containsEntry("model", "m")
          .containsEntry("version", "3")
          .containsEntry("labels", "[\"a\",\"b\"]")
          .containsEntry("fingerprint", "%016x".formatted(Fingerprint.of(spec)))
          .containsEntry("input", "examples")
          .containsEntry("lineage", "{\"0\":17}")
          .containsEntry("topicId", "abc");
      assertThat(metadata.getDescription()).contains("rows[j]", "MurmurHash3", "last 18 bits");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{model: m, task: sequence, labels: [a, b]} | 'task: sequence'",
        "{model: m, labels: [a, b], features: {dimension: 2, rff: 8, bandwidth: 1}} | rff",
        "{model: m, labels: [a, b], features: {cross: [[u, v]]}} | cross",
        "{model: m, labels: [a, b], views: [linear, crosses]} | 'views: [crosses]'",
        "{model: m, labels: [a, b], features: {dimension: 725}, views: [linear, crosses]} | up to 724",
        "{model: m, labels: [a, b], features: {bucket: {u: 1}}} | bucket",
      })
  void inexpressible_isRefusedWithWhatToDo(final String fields, final String why) {
    final Model model = Published.model(SpecFile.read(fields), 1, new double[0]);

    assertThatThrownBy(() -> OnnxLimits.require(model))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContainingAll(why, "ops/majorant predict")
        .hasMessageNotContaining("\n");
  }
}
