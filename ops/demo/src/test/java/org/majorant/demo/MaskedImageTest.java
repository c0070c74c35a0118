package org.majorant.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.demo.MaskedImage.Neighbours;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.SparseVector;

class MaskedImageTest {
  /** Two columns, three rows; black, but for a white pixel at the end, which shows a horse. */
  private static final MaskedImage IMAGE =
      new MaskedImage(
          2,
          3,
          new double[][] {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}},
          new boolean[] {false, false, false, false, false, true});

  @Test
  void record_joined_hasAFactorAPixelAndOneForEachTwoNeighbours() {
    final Graph graph = graph(Neighbours.JOINED);
    assertThat(graph.getStates()).containsExactly(0, 0, 0, 0, 0, 1);
    assertThat(graph.getFactors()).hasSize(6 + 3 + 4);
    assertThat(graph.getFactors().subList(6, 13).stream().map(Factor::getVariables))
        .containsExactlyInAnyOrder(
            List.of(0, 1),
            List.of(2, 3),
            List.of(4, 5),
            List.of(0, 2),
            List.of(1, 3),
            List.of(2, 4),
            List.of(3, 5));
    assertThat(graph(Neighbours.UNKNOWN).getFactors()).isEqualTo(graph.getFactors().subList(0, 6));
  }

  /** That is what makes the product of these a pseudo-likelihood. */
  @Test
  void record_whoseNeighboursAreGiven_tellsOfAPixelWhatTheGridTells() {
    for (int v = 0; v < IMAGE.size(); v++) {
      assertThat(changes(Neighbours.GIVEN, v))
          .containsExactly(changes(Neighbours.JOINED, v), within(1e-6));
    }
    assertThat(graph(Neighbours.GIVEN).getFactors())
        .hasSize(6 + 2 * (3 + 4))
        .allMatch(factor -> factor.getVariables().size() == 1);
  }

  /** By how much the features of the whole image change where one pixel has its other state. */
  private static double[] changes(final Neighbours neighbours, final int pixel) {
    final double[] changes = new double[MaskedImage.FEATURES];
    final int[] states = {0, 0, 0, 0, 0, 1};
    add(graph(neighbours), states, -1, changes);
    states[pixel] = 1 - states[pixel];
    add(graph(neighbours), states, 1, changes);
    return changes;
  }

  private static void add(
      final Graph graph, final int[] states, final double scale, final double[] features) {
    for (final Factor factor : graph.getFactors()) {
      int configuration = 0;
      for (final int v : factor.getVariables()) {
        configuration = 2 * configuration + states[v];
      }
      final SparseVector x = (SparseVector) factor.getConfigurations().get(configuration);
      x.getIndices().forEach(j -> features[j] += scale * value(x, j));
    }
  }

  @Test
  void features_ofAPixel_areItsColourAndPlace_andOfTwoHowNearTheyAre() {
    final List<Factor> factors = graph(Neighbours.JOINED).getFactors();
    final SparseVector last = (SparseVector) factors.get(5).getConfigurations().get(1);
    assertThat(value(last, 0)).isCloseTo(5 / 6.0, within(1e-6)); // beside the image's mean
    assertThat(value(last, 8)).isEqualTo(0.5); // alone
    assertThat(value(last, 9)).isEqualTo(1);
    assertThat(value(last, 11)).isCloseTo(1 / 3.0, within(1e-6)); // down
    assertThat(value(last, 13)).isCloseTo(Math.sqrt(6), within(1e-6)); // from its neighbours
    for (final Factor factor : factors.subList(6, 13)) {
      final SparseVector same = (SparseVector) factor.getConfigurations().get(0);
      final boolean across = factor.getVariables().get(1) == factor.getVariables().get(0) + 1;
      final int from = across ? 14 : 16;
      assertThat(same.getIndices()).containsExactly(from, from + 1);
      assertThat(factor.getConfigurations().get(3)).isEqualTo(same);
      final boolean alike = !factor.getVariables().contains(5);
      assertThat(value(same, from + 1)).isCloseTo(alike ? 1 : 0.01 / 3.01, within(1e-6));
    }
  }

  private static Graph graph(final Neighbours neighbours) {
    return (Graph)
        AvroSerde.of(LabeledExample.class).decode(IMAGE.record(neighbours)).getStructure();
  }

  private static double value(final SparseVector x, final int index) {
    return x.getValues().get(x.getIndices().indexOf(index));
  }
}
