package org.majorant.ops.onnx;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;
import org.majorant.schema.Member;

/**
 * What some features of a model add to the scores of examples, and to the variances of these. The
 * columns of a batch are these features, in their order:
 *
 * <pre>
 *   c = clip(z, ±4 RMS)        scores cᵀθ        variances Σ c²/π, of what was never seen 1/λ, or c²/(λR̄) in a view of counts
 * </pre>
 */
final class Terms {
  private final OnnxGraph graph;
  private final Model model;
  private final int[] features;
  private final int vectors;
  private final String weights;

  /**
   * @param features their indices
   * @param readers by whose θ scores are, one after the other
   */
  Terms(
      final OnnxGraph graph, final Model model, final int[] features, final List<Member> readers) {
    this.graph = graph;
    this.model = model;
    this.features = features;
    vectors = Dimensions.of(model.spec()).vectors();
    weights = graph.constant(weights(readers), size(), columns(readers));
  }

  private int size() {
    return features.length;
  }

  private int columns(final List<Member> readers) {
    return Math.multiplyExact(readers.size(), vectors);
  }

  private double limit(final int feature) {
    final double rms = model.rms()[feature];
    return rms == 0 ? Double.MAX_VALUE : PointPredictor.CLIP * rms;
  }

  /** Features × (readers × vectors). */
  private double[] weights(final List<Member> readers) {
    final int columns = columns(readers);
    final double[] rows = new double[Math.multiplyExact(size(), columns)];
    for (int r = 0; r < readers.size(); r++) {
      final IntToDoubleFunction theta = model.weights(readers.get(r));
      for (int i = 0; i < size(); i++) {
        for (int c = 0; c < vectors; c++) {
          rows[i * columns + r * vectors + c] = theta.applyAsDouble(features[i] * vectors + c);
        }
      }
    }
    return rows;
  }

  /** θ, features × (readers × vectors). */
  String weights() {
    return weights;
  }

  /** Examples × (readers × vectors). */
  String scores(final Batch batch, final String z) {
    return batch.scores(clipped(batch, z), weights);
  }

  /** Examples × vectors. */
  String variances(final Batch batch, final String z) {
    final Views views = Views.of(model.spec());
    final double[] seen = new double[size() * vectors];
    final double[] unseen = new double[seen.length];
    boolean areSeen = true;
    for (int at = 0; at < seen.length; at++) {
      final int feature = features[at / vectors];
      final double l2 = model.spec().getL2();
      if (model.rms()[feature] != 0) {
        seen[at] = 1.0 / model.precision()[feature * vectors + at % vectors];
      } else if (views.block(feature).sharesScale(feature)) {
        seen[at] = 1 / (l2 * model.commonSquare());
      } else {
        unseen[at] = 1 / l2;
        areSeen = false;
      }
    }
    final String clipped = clipped(batch, z);
    final String squares = graph.node("Mul", clipped, clipped);
    final String known = batch.scores(squares, graph.constant(seen, size(), vectors));
    if (areSeen) {
      return known;
    }
    final String areGiven = graph.node("Abs", graph.node("Sign", z));
    final String others = batch.scores(areGiven, graph.constant(unseen, size(), vectors));
    return graph.node("Add", known, others);
  }

  private String clipped(final Batch batch, final String z) {
    final double[] limits = Arrays.stream(features).mapToDouble(this::limit).toArray();
    final String most = batch.ofEach(graph.constant(limits, size()));
    return graph.node("Max", graph.node("Min", z, most), graph.node("Neg", most));
  }
}
