package org.majorant.ops.onnx;

import java.util.List;
import java.util.stream.IntStream;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.schema.Member;
import org.majorant.schema.Squares;

/**
 * The scores zᵀθ of examples by each θ of a model, examples × (θ × vectors), from the features as
 * they come:
 *
 * <pre>
 *   z = clip(standardized(transformed(x)), ±4 RMS)       [z, clip(z²)] where the spec has squares
 * </pre>
 */
final class PointScores {
  private final OnnxGraph graph;
  private final Model model;
  private final int inputs;
  private final List<Member> readers;

  PointScores(final Model model, final OnnxGraph graph) {
    this.graph = graph;
    this.model = model;
    inputs = Dimensions.inputs(model.spec().getFeatures());
    readers = readers(model);
  }

  /** Of each θ that a model predicts with the first member, which has it. */
  static List<Member> readers(final Model model) {
    final List<Member> members = model.predicting();
    final int[] readings = Mixture.readings(members);
    return IntStream.range(0, readings.length)
        .filter(k -> k == 0 || readings[k] != readings[k - 1])
        .mapToObj(members::get)
        .toList();
  }

  String of(final PointInputs points) {
    String scores = points.sum(terms(0, inputs)::scores);
    if (model.spec().getFeatures().getExpansion() instanceof Squares) {
      final Terms squares = terms(inputs, inputs);
      final String more = points.sum((batch, z) -> squares.scores(batch, graph.node("Mul", z, z)));
      scores = graph.node("Add", scores, more);
    }
    final int intercept = FeatureSpace.intercept(model.spec());
    return intercept < 0 ? scores : graph.node("Add", scores, terms(intercept, 1).weights());
  }

  private Terms terms(final int from, final int count) {
    return new Terms(graph, model, IntStream.range(from, from + count).toArray(), readers);
  }
}
