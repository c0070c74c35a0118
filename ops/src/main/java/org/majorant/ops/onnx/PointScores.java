package org.majorant.ops.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.features.Standardization;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Member;
import org.majorant.schema.Squares;
import org.majorant.schema.Transform;

/**
 * The scores zᵀθ of examples by each θ of a model, examples × (θ × vectors), from the features as
 * they come:
 *
 * <pre>
 *   z = clip(standardized(transformed(x)), ±4 RMS)       [z, clip(z²)] where the spec has squares
 * </pre>
 *
 * <p>Of triples a feature that is not named is zero, and standardizing moves zeros, too. So the
 * scores of what is given are taken less those of zeros in its place, and those of an example of
 * zeros alone are added.
 */
final class PointScores {
  /** Features of a model that reads a matrix, and no triples. */
  static final int MOST_DENSE = 4096;

  private static final String VALUES = "values";

  private final OnnxGraph graph;
  private final Model model;
  private final FeatureSpec features;
  private final int inputs;
  private final int vectors;
  private final int columns;
  private final Standardization standardization; // null: none
  private final String[] moments = new String[2]; // means and scales
  private final String[] bounds = new String[2]; // to which they are clipped first
  private final String[] limits; // of the features, and of their squares
  private final String[] weights;
  private final String intercept;

  PointScores(final Model model, final OnnxGraph graph) {
    this.graph = graph;
    this.model = model;
    features = model.spec().getFeatures();
    inputs = Dimensions.inputs(features);
    vectors = Dimensions.of(model.spec()).vectors();
    columns = vectors * thetas(model);
    standardization =
        model.moments() == null ? null : Standardization.of(features, model.moments());
    if (standardization != null) {
      moments[0] = ofStandardized(standardization.means(), 0);
      moments[1] = ofStandardized(standardization.scales(), 1);
      bounds[0] = ofStandardized(standardization.lows(), -Double.MAX_VALUE);
      bounds[1] = ofStandardized(standardization.highs(), Double.MAX_VALUE);
    }
    limits = new String[features.getExpansion() instanceof Squares ? 2 : 1];
    weights = new String[limits.length];
    for (int part = 0; part < limits.length; part++) {
      final int from = part * inputs;
      final double[] limit = new double[inputs];
      Arrays.setAll(limit, i -> limit(from + i));
      limits[part] = graph.constant(limit, inputs);
      weights[part] = graph.constant(weights(from, inputs), inputs, columns);
    }
    final int last = FeatureSpace.intercept(model.spec());
    intercept = graph.constant(last < 0 ? new double[columns] : weights(last, 1), 1, columns);
  }

  /** How many θ a model predicts with. */
  static int thetas(final Model model) {
    final int[] readings = Mixture.readings(model.predicting());
    return 1 + readings[readings.length - 1];
  }

  /** Whether a model reads a matrix. */
  static boolean isDense(final Model model) {
    final FeatureSpec features = model.spec().getFeatures();
    return !(features.getSpace() instanceof Hashed) && Dimensions.inputs(features) <= MOST_DENSE;
  }

  /** Of the examples of a batch, which are the graph's inputs. */
  String of(final String examples) {
    if (isDense(model)) {
      final Batch batch =
          new DenseBatch(graph, graph.input("features", DataType.DOUBLE, examples, inputs));
      return linear(batch, transformed(batch));
    }
    final Batch batch =
        new SparseBatch(
            graph,
            graph.input("rows", DataType.INT64, VALUES),
            graph.input("indices", DataType.INT64, VALUES),
            graph.input(VALUES, DataType.DOUBLE, VALUES),
            graph.input("size", DataType.INT64, 1));
    final String given = linear(batch, transformed(batch));
    if (standardization == null) {
      return given;
    }
    final String zeros = graph.node("Mul", batch.values(), graph.number(0));
    final Batch none = new DenseBatch(graph, graph.constant(new double[inputs], 1, inputs));
    final String moved = graph.node("Sub", given, linear(batch, zeros));
    return graph.node("Add", moved, linear(none, none.values()));
  }

  private String transformed(final Batch batch) {
    String x = batch.values();
    for (final Transform transform : features.getTransforms()) {
      x =
          switch (transform) {
            case LOG1P -> graph.node("Log", graph.node("Add", x, graph.number(1)));
            case UNIT -> {
              final String squares = batch.sums(graph.node("Mul", x, x));
              final String positive = graph.node("Max", squares, graph.number(Double.MIN_NORMAL));
              yield graph.node("Div", x, graph.node("Sqrt", positive));
            }
          };
    }
    return x;
  }

  private String linear(final Batch batch, final String transformed) {
    final String z = standardized(batch, transformed);
    String scores = batch.scores(clipped(batch, z, limits[0]), weights[0]);
    if (limits.length > 1) {
      final String squares = clipped(batch, graph.node("Mul", z, z), limits[1]);
      scores = graph.node("Add", scores, batch.scores(squares, weights[1]));
    }
    return graph.node("Add", scores, intercept);
  }

  private String standardized(final Batch batch, final String x) {
    if (standardization == null) {
      return x;
    }
    final String within =
        graph.node("Max", graph.node("Min", x, batch.ofEach(bounds[1])), batch.ofEach(bounds[0]));
    final String deviation = graph.node("Sub", within, batch.ofEach(moments[0]));
    return graph.node(
        "Clip",
        graph.node("Mul", deviation, batch.ofEach(moments[1])),
        graph.number(-Standardization.LIMIT),
        graph.number(Standardization.LIMIT));
  }

  private String clipped(final Batch batch, final String z, final String limit) {
    final String most = batch.ofEach(limit);
    return graph.node("Max", graph.node("Min", z, most), graph.node("Neg", most));
  }

  private double limit(final int feature) {
    final double rms = model.rms()[feature];
    return rms == 0 ? Double.MAX_VALUE : PointPredictor.CLIP * rms;
  }

  /** The weights of some features by each θ, features × (θ × vectors). */
  private double[] weights(final int from, final int count) {
    final double[] rows = new double[Math.multiplyExact(count, columns)];
    final List<Member> members = model.predicting();
    final int[] readings = Mixture.readings(members);
    for (int k = 0; k < readings.length; k++) {
      if (k == 0 || readings[k] != readings[k - 1]) {
        final IntToDoubleFunction theta = model.weights(members.get(k));
        for (int at = 0; at < count * vectors; at++) {
          final int to = at / vectors * columns + readings[k] * vectors + at % vectors;
          rows[to] = theta.applyAsDouble(from * vectors + at);
        }
      }
    }
    return rows;
  }

  private String ofStandardized(final double[] numbers, final double ofOthers) {
    final double[] all = new double[inputs];
    Arrays.fill(all, ofOthers);
    for (int i = 0; i < numbers.length; i++) {
      all[standardization.features()[i]] = numbers[i];
    }
    return graph.constant(all, inputs);
  }
}
