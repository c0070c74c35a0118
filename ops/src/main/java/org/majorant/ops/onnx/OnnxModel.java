package org.majorant.ops.onnx;

import static org.majorant.ops.onnx.OnnxGraph.attribute;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.Hashed;
import org.majorant.schema.Member;
import org.majorant.schema.ModelHead;

/**
 * A model of points as a graph that computes in doubles what {@link PointPredictor} does:
 *
 * <pre>
 *     p = Σ_k w_k softmax(a_k s_k)       over the members, with the scores s_k by θ_k, or by the stack
 * </pre>
 */
public final class OnnxModel {
  /** The first operators of which one adds up what falls on one place; of the year 2022. */
  private static final int OPERATORS = 16;

  private static final int FORMAT = 8;
  private static final String EXAMPLES = "examples";

  private final OnnxGraph graph = new OnnxGraph();
  private final Model model;
  private final List<Member> members;
  private final Dimensions sizes;

  private OnnxModel(final Model model) {
    this.model = model;
    members = model.predicting();
    sizes = Dimensions.of(model.spec());
  }

  /**
   * A model in the format.
   *
   * @param head of its version
   * @throws CommandFailed where the format cannot say what it does, in one line
   */
  public static ModelProto of(final Model model, final ModelHead head) {
    OnnxLimits.require(model);
    final OnnxModel onnx = new OnnxModel(model);
    onnx.predict();
    return ModelProto.newBuilder()
        .setIrVersion(FORMAT)
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPERATORS))
        .setProducerName("majorant")
        .setModelVersion(model.version())
        .setDocString(onnx.description())
        .addAllMetadataProps(OnnxMetadata.of(head))
        .setGraph(onnx.graph.build(model.spec().getModel()))
        .build();
  }

  /** How a batch is given, for whoever has the file alone. */
  private String description() {
    final String inputs =
        PointInputs.isDense(model)
            ? "features has a row an example and a column a feature, 0 where it is not given."
            : "values[j] is that of the feature indices[j] of the example rows[j], from 0, and size"
                + " the number of examples. An example gives each feature once: values of one index"
                + " are to be added up before.";
    final String hash =
        model.spec().getFeatures().getSpace() instanceof Hashed hashed
            ? " The index of a name is the last %d bits of MurmurHash3 (x86, 32 bits, seed 0) of its UTF-8."
                .formatted(hashed.getBits())
            : "";
    return inputs
        + hash
        + " label is the most probable label of each example; probabilities has a column a label, in"
        + " the order of the metadata's labels.";
  }

  private void predict() {
    final PointInputs points = new PointInputs(model, graph, EXAMPLES);
    final String p =
        probabilities(
            Views.areIn(model.spec())
                ? new StackedScores(model, graph).of(points)
                : new PointScores(model, graph).of(points));
    final String best =
        graph.node("ArgMax", List.of(attribute("axis", 1), attribute("keepdims", 0)), p);
    final String label = graph.node("Gather", graph.vector(model.spec().getLabels()), best);
    graph.output("label", label, DataType.STRING, EXAMPLES);
    graph.output("probabilities", p, DataType.DOUBLE, EXAMPLES, sizes.labels());
  }

  /** Of the labels, examples × labels: each the sum of its hidden states'. */
  private String probabilities(final String scores) {
    final int vectors = sizes.vectors();
    String s = shaped(scores, PointScores.readers(model).size(), vectors);
    if (vectors < sizes.outcomes()) { // the first of two labels has the score zero
      s = graph.node("Pad", s, graph.vector(0, 0, 1, 0, 0, 0));
    }
    final long[] readings = Arrays.stream(Mixture.readings(members)).asLongStream().toArray();
    s = graph.node("Gather", attribute("axis", 1), s, graph.vector(readings));
    final String each =
        graph.node(
            "Softmax",
            attribute("axis", 2),
            graph.node("Mul", s, ofMembers(Member::getTemperature)));
    final String p = summed(graph.node("Mul", each, ofMembers(Member::getWeight)), 1);
    return sizes.states() == 1 ? p : summed(shaped(p, sizes.labels(), sizes.states()), 2);
  }

  private String ofMembers(final ToDoubleFunction<Member> number) {
    return graph.constant(members.stream().mapToDouble(number).toArray(), members.size(), 1);
  }

  private String shaped(final String tensor, final long second, final long third) {
    return graph.node("Reshape", tensor, graph.vector(0, second, third)); // 0: as it is
  }

  private String summed(final String tensor, final long axis) {
    return graph.node("ReduceSum", attribute("keepdims", 0), tensor, graph.vector(axis));
  }
}
