package org.majorant.ops.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.file.train.Trainer;
import org.majorant.file.train.TrainingSettings;
import org.majorant.model.PointPredictor;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelCodec;

/** Models with views, which are trained in one pass. */
class StreamTrainerTest {
  private static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);

  /** What was published of counts was refused by all readers, since their unit was not told. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "views: [linear, hats, products], features: {names: [u, v], standardize: 100}",
        "views: [linear, counts], features: {hash-bits: 8}",
        "views: [linear, crosses], features: {names: [u, v]}, forgetting: auto",
        "views: [counts, crosses], features: {hash-bits: 10}, curvature: {memory: diagonal}"
      })
  void head_isThatOfAVersion_whichPredictsAsTheModelDoes(final String more) throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, labels: [a, b, c], " + more + "}");
    final Random random = new Random(1);
    final List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      records.add(SERDE.encode(example(random)));
    }
    final Trainer trainer = Trainer.of(spec, records);
    final TrainingSettings settings =
        new TrainingSettings(null, 1, false, null, StopRule.of(1, 1e-6));
    final Trainer.Result trained = trainer.train(settings, i -> {}, List.of());
    assertThat(trained.report().progressiveLogLoss()).isLessThan(Math.log(3));

    final ModelHead head = trainer.head(trained, "test", Optional.empty());
    final PointPredictor published =
        new PointPredictor(ModelCodec.decode(head, ModelCodec.encode(trained.model())));
    final PointPredictor kept = new PointPredictor(trained.model());
    for (int i = 0; i < 20; i++) {
      final LabeledExample x = example(random);
      assertThat(published.predict(x).probabilities()).isEqualTo(kept.predict(x).probabilities());
    }
  }

  private static LabeledExample example(final Random random) {
    final int u = random.nextInt(5);
    final int v = random.nextInt(5);
    final NamedFeatures x = new NamedFeatures(List.of("u", "v"), List.of((float) u, (float) v));
    final String label = random.nextInt(9) == 0 ? "c" : u > v ? "a" : "b";
    return new LabeledExample(null, null, 1.0, new Point(x, label, null, null));
  }
}
