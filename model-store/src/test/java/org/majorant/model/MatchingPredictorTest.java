package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseMatching;
import org.majorant.matching.MatchingGraph;
import org.majorant.model.MatchingPredictor.EdgeProbability;
import org.majorant.model.MatchingPredictor.MatchingPrediction;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Edge;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Matching;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Pair;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.spec.SpecFile;

class MatchingPredictorTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, task: matching, max-edges: 9, features: {names: [a, b]}}");

  private final MatchingPredictor predictor =
      new MatchingPredictor(
          new Model(SPEC, 7, new double[] {-1, 0.5}, new float[] {1, 1}, new float[] {1, 1}));

  /** Of two pairs the marginals are exact: the scores of both matchings are −3 and −1.5. */
  @Test
  void predict_twoPairs_isTheDistributionOfTheirMatchings() throws Exception {
    final MatchingPrediction prediction = predictor.predict(example(pairs(null)));
    final double p = 1 / (1 + Math.exp(-1.5));
    assertThat(prediction.version()).isEqualTo(7);
    assertThat(prediction.matches())
        .extracting(EdgeProbability::left, EdgeProbability::right)
        .containsExactly(tuple(0, 1), tuple(1, 0));
    assertThat(prediction.edges())
        .extracting(EdgeProbability::left, EdgeProbability::right)
        .containsExactly(tuple(0, 0), tuple(0, 1), tuple(1, 0), tuple(1, 1));
    final double[] expected = {1 - p, p, p, 1 - p};
    for (int e = 0; e < 4; e++) {
      assertThat(prediction.edges().get(e).probability()).isCloseTo(expected[e], within(1e-3));
    }
    assertThat(Math.log(p))
        .isBetween(prediction.logLikelihoodFrom() - 1e-6, prediction.logLikelihoodTo() + 1e-6);
    assertThat(prediction.logLikelihoodTo() - prediction.logLikelihoodFrom()).isLessThan(0.7);
  }

  /** One pair that may stay apart: p(together) = e^s / (1 + e^s) is exact. */
  @Test
  void predict_nodesThatMayStayAlone_saysHowSureThatIs() throws Exception {
    final Matching matching =
        new Matching(
            1, 1, List.of(edge(0, 0, "a", 2), edge(0, null, "b", 0), edge(null, 0, "b", 0)), null);
    final MatchingPrediction prediction = predictor.predict(example(matching));
    assertThat(prediction.matches())
        .extracting(EdgeProbability::left, EdgeProbability::right)
        .containsExactly(tuple(0, null), tuple(null, 0));
    final double p = 1 / (1 + Math.exp(-2));
    assertThat(prediction.matches())
        .allSatisfy(match -> assertThat(match.probability()).isCloseTo(p, within(1e-3)));
    assertThat(prediction.logLikelihoodFrom()).isCloseTo(Math.log(p), within(1e-9));
    assertThat(Math.log(p)).isLessThan(prediction.logLikelihoodTo() + 1e-6);
  }

  /** Four people, two a room: three matchings, and the scores of two edges each. */
  @Test
  void predict_withoutSides_saysTheBestOfAll() throws Exception {
    final MatchingPrediction prediction =
        predictor.predict(example(rooms(null, List.of(-3f, 1f, 0f, 1f, -2f, -1f))));
    assertThat(prediction.matches())
        .extracting(EdgeProbability::left, EdgeProbability::right)
        .containsExactly(tuple(0, 1), tuple(2, 3));
    assertThat(prediction.edges())
        .extracting(EdgeProbability::left, EdgeProbability::right)
        .containsExactly(
            tuple(0, 1), tuple(0, 2), tuple(0, 3), tuple(1, 2), tuple(1, 3), tuple(2, 3));
    final double exact = 4 - Math.log(Math.exp(4) + Math.exp(1) + Math.exp(-1));
    assertThat(prediction.logLikelihoodFrom()).isBetween(exact - 1, exact + 1e-6);
    assertThat(prediction.logLikelihoodTo()).isBetween(exact, 1e-9);
    final double p = Math.exp(exact);
    assertThat(prediction.matches())
        .allSatisfy(match -> assertThat(match.probability()).isCloseTo(p, within(0.05)));
  }

  /** Of a triangle one has to stay alone, which only two of them may. */
  @Test
  void predict_withoutSidesAndAlone_namesTheNode() throws Exception {
    final Matching matching =
        new Matching(
            3,
            null,
            List.of(
                edge(1, 0, "a", -1),
                edge(1, 2, "a", -1),
                edge(0, 2, "a", -1),
                edge(2, null, "b", 2),
                edge(0, null, "b", -2)),
            null);
    final MatchingPrediction prediction = predictor.predict(example(matching));
    assertThat(prediction.matches())
        .extracting(EdgeProbability::left, EdgeProbability::right)
        .containsExactly(tuple(0, 1), tuple(2, null));
    // no matching has it, since nobody else could be matched with node 1
    assertThat(prediction.edges().get(2).probability()).isBetween(0.0, 0.3);
    final double exact = 2 - Math.log(Math.exp(2) + Math.exp(0));
    assertThat(exact)
        .isBetween(prediction.logLikelihoodFrom() - 1e-6, prediction.logLikelihoodTo() + 1e-6);
  }

  /** What was observed of the label makes no difference. */
  @Test
  void predict_labeled_isThatOfUnlabeled() throws Exception {
    assertThat(predictor.predict(example(pairs(List.of(new Pair(0, 0), new Pair(1, 1))))))
        .isEqualTo(predictor.predict(example(pairs(null))));
  }

  @Test
  void map_matching_keepsRowsLabelAndStructure() throws Exception {
    final ExampleMapper mapper =
        new ExampleMapper(SPEC, new FeatureSpace(SPEC), new ExampleDecoder(1000));
    mapper.decode(record(pairs(List.of(new Pair(0, 1), new Pair(1, 0)))));
    final SparseMatching x = (SparseMatching) mapper.map();
    assertThat(x.length).isEqualTo(4);
    assertThat(Arrays.copyOf(x.chosen, 4)).containsExactly(false, true, true, false);
    assertThat(x.decisions).isEqualTo(2);
    assertThat(x.isLabeled()).isTrue();
    final MatchingGraph structure = x.graph;
    mapper.decode(record(pairs(null)));
    assertThat(((SparseMatching) mapper.map()).graph).isSameAs(structure);
    assertThat(x.isLabeled()).isFalse();
    assertThat(x.decisions).isZero();
    mapper.decode(record(new Matching(1, 1, List.of(edge(0, 0, "a", 1)), List.of(pair(0, 0)))));
    mapper.map();
    assertThat(x.graph.edges()).isEqualTo(1);
    assertThat(x.decisions).isEqualTo(1);
    // the same two nodes and the same edge, and no sides
    mapper.decode(record(new Matching(2, null, List.of(edge(0, 1, "a", 1)), List.of(pair(1, 0)))));
    mapper.map();
    assertThat(x.graph.hasSides()).isFalse();
    assertThat(x.decisions).isEqualTo(1);
  }

  @Test
  void predict_whatDoesNotFit_isRejectedWithItsReason() {
    final List<Edge> many = new ArrayList<>();
    for (int e = 0; e < 10; e++) {
      many.add(edge(e, 0, "a", 1));
    }
    assertRejected(
        new Matching(10, 1, many, null),
        Rejection.LENGTH,
        "10 edges, and the spec's max-edges is 9");
    assertRejected(
        new Matching(2, 2, List.of(edge(0, 0, "a", 1), edge(1, 0, "a", 1)), null),
        Rejection.STRUCTURE,
        "the candidate edges contain no perfect matching");
    assertRejected(
        new Matching(2, 1, List.of(edge(0, 0, "a", 1), edge(1, 0, "a", 1)), null),
        Rejection.STRUCTURE,
        "2 nodes cannot be matched with 1, since none may stay alone");
    assertRejected(
        new Matching(3, null, List.of(edge(0, 1, "a", 1), edge(1, 2, "a", 1)), null),
        Rejection.STRUCTURE,
        "3 nodes cannot be matched, since none may stay alone and their number is odd");
    assertRejected(
        new Matching(
            4, null, List.of(edge(0, 1, "a", 1), edge(0, 2, "a", 1), edge(0, 3, "a", 1)), null),
        Rejection.STRUCTURE,
        "the candidate edges contain no perfect matching");
    assertRejected(
        new Matching(1, 1, List.of(edge(0, 0, "a", Float.NaN)), null),
        Rejection.VALUE,
        "value NaN of feature 'a' is not finite");
    assertRejected(
        new Matching(1, 1, List.of(edge(0, 0, "a", 3e9f)), null),
        Rejection.VALUE,
        "the score of edge 0 is -3.0E9, and must be within 1e+09 of 0");
  }

  @Test
  void predictor_ofAnotherTask_refusesTheModel() {
    final ModelSpec choice = SpecFile.read("{model: m, task: choice, features: {names: [a]}}");
    final Model model = new Model(choice, 1, new double[1], new float[1], new float[1]);
    assertThatThrownBy(() -> new MatchingPredictor(model))
        .hasMessage("m is a model of 'task: choice', not of 'task: matching'");
  }

  private static Matching pairs(final List<Pair> matches) {
    return new Matching(
        2,
        2,
        List.of(edge(0, 0, "a", 1), edge(0, 1, "b", 1), edge(1, 0, "a", 2), edge(1, 1, "a", 2)),
        matches);
  }

  /** All pairs of four, in order. */
  private static Matching rooms(final List<Pair> matches, final List<Float> values) {
    final List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      for (int j = i + 1; j < 4; j++) {
        edges.add(edge(i, j, "a", values.get(edges.size())));
      }
    }
    return new Matching(4, null, edges, matches);
  }

  private void assertRejected(
      final Matching matching, final Rejection reason, final String message) {
    final RejectedExample rejected =
        catchThrowableOfType(RejectedExample.class, () -> predictor.predict(example(matching)));
    assertThat(rejected.reason()).isEqualTo(reason);
    assertThat(rejected).hasMessage(message);
  }

  private static byte[] record(final Matching matching) {
    return AvroSerde.of(LabeledExample.class).encode(example(matching));
  }

  private static LabeledExample example(final Matching matching) {
    return new LabeledExample(null, null, 1.0, matching);
  }

  private static Pair pair(final int left, final int right) {
    return new Pair(left, right);
  }

  private static Edge edge(
      final Integer left, final Integer right, final String name, final float value) {
    return new Edge(left, right, new NamedFeatures(List.of(name), List.of(value)));
  }
}
