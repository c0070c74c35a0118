package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseGraph;
import org.majorant.model.ChoicePredictor.ChoicePrediction;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Choice;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

class ChoicePredictorTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, task: choice, features: {names: [price, time]}}");
  private static final double NO = Double.NEGATIVE_INFINITY;

  private final ChoicePredictor predictor =
      new ChoicePredictor(
          new Model(SPEC, 7, new double[] {-1, 0.5}, new float[] {1, 1}, new float[] {1, 1}));

  @Test
  void predict_isSoftmaxOfTheScores_unclipped() throws Exception {
    final Choice choice = new Choice(List.of(named(1, 2), named(20, 40), named(0, 0)), 0, null);
    final ChoicePrediction prediction = predictor.predict(example(choice));
    assertThat(prediction.version()).isEqualTo(7);
    assertThat(prediction.chosen()).isZero();
    assertThat(prediction.probabilities()).containsExactly(1 / 3.0, 1 / 3.0, 1 / 3.0);
  }

  @Test
  void predict_logPrior_weighsTheAlternatives() throws Exception {
    final Choice choice =
        new Choice(List.of(named(0, 2), named(1, 0), named(9, 9)), null, List.of(0.0, 2.0, NO));
    final ChoicePrediction prediction = predictor.predict(example(choice));
    assertThat(prediction.chosen()).isZero();
    assertThat(prediction.probabilities().get(0)).isCloseTo(0.5, within(1e-15));
    assertThat(prediction.probabilities().get(1)).isCloseTo(0.5, within(1e-15));
    assertThat(prediction.probabilities().get(2)).isZero();
  }

  @Test
  void map_choice_keepsItsRows() throws Exception {
    final ExampleMapper mapper =
        new ExampleMapper(SPEC, new FeatureSpace(SPEC), new ExampleDecoder(1000));
    final Choice choice =
        new Choice(List.of(named(0, 2), named(0, 0), named(3, 4)), 2, List.of(0.5, NO, 1.0));
    mapper.decode(AvroSerde.of(LabeledExample.class).encode(example(choice)));
    final SparseGraph x = (SparseGraph) mapper.map();
    assertThat(x.length).isEqualTo(3);
    assertThat(x.states[0]).isEqualTo(2);
    assertThat(x.graph.variables()).isEqualTo(1);
    assertThat(Arrays.copyOf(x.starts, 4)).containsExactly(0, 1, 1, 3);
    assertThat(Arrays.copyOf(x.indices, 3)).containsExactly(1, 0, 1);
    assertThat(Arrays.copyOf(x.values, 3)).containsExactly(2, 3, 4);
    assertThat(Arrays.copyOf(x.logPrior, 3)).containsExactly(0.5, NO, 1);
    assertThat(x.isLabeled()).isTrue();
  }

  @Test
  void predict_whatDoesNotFit_isRejectedWithItsReason() {
    final List<Object> two = List.of(named(1, 2), named(3, 4));
    assertRejected(new Choice(two, 0, List.of(NO, NO)), Rejection.LOG_PRIOR, "rules out all of 2");
    assertRejected(new Choice(two, 0, List.of(0.0)), Rejection.LOG_PRIOR, "1 log-priors for 2");
    assertRejected(
        new Choice(two, 0, List.of(0.0, Double.NaN)), Rejection.LOG_PRIOR, "logPrior NaN is not");
    assertRejected(
        new Choice(two, 0, List.of(0.0, -NO)), Rejection.LOG_PRIOR, "logPrior Infinity is not");
    assertRejected(
        new Choice(List.of(named(1, Float.NaN)), 0, null),
        Rejection.VALUE,
        "value NaN of feature 'time' is not finite");
    assertRejected(
        new Choice(List.of(new SparseVector(List.of(2), List.of())), 0, null),
        Rejection.INDEX,
        "feature index 2 is not in 0..1");
  }

  @Test
  void map_chosenThatThePriorRulesOut_isRejected() {
    final ExampleMapper mapper =
        new ExampleMapper(SPEC, new FeatureSpace(SPEC), new ExampleDecoder(1000));
    final Choice choice = new Choice(List.of(named(1, 2), named(3, 4)), 1, List.of(0.0, NO));
    final RejectedExample rejected =
        catchThrowableOfType(
            RejectedExample.class,
            () -> {
              mapper.decode(AvroSerde.of(LabeledExample.class).encode(example(choice)));
              mapper.map();
            });
    assertThat(rejected.reason()).isEqualTo(Rejection.LOG_PRIOR);
    assertThat(rejected).hasMessage("logPrior rules out the chosen alternative 1");
  }

  @Test
  void predictors_ofOtherTasks_refuseTheModel() {
    assertThatThrownBy(() -> new PointPredictor(model()))
        .hasMessage("m is a model of 'task: choice', not of 'task: multiclass'")
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SequencePredictor(model()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Model model() {
    return new Model(SPEC, 1, new double[2], new float[2], new float[2]);
  }

  private void assertRejected(final Choice choice, final Rejection reason, final String message) {
    final RejectedExample rejected =
        catchThrowableOfType(RejectedExample.class, () -> predictor.predict(example(choice)));
    assertThat(rejected.reason()).isEqualTo(reason);
    assertThat(rejected).hasMessageContaining(message);
  }

  private static LabeledExample example(final Choice choice) {
    return new LabeledExample(null, null, 1.0, choice);
  }

  private static NamedFeatures named(final float price, final float time) {
    return new NamedFeatures(List.of("price", "time"), List.of(price, time));
  }
}
