package org.majorant.ops.onnx;

import static org.majorant.ops.onnx.OnnxGraph.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.model.Model;
import org.majorant.model.Stack;
import org.majorant.schema.Member;
import org.majorant.schema.View;

/**
 * The scores of examples by each reading of a model's views, and by its {@link Stack}, examples ×
 * readings × vectors:
 *
 * <pre>
 *   s_r = cᵀθ_r        v = Σ c²/π        over the features that the view of r sees, and its intercept
 *   m   = (s − mean s) / √(1 + π/8 v)    of each view's first reading
 *   stack = Σ w_r s_r + Σ w'_view m_view
 * </pre>
 */
final class StackedScores {
  private final OnnxGraph graph;
  private final Model model;
  private final Views views;
  private final int inputs;
  private final int vectors;
  private final List<Member> readers;
  private final MadeFeatures made;

  StackedScores(final Model model, final OnnxGraph graph) {
    this.graph = graph;
    this.model = model;
    views = Views.of(model.spec());
    inputs = Dimensions.inputs(model.spec().getFeatures());
    vectors = Dimensions.of(model.spec()).vectors();
    readers = PointScores.readers(model);
    made = new MadeFeatures(model, graph);
  }

  String of(final PointInputs points) {
    final List<String> plain = new ArrayList<>();
    final List<String> moderated = new ArrayList<>();
    for (final Views.Block block : views.blocks()) {
      final List<Member> own =
          readers.stream().filter(reader -> reader.getView() == block.number()).toList();
      final int first = block.offset();
      final Terms given = terms(IntStream.range(first, first + inputs).toArray(), own);
      final Terms always = terms(new int[] {block.end() - 1}, own);
      final Batch one = new DenseBatch(graph, graph.constant(new double[] {1}, 1, 1));
      String scores = sum(ofInputs(block, points, given::scores), always.scores(one, one.values()));
      String variances =
          sum(ofInputs(block, points, given::variances), always.variances(one, one.values()));
      final MadeFeatures.Columns more = made.of(block, points);
      if (more.features().length > 0) {
        final Batch batch = new DenseBatch(graph, more.values());
        final Terms terms = terms(more.features(), own);
        scores = sum(scores, terms.scores(batch, more.values()));
        variances = sum(variances, terms.variances(batch, more.values()));
      }
      if (block.view() == View.CROSSES) {
        final PairScores pairs = new PairScores(graph, model, block, points);
        scores = sum(scores, pairs.scores(own));
        variances = sum(variances, pairs.variances());
      }
      final String each = shaped(scores, own.size());
      plain.add(each);
      moderated.add(moderated(each, shaped(variances, 1)));
    }
    return stacked(plain, moderated);
  }

  private static String ofInputs(
      final Views.Block block, final PointInputs points, final PointInputs.Sum sum) {
    return block.view() == View.COUNTS ? points.sumOfCounts(sum) : points.sum(sum);
  }

  private Terms terms(final int[] features, final List<Member> own) {
    return new Terms(graph, model, features, own);
  }

  private String sum(final String one, final String other) {
    return graph.node("Add", one, other);
  }

  private String shaped(final String scores, final int readings) {
    return graph.node("Reshape", scores, graph.vector(0, readings, vectors)); // 0: as it is
  }

  /** Of two labels there is one score, and nothing to subtract. */
  private String moderated(final String scores, final String variances) {
    String first = graph.node("Gather", attribute("axis", 1), scores, graph.vector(0));
    if (vectors > 1) {
      final String sum = graph.node("ReduceSum", attribute("keepdims", 1), first, graph.vector(2));
      first = graph.node("Sub", first, graph.node("Div", sum, graph.number(vectors)));
    }
    final String spread = graph.node("Mul", variances, graph.number(Math.PI / 8));
    return graph.node("Div", first, graph.node("Sqrt", graph.node("Add", spread, graph.number(1))));
  }

  private String stacked(final List<String> plain, final List<String> moderated) {
    final List<Double> ofPlain = new ArrayList<>();
    final List<Double> ofModerated = new ArrayList<>();
    final Stack stack = new Stack(model.spec());
    final int[] places = stack.places();
    for (int i = 0; i < places.length; i++) {
      final double learned = model.weights()[(views.end() + places[i]) * vectors];
      final boolean isModerated = places[i] % Views.STACKED == 0;
      (isModerated ? ofModerated : ofPlain).add(stack.mean(i) + learned);
    }
    final String scores = joined(plain);
    final String all = sum(weighted(scores, ofPlain), weighted(joined(moderated), ofModerated));
    return joined(List.of(scores, all));
  }

  private String joined(final List<String> tensors) {
    return graph.node("Concat", attribute("axis", 1), tensors.toArray(String[]::new));
  }

  /** Σ over readings. */
  private String weighted(final String scores, final List<Double> weights) {
    final double[] each = weights.stream().mapToDouble(Double::doubleValue).toArray();
    return graph.node(
        "ReduceSum",
        attribute("keepdims", 1),
        graph.node("Mul", scores, graph.constant(each, each.length, 1)),
        graph.vector(1));
  }
}
