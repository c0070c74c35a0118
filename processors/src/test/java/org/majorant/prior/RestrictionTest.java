package org.majorant.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.FeatureSpace;
import org.majorant.memory.Surrogate;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecException;
import org.majorant.spec.SpecFile;

class RestrictionTest {
  private static final String LINEAR = "linear: [{weights: {0: 1, 1: 1}, ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{box: [0, 1], LINEAR at-most: -1}]}     | constraints.linear[0]: the box keeps it at 0.0 or more, not -1.0",
        "{box: [0, 1], LINEAR equals: 3}]}       | constraints.linear[0]: the box keeps it at 2.0 or less, not 3.0",
        "{LINEAR equals: 1}, {weights: {0: 2, 1: 2}, equals: 1}]} | constraints.linear[1]: the equalities before it make it 2.0, not 1.0",
        "{LINEAR at-most: 1}, {weights: {0: -1, 1: -1}, at-most: -2}]} | the dual is unbounded",
        "{box: [0, 1], LINEAR equals: 2}, {weights: {1: 1, 2: 1}, at-most: 0.5}]} | the dual is unbounded",
      })
  void rowsThatCannotHold_areRefusedInOneLine(final String constraints, final String line) {
    final Restriction restriction = Restriction.of(spec(constraints));
    assertThatThrownBy(restriction::requireFeasible)
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("constraints cannot all hold: ")
        .hasMessageContaining(line)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "nonnegative",
        "{features: {intercept: [1, 2]}}",
        "{box: [0, 1], LINEAR at-most: 0}]}",
        "{box: [0, 1], LINEAR equals: 2}, {weights: {1: 1, 2: 1}, at-most: 1}]}",
        "{LINEAR equals: 1}, {weights: {0: 2, 1: 2}, equals: 2}]}",
      })
  void constraintsThatCanHold_areTaken(final String constraints) {
    final Restriction restriction = Restriction.of(spec(constraints));
    assertThatCode(restriction::requireFeasible).doesNotThrowAnyException();
    assertThat(restriction.isNone()).isEqualTo(constraints.equals("none"));
  }

  @Test
  void box_isNotForTheIntercept_unlessItIsNamed() {
    final double[] boxed = Restriction.of(spec("{box: [1, 2]}")).nearestToZero(4, 1);
    assertThat(boxed).containsExactly(1, 1, 1, 0);
    final double[] named =
        Restriction.of(spec("{box: [1, 2], features: {intercept: [-4, -3], 1: [1.5, 9]}}"))
            .nearestToZero(4, 1);
    assertThat(named).containsExactly(1, 1.5, 1, -3);
  }

  @Test
  void names_thatShareAnIndex_addUp() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {hash-bits: 1},"
                + " constraints: {linear: [{weights: {a: 1, b: 1, c: 1}, equals: 6}]}}");
    final FeatureSpace space = new FeatureSpace(spec);
    final double[] theta = Surrogate.of(spec).constrained().theta();
    double sum = 0;
    for (final String name : new String[] {"a", "b", "c"}) {
      sum += theta[space.indexOf(name)];
    }
    assertThat(sum).isCloseTo(6, within(1e-8));
  }

  private static ModelSpec spec(final String constraints) {
    return SpecFile.read(
        "{model: m, labels: [a, b], features: {dimension: 3}, constraints: "
            + constraints.replace("LINEAR ", LINEAR)
            + "}");
  }
}
