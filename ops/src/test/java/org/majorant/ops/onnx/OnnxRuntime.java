package org.majorant.ops.onnx;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.TreeMap;
import org.apache.commons.codec.digest.MurmurHash3;
import org.majorant.features.Dimensions;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;

/** What {@code onnxruntime} says of examples by the file of a model. */
public final class OnnxRuntime implements AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final ModelSpec spec;
  private final OrtSession session;

  /**
   * @param label by example
   * @param probabilities examples × labels
   */
  public record Answer(String[] label, double[][] probabilities) {}

  public OnnxRuntime(final Model model) throws OrtException {
    this(model, Published.version(model).head());
  }

  OnnxRuntime(final Model model, final ModelHead head) throws OrtException {
    spec = model.spec();
    session = environment.createSession(OnnxModel.of(model, head).toByteArray());
  }

  OrtSession session() {
    return session;
  }

  /** Says what it predicts of points, whose features whoever has the file makes numbers of. */
  public Answer run(final List<LabeledExample> points) throws OrtException {
    final List<SortedMap<Integer, Double>> examples = points.stream().map(this::vector).toList();
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

  /** Index → value of an example, as whoever runs the file gives it. */
  private SortedMap<Integer, Double> vector(final LabeledExample example) {
    final Object features = ((Point) example.getStructure()).getFeatures();
    final SortedMap<Integer, Double> vector = new TreeMap<>();
    if (features instanceof NamedFeatures named) {
      for (int i = 0; i < named.getNames().size(); i++) {
        final double value = named.getValues().isEmpty() ? 1 : named.getValues().get(i);
        final int index = index(named.getNames().get(i));
        if (index >= 0) {
          vector.merge(index, value, Double::sum);
        }
      }
    } else if (features instanceof SparseVector sparse) {
      for (int i = 0; i < sparse.getIndices().size(); i++) {
        final double value = sparse.getValues().isEmpty() ? 1 : sparse.getValues().get(i);
        vector.put(sparse.getIndices().get(i), value);
      }
    }
    return vector;
  }

  /** Of a name; negative where it is not listed. */
  private int index(final String name) {
    if (spec.getFeatures().getSpace() instanceof Named named) {
      return named.getNames().indexOf(name);
    }
    final byte[] utf8 = name.getBytes(UTF_8);
    final int hash = MurmurHash3.hash32x86(utf8, 0, utf8.length, 0);
    return hash & (Dimensions.inputs(spec.getFeatures()) - 1);
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
