package org.majorant.ops.onnx;

import static org.majorant.ops.onnx.OnnxGraph.attribute;

import java.util.Arrays;

/**
 * Triples of an example, a feature and a value, in any order. What is summed over an example is
 * added to zeros at its row.
 *
 * @param rows the example of each value, from 0; int64
 * @param indices the feature of each value; int64
 * @param values doubles
 * @param size the number of examples, a vector of one
 * @param inputs size of the index space
 */
record SparseBatch(
    OnnxGraph graph, String rows, String indices, String values, String size, int inputs)
    implements Batch {
  @Override
  public String ofEach(final String byFeature) {
    return graph.node("Gather", byFeature, indices);
  }

  @Override
  public String sums(final String of) {
    return graph.node("Gather", added(of, size), rows);
  }

  /** What is of no such feature falls on one more column, which is cut off. */
  @Override
  public String columns(final String of, final int[] features) {
    final long columns = features.length;
    final long[] places = new long[inputs];
    Arrays.fill(places, columns);
    for (int i = 0; i < features.length; i++) {
      places[features[i]] = i;
    }
    final String place = graph.node("Gather", graph.vector(places), indices);
    final String cells = graph.node("Concat", attribute("axis", 1), column(rows), column(place));
    final String shape =
        graph.node("Concat", attribute("axis", 0), size, graph.vector(columns + 1));
    final String zeros = graph.doubles(graph.node("ConstantOfShape", shape));
    final String all = graph.node("ScatterND", attribute("reduction", "add"), zeros, cells, of);
    return graph.node("Slice", all, graph.vector(0), graph.vector(columns), graph.vector(1));
  }

  @Override
  public String scores(final String of, final String weights) {
    final String columns =
        graph.node("Slice", graph.node("Shape", weights), graph.vector(1), graph.vector(2));
    final String products = graph.node("Mul", column(of), ofEach(weights));
    return added(products, graph.node("Concat", attribute("axis", 0), size, columns));
  }

  /** Rows added to zeros of a shape. */
  private String added(final String each, final String shape) {
    final String zeros = graph.doubles(graph.node("ConstantOfShape", shape));
    return graph.node("ScatterND", attribute("reduction", "add"), zeros, column(rows), each);
  }

  private String column(final String vector) {
    return graph.node("Unsqueeze", vector, graph.vector(1));
  }
}
