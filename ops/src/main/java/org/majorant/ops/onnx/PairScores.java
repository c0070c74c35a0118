package org.majorant.ops.onnx;

import static org.majorant.ops.onnx.OnnxGraph.attribute;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.majorant.features.Dimensions;
import org.majorant.features.ViewMap;
import org.majorant.features.Views;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;
import org.majorant.schema.Member;

/**
 * What the pairs of a view of crosses add to the scores of examples, and to the variances of these.
 * With u_i = 1 for each value that an example has, of features that are no numbers and of the
 * quarters that numbers are in,
 *
 * <pre>
 *   Σ_{i &lt; j} u_i u_j θ_ij = Σ_j u_j (uΘ)_j
 * </pre>
 *
 * <p>For pairs that have a place each, and models that read a matrix.
 */
final class PairScores {
  private static final int EDGES = ViewMap.QUARTERS - 1;

  private final OnnxGraph graph;
  private final Model model;
  private final ViewMap map;
  private final int inputs;
  private final int vectors;
  private final int values;
  private final int firstPair; // of the view's features
  private final String present; // u, examples × values

  PairScores(
      final OnnxGraph graph, final Model model, final Views.Block block, final PointInputs points) {
    this.graph = graph;
    this.model = model;
    map = new ViewMap(model.spec(), model.moments());
    inputs = Dimensions.inputs(model.spec().getFeatures());
    vectors = Dimensions.of(model.spec()).vectors();
    values = inputs + ViewMap.QUARTERS * map.numbers();
    firstPair = block.offset() + inputs;
    present = first(map.numbers() == 0 ? features(points) : joined(points));
  }

  private String joined(final PointInputs points) {
    return graph.node("Concat", attribute("axis", 1), features(points), quarters(points.numbers()));
  }

  /** Which features an example has that are no numbers. */
  private String features(final PointInputs points) {
    final double[] areValues = new double[inputs];
    Arrays.fill(areValues, 1);
    for (int i = 0; i < map.numbers(); i++) {
      areValues[map.feature(i)] = map.edges(i).length > 0 ? 0 : 1;
    }
    final String mask = graph.constant(areValues, inputs);
    return points.sum(
        (batch, z) -> graph.node("Mul", graph.node("Abs", graph.node("Sign", z)), mask));
  }

  /** In which quarter each number is: above so many of its edges. */
  private String quarters(final String z) {
    final int numbers = map.numbers();
    final double[] edges = new double[numbers * EDGES];
    final double[] have = new double[numbers];
    Arrays.fill(edges, Double.MAX_VALUE); // no number is above
    for (int i = 0; i < numbers; i++) {
      final double[] own = map.edges(i);
      System.arraycopy(own, 0, edges, i * EDGES, own.length);
      have[i] = own.length > 0 ? 1 : 0;
    }
    final String each = graph.node("Unsqueeze", z, graph.vector(2));
    final String above =
        graph.doubles(graph.node("GreaterOrEqual", each, graph.constant(edges, numbers, EDGES)));
    final String from = graph.node("Pad", above, graph.vector(0, 0, 1, 0, 0, 0), graph.number(1));
    final String to = graph.node("Pad", above, graph.vector(0, 0, 0, 0, 0, 1), graph.number(0));
    final String quarters =
        graph.node("Mul", graph.node("Sub", from, to), graph.constant(have, numbers, 1));
    return graph.node("Reshape", quarters, graph.vector(0, (long) numbers * ViewMap.QUARTERS));
  }

  /** Only the first ones make pairs. */
  private String first(final String all) {
    final String counted = graph.node("CumSum", all, graph.vector(1));
    final String areFirst = graph.node("LessOrEqual", counted, graph.number(Views.MOST_CROSSED));
    return graph.node("Mul", all, graph.doubles(areFirst));
  }

  /** Examples × (readers × vectors). */
  String scores(final List<Member> readers) {
    final double[][] columns =
        readers.stream()
            .map(model::weights)
            .flatMap(theta -> IntStream.range(0, vectors).mapToObj(c -> column(theta, c)))
            .toArray(double[][]::new);
    return sum(columns);
  }

  /** θ of each pair times its value, clipped. */
  private double[] column(final IntToDoubleFunction theta, final int c) {
    return IntStream.range(firstPair, firstPair + pairs())
        .mapToDouble(feature -> theta.applyAsDouble(feature * vectors + c) * value(feature))
        .toArray();
  }

  /** Examples × vectors. */
  String variances() {
    final double[][] columns = new double[vectors][];
    for (int c = 0; c < vectors; c++) {
      final int vector = c;
      columns[c] =
          IntStream.range(firstPair, firstPair + pairs())
              .mapToDouble(feature -> variance(feature, vector))
              .toArray();
    }
    return sum(columns);
  }

  private int pairs() {
    return values * (values - 1) / 2;
  }

  private double variance(final int feature, final int c) {
    return model.rms()[feature] == 0
        ? 1 / model.spec().getL2()
        : value(feature) * value(feature) / model.precision()[feature * vectors + c];
  }

  private double value(final int feature) {
    final double rms = model.rms()[feature];
    return rms == 0 ? 1 : Math.min(1, PointPredictor.CLIP * rms);
  }

  /**
   * Sums over the pairs of an example.
   *
   * @param columns of each what each pair counts, by its place
   */
  private String sum(final double[][] columns) {
    final double[] all =
        new double[Math.multiplyExact(Math.multiplyExact(values, values), columns.length)];
    for (int j = 1, place = 0; j < values; j++) {
      for (int i = 0; i < j; i++, place++) {
        for (int c = 0; c < columns.length; c++) {
          all[(i * values + j) * columns.length + c] = columns[c][place];
        }
      }
    }
    final String theta = graph.constant(all, values, (long) values * columns.length);
    final String each =
        graph.node(
            "Reshape",
            graph.node("MatMul", present, theta),
            graph.vector(0, values, columns.length));
    final String second = graph.node("Unsqueeze", present, graph.vector(2));
    return graph.node(
        "ReduceSum", attribute("keepdims", 0), graph.node("Mul", each, second), graph.vector(1));
  }
}
