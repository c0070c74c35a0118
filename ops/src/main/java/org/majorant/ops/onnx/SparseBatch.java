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
    return graph.node("Gather", added(of, rows, size), rows);
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
    final String wide = graph.vector(columns + 1);
    final String cells = graph.node("Add", graph.node("Mul", rows, wide), place);
    final String all =
        graph.node(
            "Reshape",
            added(of, cells, graph.node("Mul", size, wide)),
            graph.node("Concat", attribute("axis", 0), size, wide));
    return graph.node("Slice", all, graph.vector(0), graph.vector(columns), graph.vector(1));
  }

  @Override
  public String scores(final String of, final String weights) {
    final String columns =
        graph.node("Slice", graph.node("Shape", weights), graph.vector(1), graph.vector(2));
    final String products = graph.node("Mul", column(of), ofEach(weights));
    final String places = graph.node("Expand", column(rows), graph.node("Shape", products));
    return added(products, places, graph.node("Concat", attribute("axis", 0), size, columns));
  }

  /**
   * Each added to zeros of a shape at the row of its place. ScatterND would need no place for each
   * column, but runtimes add by it in several threads, which lose some of what one row gets
   * (onnxruntime 1.22; its issue 18048).
   */
  private String added(final String each, final String places, final String shape) {
    final String zeros = graph.doubles(graph.node("ConstantOfShape", shape));
    return graph.node("ScatterElements", attribute("reduction", "add"), zeros, places, each);
  }

  private String column(final String vector) {
    return graph.node("Unsqueeze", vector, graph.vector(1));
  }
}
