package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.clique.FactorGraph;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseGraph;
import org.majorant.model.GraphPredictor.GraphPrediction;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.spec.SpecFile;

class GraphPredictorTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, task: graph, max-width: 1, features: {names: [a, b]}}");
  private static final Object NOTHING = new NamedFeatures(List.of(), List.of());

  private final GraphPredictor predictor =
      new GraphPredictor(
          new Model(SPEC, 7, new double[] {-1, 0.5}, new float[] {1, 1}, new float[] {1, 1}));

  @Test
  void predict_isTheDistributionOfTheScores() throws Exception {
    final GraphPrediction prediction = predictor.predict(example(pair(List.of(0, 0))));
    assertThat(prediction.version()).isEqualTo(7);
    // of (0,0), (0,1), (0,2), (1,0), …; the factor has the last variable's states fastest
    final double[] scores = {0, 1, 0, -1, -1, 0};
    final double mass = Arrays.stream(scores).map(Math::exp).sum();
    assertThat(prediction.states()).containsExactly(0, 1);
    assertThat(prediction.probabilities()).hasSize(2);
    for (int y = 0; y < 3; y++) {
      assertThat(prediction.probabilities().get(1).get(y))
          .isCloseTo((Math.exp(scores[y]) + Math.exp(scores[3 + y])) / mass, within(1e-15));
    }
    assertThat(prediction.probabilities().get(0).get(0))
        .isCloseTo((2 + Math.E) / mass, within(1e-15));
  }

  @Test
  void predictGiven_isTheConditional() throws Exception {
    final GraphPrediction prediction =
        predictor.predictGiven(example(pair(Arrays.asList(null, 2))));
    // of (0,2) and (1,2): 0 and 0
    assertThat(prediction.states()).containsExactly(0, 2);
    assertThat(prediction.probabilities().get(0)).containsExactly(0.5, 0.5);
    assertThat(prediction.probabilities().get(1)).containsExactly(0.0, 0.0, 1.0);
    assertThat(prediction.logPartition().get(1)).isCloseTo(Math.log(2), within(1e-15));
    final GraphPrediction all = predictor.predictGiven(example(pair(List.of(1, 1))));
    assertThat(all.states()).containsExactly(1, 1);
    assertThat(all.logPartition()).containsExactly(-1.0, -1.0);
    assertThat(predictor.predictGiven(example(pair(List.of()))))
        .isEqualTo(predictor.predict(example(pair(List.of()))));
  }

  /** (0,1) cannot be, and (1,2) is e times as likely as by its features. */
  @Test
  void predict_logPriorOfAFactor_countsBesideItsFeatures() throws Exception {
    final Graph graph = pair(List.of());
    final double never = Double.NEGATIVE_INFINITY;
    graph.getFactors().get(1).setLogPrior(List.of(0.0, 0.0, never, 0.0, 0.0, 1.0));
    final double[] scores = {0, never, 0, -1, -1, 1};
    final double mass = Arrays.stream(scores).map(Math::exp).sum();
    final GraphPrediction prediction = predictor.predict(example(graph));
    assertThat(prediction.states()).containsExactly(1, 2);
    assertThat(prediction.probabilities().get(1).get(1))
        .isCloseTo(Math.exp(-1) / mass, within(1e-15));
    assertThat(prediction.logPartition().get(0)).isCloseTo(Math.log(mass), within(1e-15));
    graph.setStates(Arrays.asList(null, 1));
    assertThat(predictor.predictGiven(example(graph)).probabilities().get(0))
        .containsExactly(0.0, 1.0);
  }

  @Test
  void map_logPriorThatCannotBe_isRejectedInALine() {
    final double never = Double.NEGATIVE_INFINITY;
    assertPriorRejected(
        List.of(0.0, never, never, 0.0, 0.0, 0.0),
        List.of(0, 1),
        "logPrior rules out the states that were observed");
    assertPriorRejected(
        List.of(never, never, never, never, never, never),
        List.of(),
        "logPrior rules out all joint states");
    for (final double wrong : new double[] {Double.NaN, 1e300, Double.POSITIVE_INFINITY}) {
      assertPriorRejected(
          List.of(wrong, 0.0, 0.0, 0.0, 0.0, 0.0),
          List.of(),
          "logPrior " + wrong + " is not a number within 1e+09 of 0, nor -Infinity");
    }
    final Graph loop = triangle();
    loop.getFactors().get(1).setLogPrior(List.of(0.0, never, 0.0, 0.0));
    assertThat(
            catchThrowableOfType(
                RejectedExample.class, () -> predictor("trw", 1).predict(example(loop))))
        .hasMessage(
            "logPrior -Infinity in a graph that forests cover: it is for exact inference only");
  }

  private void assertPriorRejected(
      final List<Double> prior, final List<Integer> states, final String message) {
    final Graph graph = pair(states);
    graph.getFactors().get(1).setLogPrior(prior);
    final RejectedExample rejected =
        catchThrowableOfType(RejectedExample.class, () -> predictor.predictGiven(example(graph)));
    assertThat(rejected.reason()).isEqualTo(Rejection.LOG_PRIOR);
    assertThat(rejected).hasMessage(message);
  }

  /** With one of its variables given a triangle is a chain, and forests are exact. */
  @Test
  void predictGiven_ofForests_isExactWhereWhatIsLeftHasNoLoops() throws Exception {
    final Graph graph = triangle();
    graph.setStates(Arrays.asList(null, 1, null));
    final GraphPrediction prediction = predictor("trw", 1).predictGiven(example(graph));
    final GraphPrediction exact = predictor("exact", 2).predictGiven(example(graph));
    assertThat(prediction.gap()).isZero();
    assertThat(prediction).isEqualTo(exact);
    // y_0 y_2 with y_1 = 1: 00, 01, 10, 11
    final double[] mass = {Math.exp(1), Math.exp(1), Math.exp(1.5), Math.exp(3.5)};
    final double sum = Arrays.stream(mass).sum();
    assertThat(exact.probabilities().get(0).get(1))
        .isCloseTo((mass[2] + mass[3]) / sum, within(1e-12));
    assertThat(exact.logPartition().get(0)).isCloseTo(Math.log(sum), within(1e-12));
  }

  @Test
  void map_graph_keepsRowsStatesAndStructure() throws Exception {
    final ExampleMapper mapper =
        new ExampleMapper(SPEC, new FeatureSpace(SPEC), new ExampleDecoder(1000));
    final LabeledExample example = example(pair(Arrays.asList(null, 2)));
    mapper.decode(AvroSerde.of(LabeledExample.class).encode(example));
    final SparseGraph x = (SparseGraph) mapper.map();
    assertThat(x.length).isEqualTo(8);
    assertThat(Arrays.copyOf(x.states, 2)).containsExactly(-1, 2);
    assertThat(x.observed).isEqualTo(1);
    assertThat(x.isLabeled()).isTrue();
    assertThat(Arrays.copyOf(x.starts, 9)).containsExactly(0, 0, 1, 1, 1, 2, 2, 2, 3);
    final FactorGraph structure = x.graph;
    mapper.decode(AvroSerde.of(LabeledExample.class).encode(example(pair(List.of()))));
    assertThat(((SparseGraph) mapper.map()).graph).isSameAs(structure);
    assertThat(x.isLabeled()).isFalse();
  }

  @Test
  void predict_tooWideForExactInference_isRejectedWithWidthAndLimit() {
    final RejectedExample rejected =
        catchThrowableOfType(
            RejectedExample.class, () -> predictor("exact", 1).predict(example(triangle())));
    assertThat(rejected.reason()).isEqualTo(Rejection.LENGTH);
    assertThat(rejected)
        .hasMessage(
            "the graph is too wide: elimination meets tree-width 2, and the limit is 1;"
                + " 'inference: trw' takes wider ones");
  }

  /** Three variables that agree with weight 1, the first of which has a weight of 0.5 for 1. */
  @Test
  void predict_tooWide_isBoundedByForests() throws Exception {
    final GraphPrediction exact = predictor("exact", 2).predict(example(triangle()));
    final double mass = 2 * Math.exp(3) + 6 * Math.exp(1);
    assertThat(exact.logPartition().get(0)).isCloseTo(exact.logPartition().get(1), within(1e-12));
    assertThat(exact.gap()).isZero();
    for (final String inference : List.of("auto", "trw")) {
      final GraphPrediction cover = predictor(inference, 1).predict(example(triangle()));
      assertThat(cover.states()).isEqualTo(exact.states());
      assertThat(cover.logPartition().get(0)).isLessThan(exact.logPartition().get(0));
      assertThat(cover.logPartition().get(1)).isGreaterThan(exact.logPartition().get(1));
      assertThat(cover.gap()).isBetween(0.0, 3e-4);
      for (int v = 0; v < 3; v++) {
        assertThat(cover.probabilities().get(v).get(1))
            .isCloseTo(exact.probabilities().get(v).get(1), within(0.1));
      }
    }
    assertThat(predictor("auto", 2).predict(example(triangle()))).isEqualTo(exact);
  }

  @Test
  void predict_scoresThatOverflowOnForests_isRejected() {
    final Graph graph = triangle();
    graph
        .getFactors()
        .set(0, factor(List.of(0, 1), List.of(named("a", 3e38f), NOTHING, NOTHING, named("a", 1))));
    final RejectedExample rejected =
        catchThrowableOfType(
            RejectedExample.class, () -> predictor("trw", 1).predict(example(graph)));
    assertThat(rejected.reason()).isEqualTo(Rejection.VALUE);
    assertThat(rejected).hasMessageEndingWith("must be within 1e+09 of 0");
  }

  @Test
  void predict_whatDoesNotFit_isRejectedWithItsReason() {
    assertRejected(
        new Graph(
            List.of(2),
            List.of(factor(List.of(0), List.of(NOTHING, named("a", Float.NaN)))),
            List.of()),
        Rejection.VALUE,
        "value NaN of feature 'a' is not finite");
    assertRejected(
        new Graph(List.of(2), List.of(factor(List.of(0), List.of(NOTHING))), List.of()),
        Rejection.STRUCTURE,
        "factor 0 has 1 configurations, but its variables 2 joint states");
  }

  @Test
  void predictor_ofAnotherTask_refusesTheModel() {
    final ModelSpec choice = SpecFile.read("{model: m, task: choice, features: {names: [a]}}");
    final Model model = new Model(choice, 1, new double[1], new float[1], new float[1]);
    assertThatThrownBy(() -> new GraphPredictor(model))
        .hasMessage("m is a model of 'task: choice', not of 'task: graph'");
  }

  private static GraphPredictor predictor(final String inference, final int width) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, task: graph, max-width: %d, inference: %s, features: {names: [a, b]}}"
                .formatted(width, inference));
    return new GraphPredictor(
        new Model(spec, 7, new double[] {1, 0.5}, new float[] {1, 1}, new float[] {1, 1}));
  }

  private static Graph triangle() {
    final Object alike = List.of(named("a", 1), NOTHING, NOTHING, named("a", 1));
    return new Graph(
        List.of(2, 2, 2),
        new ArrayList<>(
            List.of(
                factor(List.of(0), List.of(NOTHING, named("b", 1))),
                factor(List.of(0, 1), alike),
                factor(List.of(1, 2), alike),
                factor(List.of(2, 0), alike))),
        List.of());
  }

  /** Two variables; the second factor has 1 at (0,1) and (1,2), the first −1 at the first's 1. */
  private static Graph pair(final List<Integer> states) {
    return new Graph(
        List.of(2, 3),
        List.of(
            factor(List.of(0), List.of(NOTHING, named("a", 1))),
            factor(
                List.of(1, 0),
                List.of(NOTHING, named("b", 0), named("b", 2), NOTHING, NOTHING, named("b", 2)))),
        states);
  }

  private void assertRejected(final Graph graph, final Rejection reason, final String message) {
    final RejectedExample rejected =
        catchThrowableOfType(RejectedExample.class, () -> predictor.predict(example(graph)));
    assertThat(rejected.reason()).isEqualTo(reason);
    assertThat(rejected).hasMessage(message);
  }

  @SuppressWarnings("unchecked")
  private static Factor factor(final List<Integer> variables, final Object configurations) {
    return new Factor(variables, (List<Object>) configurations, null);
  }

  private static LabeledExample example(final Graph graph) {
    return new LabeledExample(null, null, 1.0, graph);
  }

  private static NamedFeatures named(final String name, final float value) {
    return new NamedFeatures(List.of(name), List.of(value));
  }
}
