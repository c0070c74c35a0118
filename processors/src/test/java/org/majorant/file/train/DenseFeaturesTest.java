package org.majorant.file.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureNames;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;
import org.majorant.file.evaluate.Scores;
import org.majorant.model.Model;
import org.majorant.model.ModelFile;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;
import org.majorant.train.Solver;

/** A ring around a disc, far from the origin: what only expanded, standardized features tell. */
class DenseFeaturesTest {
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);

  @ParameterizedTest
  @ValueSource(strings = {"quadratic: true", "rff: 60, bandwidth: 1"})
  void model_streamedOrTrainedOrReadFromItsFile_separatesTheRing(final String features)
      throws IOException {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 2, standardize: 500, %s}}"
                .formatted(features));
    final List<byte[]> train = examples(1, 2000);
    final List<byte[]> test = examples(2, 500);

    final Evaluation streamed = new Evaluator(spec).run(train, 1, Rounds.ALONE, test);
    assertThat(streamed.heldOutAccuracy()).isGreaterThan(0.97);

    final TrainingSettings settings =
        new TrainingSettings(Solver.NEWTON, 1, true, null, StopRule.of(100, 1e-6));
    final FileTrainer.Result trained = new FileTrainer(spec, train).train(settings, i -> {}, test);
    assertThat(trained.report().heldOutAccuracy()).isGreaterThan(0.97);
    assertThat(trained.model().moments()).isEqualTo(FeatureMoments.of(spec, train));

    final StringWriter file = new StringWriter();
    ModelFile.write(trained.model(), new FeatureNames(spec, List.of()), Map.of(), file);
    final Model read = ModelFile.read(new StringReader(file.toString()));
    assertThat(Scores.of(read, test).logLoss()).isEqualTo(trained.report().heldOutLogLoss());
  }

  private static List<byte[]> examples(final long seed, final int count) {
    final Random random = new Random(seed);
    final List<byte[]> examples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      final boolean ring = random.nextBoolean();
      final double radius = ring ? 2 + random.nextDouble() : random.nextDouble();
      final double angle = 2 * Math.PI * random.nextDouble();
      final float x = (float) (1000 + radius * Math.cos(angle));
      final float y = (float) (-50 + 10 * radius * Math.sin(angle));
      final SparseVector features = new SparseVector(List.of(0, 1), List.of(x, y));
      examples.add(
          EXAMPLES.encode(
              new LabeledExample(
                  null, null, 1.0, new Point(features, ring ? "a" : "b", null, null))));
    }
    return examples;
  }
}
