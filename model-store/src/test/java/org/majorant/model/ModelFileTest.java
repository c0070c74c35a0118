package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureNames;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.spec.SpecFile;

class ModelFileTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, labels: [a, b, c], latent: 2, curvature: {memory: diagonal},"
              + " features: {dimension: 50, transform: unit}}");

  @Test
  void model_comes_back_bit_by_bit() throws IOException {
    final Random random = new Random(7);
    final Dimensions d = Dimensions.of(SPEC);
    final double[] weights = new double[d.parameters()];
    final float[] precision = new float[d.parameters()];
    final float[] rms = new float[d.features()];
    for (int i = 0; i < d.features(); i += 1 + random.nextInt(3)) {
      rms[i] = i % 2 == 0 ? 0 : random.nextFloat();
      for (int c = 0; c < d.vectors(); c++) {
        weights[i * d.vectors() + c] =
            random.nextGaussian() * Math.pow(10, random.nextInt(20) - 10);
        precision[i * d.vectors() + c] = random.nextFloat() * 1e6f;
      }
    }
    final StringWriter out = new StringWriter();
    ModelFile.write(
        new Model(SPEC, 12, weights, precision, rms).scaledBy(1 / 3.0),
        new FeatureNames(SPEC, List.of()),
        Map.of("from", "a test"),
        out);
    final Model read = ModelFile.read(new StringReader(out.toString()));

    assertThat(read.version()).isEqualTo(12);
    assertThat(read.spec()).isEqualTo(SPEC);
    assertThat(read.weights()).containsExactly(weights);
    assertThat(read.precision()).containsExactly(precision);
    assertThat(read.rms()).containsExactly(rms);
    assertThat(read.commonSquare()).isEqualTo(1 / 3.0);
  }

  @Test
  void file_withMoreAfterItsObject_isRefused() throws IOException {
    final Dimensions d = Dimensions.of(SPEC);
    final String file =
        written(
            new Model(
                SPEC,
                1,
                new double[d.parameters()],
                new float[d.parameters()],
                new float[d.features()]));
    assertThat(ModelFile.read(new StringReader(file + " \n")).version()).isEqualTo(1);
    for (final String more : List.of("{}", "x", "]", "}", "\n0", file)) {
      assertThatThrownBy(() -> ModelFile.read(new StringReader(file + more)))
          .as(more)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("not a model file: ");
      assertThatThrownBy(() -> ModelFile.readCurvature(new StringReader(file + more), Map.class))
          .as(more)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("not a model file: ");
    }
  }

  @Test
  void moments_comeBackBitByBit_andAreMissedWhereTheyAreNot() throws IOException {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 2, standardize: 9, quadratic: true}}");
    final Moments moments =
        new Moments(
            9L, List.of(0.1, -1e-300), List.of(1 / 3.0, 0.0), List.of(), List.of(), List.of());
    final Model model = new Model(spec, 1, new double[5], new float[5], new float[5]);
    assertThat(ModelFile.read(new StringReader(written(model.with(moments)))).moments())
        .isEqualTo(moments);
    assertThatThrownBy(() -> ModelFile.read(new StringReader(written(model))))
        .isInstanceOf(IOException.class)
        .hasMessage("not a model file: moments that are not those of the model's features");
  }

  @Test
  void membersOfSeveralMemories_comeBack() throws IOException {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 2},"
                + " forgetting: {half-lives: [20, 500]}}");
    final List<double[]> others =
        IntStream.range(1, 5).mapToObj(r -> new double[] {r, -r, 1.0 / r}).toList();
    final Model model =
        new Model(spec, 1, new double[3], new float[3], new float[3])
            .mixing(Mixture.of(spec).members(List.of(), others));
    final Model read = ModelFile.read(new StringReader(written(model)));
    assertThat(read.members()).isEqualTo(model.members());
    assertThat(read.members().get(29).getHalfLife()).isEqualTo(500);
  }

  @Test
  void names_thatAreKnown_standBesideTheirFeatures() throws IOException {
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: [a, b], features: {names: [warm, cold]}}");
    final double[] weights = {1, 0, 2};
    final String written = written(new Model(spec, 1, weights, new float[3], new float[3]));
    assertThat(written).contains("\"name\":\"warm\"", "\"name\":\"intercept\"");
    assertThat(written).doesNotContain("cold\",");
    assertThat(ModelFile.read(new StringReader(written)).weights()).containsExactly(weights);
  }

  /** Another program may have written it, or sorted its keys. */
  @Test
  void keys_inAnyOrder_areTheSameModel() throws IOException {
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: [a, b], features: {dimension: 2, standardize: 9}}");
    final float[] numbers = {0.1f, 2, 1e-30f};
    final Model model =
        new Model(spec, 7, new double[] {0.1, -1 / 3.0, 1e300}, numbers, numbers)
            .with(
                new Moments(
                    9L, List.of(0.1, 2.0), List.of(1.0, 0.5), List.of(), List.of(), List.of()));
    final ObjectMapper mapper = new ObjectMapper();
    final ObjectNode tree = (ObjectNode) mapper.readTree(written(model));
    final List<String> fields = new ArrayList<>(tree.propertyStream().map(Entry::getKey).toList());
    for (int seed = 0; seed < 50; seed++) {
      Collections.shuffle(fields, new Random(seed));
      final ObjectNode shuffled = mapper.createObjectNode();
      fields.forEach(field -> shuffled.set(field, tree.get(field)));
      final Model read = ModelFile.read(new StringReader(shuffled.toString()));
      assertThat(read.spec()).as("%s", fields).isEqualTo(spec);
      assertThat(read.version()).as("%s", fields).isEqualTo(7);
      assertThat(read.weights()).as("%s", fields).containsExactly(model.weights());
      assertThat(read.precision()).as("%s", fields).containsExactly(model.precision());
      assertThat(read.rms()).as("%s", fields).containsExactly(model.rms());
      assertThat(read.moments()).as("%s", fields).isEqualTo(model.moments());
    }
  }

  private static String written(final Model model) throws IOException {
    final StringWriter out = new StringWriter();
    ModelFile.write(model, new FeatureNames(model.spec(), List.of()), Map.of(), out);
    return out.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"version\": 1}",
        "{\"version\": 1, \"features\": []}",
        "{\"version\": 1, \"spec\": \"{model: m, labels: [a, b], features: {dimension: 2}}\","
            + " \"features\": [{\"index\": 9, \"weights\": [1], \"precision\": [1], \"rms\": 1}]}",
        "{\"version\": 1, \"spec\": \"{model: m, labels: [a, b], features: {dimension: 2}}\","
            + " \"features\": [{\"index\": 1, \"weights\": [1, 2], \"precision\": [1], \"rms\": 1}]}",
        "{\"features\": [{\"index\": 9, \"weights\": [1], \"precision\": [1], \"rms\": 1}],"
            + " \"spec\": \"{model: m, labels: [a, b], features: {dimension: 2}}\"}",
        "{\"features\": [{\"index\": 1}]}",
        "{\"features\": [null]}"
      })
  void what_is_no_model_file_is_refused_in_one_line(final String text) {
    assertThatThrownBy(() -> ModelFile.read(new StringReader(text)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("not a model file")
        .hasMessageNotContaining("\n");
  }

  /** What is made to take its reader's stack or time, or to break it. */
  @Test
  void hostile_file_is_refused_in_one_line() {
    final String spec =
        "\"spec\": \"{model: m, labels: [a, b],"
            + " features: {dimension: 2, standardize: 9}}\", \"moments\": ";
    for (final String text :
        List.of(
            "{\"head\": " + "[".repeat(100_000),
            "{\"version\": " + "9".repeat(3000) + "}",
            "{\"version\": 1e99}",
            "{\"version\": \"7\", " + spec + "null}",
            "{\"features\": [{\"weights\": [" + "9".repeat(3000) + "]}]}",
            "{" + spec + "{\"count\": 9, \"means\": [null, 1, 1], \"squares\": [1, 1, 1]}}",
            "{" + spec + "{\"count\": 9, \"means\": [1], \"squares\": [1, 1, 1]}}",
            "{" + spec + "{\"count\": -9, \"means\": [1, 1, 1], \"squares\": [1, 1, 1]}}")) {
      what_is_no_model_file_is_refused_in_one_line(text);
    }
  }

  /** A spec of one line may ask for 24 GB. */
  @Test
  void model_larger_than_the_heap_is_refused_in_one_line() {
    final List<Integer> labels = IntStream.range(0, 20).boxed().toList();
    final String text =
        "{\"spec\": \"{model: m, labels: %s, features: {dimension: 100000000}}\"}"
            .formatted(labels);

    assertThatThrownBy(() -> ModelFile.read(new StringReader(text)))
        .isInstanceOf(IOException.class)
        .message()
        .matches("the model file's model needs 22888 MB, more than the heap of .* a larger -Xmx");
  }
}
