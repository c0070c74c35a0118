package org.majorant.ops.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.stream.IntStream;
import org.majorant.features.Dimensions;
import org.majorant.features.Standardization;
import org.majorant.model.Model;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Transform;

/**
 * The inputs of a graph: the features of examples as they come, which it transforms and
 * standardizes.
 *
 * <p>Of triples a feature that is not named is zero, and standardizing moves zeros, too. So the
 * sums over what is given are taken less those of zeros in its place, and those of an example of
 * zeros alone are added.
 */
final class PointInputs {
  /** Features of a model that reads a matrix, and no triples. */
  static final int MOST_DENSE = 4096;

  private static final String VALUES = "values";

  private final OnnxGraph graph;
  private final FeatureSpec features;
  private final int inputs;
  private final Standardization numbers; // null: none
  private final StandardizedNumbers standardized; // likewise
  private final Batch batch;
  private final String x; // transformed
  private final String z; // standardized

  /** A sum over the features of each example, which is zero where z is: examples × columns. */
  @FunctionalInterface
  interface Sum {
    String of(Batch batch, String z);
  }

  PointInputs(final Model model, final OnnxGraph graph, final String examples) {
    this.graph = graph;
    features = model.spec().getFeatures();
    inputs = Dimensions.inputs(features);
    numbers = model.moments() == null ? null : Standardization.of(features, model.moments());
    standardized =
        numbers == null ? null : StandardizedNumbers.of(graph, numbers, numbers.features(), inputs);
    batch = isDense(model) ? matrix(examples) : triples();
    x = transformed();
    z = standardized == null ? x : standardized.apply(batch, x);
  }

  /** Whether a model reads a matrix. */
  static boolean isDense(final Model model) {
    final FeatureSpec features = model.spec().getFeatures();
    return !(features.getSpace() instanceof Hashed) && Dimensions.inputs(features) <= MOST_DENSE;
  }

  private Batch matrix(final String examples) {
    return new DenseBatch(graph, graph.input("features", DataType.DOUBLE, examples, inputs));
  }

  private Batch triples() {
    return new SparseBatch(
        graph,
        graph.input("rows", DataType.INT64, VALUES),
        graph.input("indices", DataType.INT64, VALUES),
        graph.input(VALUES, DataType.DOUBLE, VALUES),
        graph.input("size", DataType.INT64, 1),
        inputs);
  }

  private String transformed() {
    String values = batch.values();
    for (final Transform transform : features.getTransforms()) {
      values =
          switch (transform) {
            case LOG1P -> log1p(values);
            case UNIT -> unit(values);
          };
    }
    return values;
  }

  /** log(1 + x), also of a small x: log(u) x/(u − 1) with u = 1 + x as it is rounded. */
  private String log1p(final String values) {
    final String one = graph.number(1);
    final String u = graph.node("Add", values, one);
    final String share = graph.node("Div", values, graph.node("Sub", u, one));
    final String log = graph.node("Mul", graph.node("Log", u), share);
    return graph.node("Where", graph.node("Equal", u, one), values, log);
  }

  private String unit(final String values) {
    final String squares = batch.sums(graph.node("Mul", values, values));
    final String positive = graph.node("Max", squares, graph.number(Double.MIN_NORMAL));
    return graph.node("Div", values, graph.node("Sqrt", positive));
  }

  /** A sum over all features, those that are not given, too. */
  String sum(final Sum sum) {
    final String given = sum.of(batch, z);
    if (standardized == null || batch instanceof DenseBatch) {
      return given;
    }
    final String zeros = graph.node("Mul", batch.values(), graph.number(0));
    final Batch none = new DenseBatch(graph, graph.constant(new double[inputs], 1, inputs));
    final String moved = graph.node("Sub", given, sum.of(batch, standardized.apply(batch, zeros)));
    return graph.node("Add", moved, sum.of(none, standardized.apply(none, none.values())));
  }

  /** A sum over all features as counts: their logarithms, scaled to length one. */
  String sumOfCounts(final Sum sum) {
    final String logs = log1p(graph.node("Abs", x));
    return sum.of(batch, unit(graph.node("Mul", graph.node("Sign", x), logs)));
  }

  /** The standardized numbers, examples × numbers. */
  String numbers() {
    final int size = numbers.features().length;
    final Batch columns = new DenseBatch(graph, batch.columns(x, numbers.features()));
    return StandardizedNumbers.of(graph, numbers, IntStream.range(0, size).toArray(), size)
        .apply(columns, columns.values());
  }
}
