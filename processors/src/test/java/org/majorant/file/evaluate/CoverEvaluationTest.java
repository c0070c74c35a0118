package org.majorant.file.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.file.UnusableData;
import org.majorant.learn.NoisyShapes;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/** Images, which are too wide for exact inference, learned and scored as a file is. */
class CoverEvaluationTest {
  private final NoisyShapes shapes = new NoisyShapes(7, 3);

  @Test
  void held_out_images_are_scored_and_one_that_overflows_is_rejected() {
    final List<byte[]> train = images(100);
    final List<byte[]> test = images(40);
    test.add(record(huge()));

    final Evaluation evaluation =
        new Evaluator(SpecFile.read("{model: m, task: graph, features: {dimension: 6}}"))
            .run(train, 1, Rounds.ALONE, test);
    assertThat(evaluation.examples()).isEqualTo(100);
    assertThat(evaluation.heldOutRejected()).isEqualTo(1);
    assertThat(evaluation.heldOutLogLoss()).isBetween(0.05, 0.35);
    assertThat(evaluation.heldOutAccuracy()).isGreaterThan(0.87);
    assertThat(evaluation.boundSlackMin()).isGreaterThan(-1e-9);
  }

  @Test
  void one_that_overflows_is_named_where_it_was_to_be_learned() {
    final List<byte[]> train = images(20);
    train.add(record(huge()));
    final Evaluator evaluator =
        new Evaluator(SpecFile.read("{model: m, task: graph, features: {dimension: 6}}"));
    assertThatThrownBy(() -> evaluator.run(train, 1, Rounds.ALONE, List.of()))
        .isInstanceOf(UnusableData.class)
        .hasMessageMatching("example 21 cannot be learned: the score of configuration .*");
  }

  private Graph huge() {
    final Graph huge = shapes.next(0);
    final SparseVector most = new SparseVector(List.of(2), List.of(3e38f));
    final SparseVector none = new SparseVector(List.of(), List.of());
    huge.getFactors().add(new Factor(List.of(0, 1), List.of(most, none, none, most), null));
    return huge;
  }

  private List<byte[]> images(final int count) {
    final List<byte[]> images = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      images.add(record(shapes.next(0)));
    }
    return images;
  }

  private static byte[] record(final Graph graph) {
    return AvroSerde.of(LabeledExample.class).encode(new LabeledExample(null, null, 1.0, graph));
  }
}
