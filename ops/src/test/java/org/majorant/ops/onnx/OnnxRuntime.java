package org.majorant.ops.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.schema.ModelHead;

/** What {@code onnxruntime} says of examples by the file of a model. */
final class OnnxRuntime implements AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  /**
   * @param label by example
   * @param probabilities examples × labels
   */
  record Answer(String[] label, double[][] probabilities) {}

  OnnxRuntime(final Model model) throws OrtException {
    this(model, Published.version(model).head());
  }

  OnnxRuntime(final Model model, final ModelHead head) throws OrtException {
    session = environment.createSession(OnnxModel.of(model, head).toByteArray());
  }

  OrtSession session() {
    return session;
  }

  /**
   * @param examples each index → value, in the model's space
   */
  Answer run(final List<? extends SortedMap<Integer, Double>> examples) throws OrtException {
    final Map<String, OnnxTensor> inputs = new HashMap<>();
    if (session.getInputNames().contains("features")) {
      final long[] shape =
          ((TensorInfo) session.getInputInfo().get("features").getInfo()).getShape();
      shape[0] = examples.size();
      final double[] x = new double[(int) (shape[0] * shape[1])];
      for (int i = 0; i < shape[0]; i++) {
        for (final Map.Entry<Integer, Double> each : examples.get(i).entrySet()) {
          x[(int) (i * shape[1]) + each.getKey()] = each.getValue();
        }
      }
      inputs.put("features", OnnxTensor.createTensor(environment, DoubleBuffer.wrap(x), shape));
    } else {
      final int all = examples.stream().mapToInt(Map::size).sum();
      final LongBuffer rows = LongBuffer.allocate(all);
      final LongBuffer indices = LongBuffer.allocate(all);
      final DoubleBuffer values = DoubleBuffer.allocate(all);
      for (int i = 0; i < examples.size(); i++) {
        for (final Map.Entry<Integer, Double> each : examples.get(i).entrySet()) {
          rows.put(i);
          indices.put(each.getKey());
          values.put(each.getValue());
        }
      }
      final long[] shape = {all};
      inputs.put("rows", OnnxTensor.createTensor(environment, rows.flip(), shape));
      inputs.put("indices", OnnxTensor.createTensor(environment, indices.flip(), shape));
      inputs.put("values", OnnxTensor.createTensor(environment, values.flip(), shape));
      inputs.put("size", OnnxTensor.createTensor(environment, new long[] {examples.size()}));
    }
    try (OrtSession.Result result = session.run(inputs)) {
      return new Answer(
          (String[]) result.get("label").orElseThrow().getValue(),
          (double[][]) result.get("probabilities").orElseThrow().getValue());
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
