package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GraphDecodingTest extends DecodingTest<GraphBuffer> {
  GraphDecodingTest() {
    super(new GraphBuffer());
  }

  @Override
  LabeledExample any(final SplittableRandom random) {
    return Examples.graph(random);
  }

  static Stream<Arguments> faults() {
    final Factor one = factor(List.of(0), 2);
    final Factor two = factor(List.of(1, 0), 6);
    return Stream.of(
        fault(List.of(), List.of(), List.of(), Rejection.LENGTH, "a graph needs a variable"),
        fault(
            Collections.nCopies(10_001, 2),
            List.of(one),
            List.of(),
            Rejection.LENGTH,
            "10001 variables, and the limit is 10000"),
        fault(
            List.of(2, 0), List.of(one), List.of(), Rejection.STRUCTURE, "variable 1 has 0 states"),
        fault(List.of(2, 3), List.of(), List.of(), Rejection.LENGTH, "a graph needs a factor"),
        fault(
            List.of(2, 3),
            List.of(one, factor(List.of(), 1)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 1 has 0 variables; 1 to 20 are possible"),
        fault(
            List.of(2, 3),
            List.of(factor(List.of(0, 2), 6)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 0 has the variable 2, which is not in 0..1"),
        fault(
            List.of(2, 3),
            List.of(factor(List.of(-1), 2)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 0 has the variable -1, which is not in 0..1"),
        fault(
            List.of(2, 3),
            List.of(two, factor(List.of(0, 1, 0), 12)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 1 has the variable 0 twice"),
        fault(
            List.of(2, 3),
            List.of(two, factor(List.of(0, 1), 5)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 1 has 5 configurations, but its variables 6 joint states"),
        fault(
            List.of(1 << 20, 1 << 20),
            List.of(factor(List.of(0, 1), 1)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 0 has 1 configurations, but its variables too many joint states"),
        fault(
            List.of(2, 3),
            List.of(two),
            Arrays.asList(null, 3),
            Rejection.LABEL,
            "state 3 of variable 1, which has 3, from 0"),
        fault(
            List.of(2, 3),
            List.of(two),
            List.of(-1, 0),
            Rejection.LABEL,
            "state -1 of variable 0, which has 2, from 0"),
        fault(
            List.of(2, 3),
            List.of(one, new Factor(List.of(1), Collections.nCopies(3, VECTOR), List.of(0.0, 1.0))),
            List.of(),
            Rejection.LOG_PRIOR,
            "factor 1 has 2 log-priors for 3 configurations"),
        fault(List.of(2, 3), List.of(two), List.of(1), Rejection.LABEL, "1 states for 2 variables"),
        fault(
            List.of(2, 3),
            List.of(two),
            List.of(1, 1, 1),
            Rejection.LABEL,
            "more states than 2 variables"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void decode_partsThatDoNotFit_areRejected(
      final Graph graph, final Rejection reason, final String message) {
    assertRejected(graph, reason, message);
  }

  @Test
  void decode_afterAnother_leavesNothingOfIt() throws Exception {
    final Factor both = factor(List.of(0, 1), 6);
    both.setLogPrior(Collections.nCopies(6, 1.0));
    decoder.decode(
        SERDE.encode(example(new Graph(List.of(2, 3), List.of(both), List.of(1, 1)))), buffer);
    decoder.decode(
        SERDE.encode(example(new Graph(List.of(3), List.of(factor(List.of(0), 3)), List.of()))),
        buffer);
    assertThat(buffer.variables).isEqualTo(1);
    assertThat(buffer.length).isEqualTo(3);
    assertThat(buffer.factors).isEqualTo(1);
    assertThat(buffer.states[0]).isEqualTo(-1);
    assertThat(buffer.logPriorSize).isEqualTo(-1);
  }

  @Test
  void decode_logPriorOfOneFactor_isZeroInTheOthers() throws Exception {
    final Factor ruled = factor(List.of(1), 3);
    ruled.setLogPrior(List.of(-1.0, Double.NEGATIVE_INFINITY, 2.0));
    final List<Factor> factors = List.of(factor(List.of(0), 2), ruled, factor(List.of(0), 2));
    decoder.decode(SERDE.encode(example(new Graph(List.of(2, 3), factors, List.of()))), buffer);
    assertThat(Arrays.copyOf(buffer.logPrior, buffer.logPriorSize))
        .containsExactly(0, 0, -1, Double.NEGATIVE_INFINITY, 2, 0, 0);
  }

  @Test
  void decode_choice_isRejected() {
    assertRejected(
        new Choice(List.of(VECTOR), null, null),
        Rejection.STRUCTURE,
        "expected a Graph, found a Choice");
  }

  private static Arguments fault(
      final List<Integer> cardinalities,
      final List<Factor> factors,
      final List<Integer> states,
      final Rejection reason,
      final String message) {
    return Arguments.of(new Graph(cardinalities, factors, states), reason, message);
  }

  private static Factor factor(final List<Integer> variables, final int configurations) {
    return new Factor(variables, Collections.nCopies(configurations, VECTOR), null);
  }
}
