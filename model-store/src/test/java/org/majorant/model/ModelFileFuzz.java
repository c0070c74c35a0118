package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureNames;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.spec.SpecException;
import org.majorant.spec.SpecFile;

/** Whatever a model file holds, it is a model or a line that says what is wrong. */
class ModelFileFuzz {
  static Stream<byte[]> files() {
    return Stream.of(
        file(SpecFile.read("{model: m, labels: [a, b], features: {hash-bits: 4}}"), null),
        file(
            SpecFile.read(
                "{model: m, labels: [a, b, c], features: {names: [x, y], standardize: true}}"),
            new Moments(
                1000L, List.of(0.5, -2.0), List.of(250.0, 1.0), List.of(), List.of(), List.of())),
        "{\"features\": [{\"index\": 3, \"weights\": [1], \"precision\": [1], \"rms\": 1}],"
            .concat("\"spec\": \"{model: m, task: choice, features: {dimension: 5}}\"}")
            .getBytes(StandardCharsets.UTF_8));
  }

  @Timeout(10)
  @MethodSource("files")
  @FuzzTest(maxDuration = "", maxExecutions = 1_000_000)
  void text_isAModelOrAFault(final byte[] bytes) {
    try {
      final Model model =
          ModelFile.read(new StringReader(new String(bytes, StandardCharsets.UTF_8)));
      assertThat(model.weights()).hasSize(Dimensions.of(model.spec()).parameters());
      Predictor.of(model);
    } catch (final IOException | SpecException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private static byte[] file(final ModelSpec spec, final Moments moments) {
    final Dimensions d = Dimensions.of(spec);
    final double[] weights = new double[d.parameters()];
    weights[weights.length - 1] = 0.5;
    final StringWriter out = new StringWriter();
    try {
      ModelFile.write(
          new Model(spec, 3, weights, new float[weights.length], new float[d.features()])
              .with(moments)
              .mixing(Mixture.of(spec).members(List.of(), List.of())),
          new FeatureNames(spec, List.of()),
          Map.of("from", "a test"),
          out);
    } catch (final IOException e) {
      throw new AssertionError(e);
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }
}
