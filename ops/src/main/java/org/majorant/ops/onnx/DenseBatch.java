package org.majorant.ops.onnx;

import static org.majorant.ops.onnx.OnnxGraph.attribute;

import java.util.Arrays;

/**
 * A matrix, examples × features.
 *
 * @param values doubles of that shape
 */
record DenseBatch(OnnxGraph graph, String values) implements Batch {
  @Override
  public String ofEach(final String byFeature) {
    return byFeature;
  }

  @Override
  public String sums(final String of) {
    return graph.node("ReduceSum", attribute("keepdims", 1), of, graph.vector(1));
  }

  @Override
  public String columns(final String of, final int[] features) {
    final long[] indices = Arrays.stream(features).asLongStream().toArray();
    return graph.node("Gather", attribute("axis", 1), of, graph.vector(indices));
  }

  @Override
  public String scores(final String of, final String weights) {
    return graph.node("MatMul", of, weights);
  }
}
