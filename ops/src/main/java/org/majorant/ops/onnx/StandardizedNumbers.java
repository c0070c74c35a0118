package org.majorant.ops.onnx;

import java.util.Arrays;
import org.majorant.features.Standardization;

/**
 * Numbers in units of their standard deviation from their mean, within their bounds, as {@link
 * Standardization} has them.
 *
 * @param means a constant, one a feature of a batch, like the others
 */
record StandardizedNumbers(
    OnnxGraph graph, String means, String scales, String lows, String highs) {
  /**
   * Of the features of a batch.
   *
   * @param places of the numbers among these; the others stay as they are
   * @param size how many there are
   */
  static StandardizedNumbers of(
      final OnnxGraph graph, final Standardization numbers, final int[] places, final int size) {
    final OfEach ofEach =
        (values, others) -> {
          final double[] all = new double[size];
          Arrays.fill(all, others);
          for (int i = 0; i < values.length; i++) {
            all[places[i]] = values[i];
          }
          return graph.constant(all, size);
        };
    return new StandardizedNumbers(
        graph,
        ofEach.of(numbers.means(), 0),
        ofEach.of(numbers.scales(), 1),
        ofEach.of(numbers.lows(), -Double.MAX_VALUE),
        ofEach.of(numbers.highs(), Double.MAX_VALUE));
  }

  private interface OfEach {
    String of(double[] values, double others);
  }

  String apply(final Batch batch, final String x) {
    final String within =
        graph.node("Max", graph.node("Min", x, batch.ofEach(highs)), batch.ofEach(lows));
    final String deviation = graph.node("Sub", within, batch.ofEach(means));
    return graph.node(
        "Clip",
        graph.node("Mul", deviation, batch.ofEach(scales)),
        graph.number(-Standardization.LIMIT),
        graph.number(Standardization.LIMIT));
  }
}
