package org.majorant.ops.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.majorant.features.Dimensions;
import org.majorant.features.ViewMap;
import org.majorant.features.Views;
import org.majorant.model.Model;

/**
 * The features that views make of the standardized numbers z, as {@link ViewMap} makes them:
 *
 * <pre>
 *   hats       r_k − r_{k+1}, with ramps r_k = clip((z − q_{k−1})/(q_k − q_{k−1}), 0, 1) between knots; r₀ = 1
 *   products   z_i z_j for i &lt; j, and z_i² − 1
 * </pre>
 */
final class MadeFeatures {
  private static final int RAMPS = Views.HATS - 1;

  private final OnnxGraph graph;
  private final ViewMap map;
  private final int inputs;

  /**
   * Features of a model.
   *
   * @param features their indices
   * @param values examples × features; null where there are none
   */
  record Columns(int[] features, String values) {
    private static final Columns NONE = new Columns(new int[0], null);
  }

  MadeFeatures(final Model model, final OnnxGraph graph) {
    this.graph = graph;
    map = new ViewMap(model.spec(), model.moments());
    inputs = Dimensions.inputs(model.spec().getFeatures());
  }

  /** What a view makes of numbers; of pairs see {@link PairScores}. */
  Columns of(final Views.Block block, final PointInputs points) {
    final int first = block.offset() + inputs;
    return switch (block.view()) {
      case LINEAR, COUNTS, CROSSES -> Columns.NONE;
      case HATS -> hats(first, points.numbers());
      case PRODUCTS -> products(first, points.numbers());
    };
  }

  /**
   * Of the numbers that have knots; those with few have ramps that never rise, and so hats of 0.
   */
  private Columns hats(final int first, final String z) {
    final int[] own =
        IntStream.range(0, map.numbers()).filter(i -> map.knots(i).length > 0).toArray();
    if (own.length == 0) {
      return Columns.NONE;
    }
    final double[] starts = new double[own.length * RAMPS];
    final double[] lengths = new double[starts.length];
    Arrays.fill(starts, Double.MAX_VALUE);
    Arrays.fill(lengths, 1);
    for (int i = 0; i < own.length; i++) {
      final double[] knots = map.knots(own[i]);
      for (int k = 0; k < knots.length - 1; k++) {
        starts[i * RAMPS + k] = knots[k];
        lengths[i * RAMPS + k] = knots[k + 1] - knots[k];
      }
    }
    final String each = graph.node("Unsqueeze", column(z, own), graph.vector(2));
    final String risen = graph.node("Sub", each, graph.constant(starts, own.length, RAMPS));
    final String share = graph.node("Div", risen, graph.constant(lengths, own.length, RAMPS));
    final String ramps = graph.node("Clip", share, graph.number(0), graph.number(1));
    final String from = graph.node("Pad", ramps, graph.vector(0, 0, 1, 0, 0, 0), graph.number(1));
    final String to = graph.node("Pad", ramps, graph.vector(0, 0, 0, 0, 0, 1), graph.number(0));
    final long size = (long) own.length * Views.HATS;
    final String hats =
        graph.node("Reshape", graph.node("Sub", from, to), graph.vector(0, size)); // 0: as it is
    return new Columns(
        Arrays.stream(own)
            .flatMap(i -> IntStream.range(0, Views.HATS).map(k -> first + Views.HATS * i + k))
            .toArray(),
        hats);
  }

  private Columns products(final int first, final String z) {
    final List<Integer> features = new ArrayList<>();
    final List<Integer> left = new ArrayList<>();
    final List<Integer> right = new ArrayList<>();
    for (int i = 0, feature = first; i < map.numbers(); i++) {
      for (int j = i; j < map.numbers(); j++, feature++) {
        if (map.isMultiplied(i) && map.isMultiplied(j)) {
          features.add(feature);
          left.add(i);
          right.add(j);
        }
      }
    }
    if (features.isEmpty()) {
      return Columns.NONE;
    }
    final String clipped =
        graph.node("Clip", z, graph.number(-ViewMap.LIMIT), graph.number(ViewMap.LIMIT));
    final double[] ofSquares =
        IntStream.range(0, left.size())
            .mapToDouble(k -> left.get(k).equals(right.get(k)) ? 1 : 0)
            .toArray();
    final String products =
        graph.node("Mul", column(clipped, array(left)), column(clipped, array(right)));
    return new Columns(
        array(features), graph.node("Sub", products, graph.constant(ofSquares, ofSquares.length)));
  }

  private static int[] array(final List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private String column(final String z, final int[] numbers) {
    return new DenseBatch(graph, z).columns(z, numbers);
  }
}
