package org.majorant.ops.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph of ONNX operators that grows node by node. A tensor is known by its name, which the
 * method that makes it returns. An operator's attributes are made by {@link #attribute}.
 */
final class OnnxGraph {
  private final GraphProto.Builder graph = GraphProto.newBuilder();
  private final Map<TensorProto, String> constants = new HashMap<>();

  /**
   * An input.
   *
   * @param dimensions a number each, or the name of one that is known when the model is run
   */
  String input(final String name, final DataType type, final Object... dimensions) {
    graph.addInput(value(name, type, dimensions));
    return name;
  }

  /** Says that a tensor is an output, by a name of its own. */
  void output(
      final String name, final String tensor, final DataType type, final Object... dimensions) {
    graph.addNode(
        NodeProto.newBuilder().setOpType("Identity").addInput(tensor).addOutput(name).build());
    graph.addOutput(value(name, type, dimensions));
  }

  private static ValueInfoProto value(
      final String name, final DataType type, final Object... dimensions) {
    final ValueInfoProto.Builder value = ValueInfoProto.newBuilder().setName(name);
    final var tensor = value.getTypeBuilder().getTensorTypeBuilder();
    tensor.setElemType(type.getNumber());
    final var shape = tensor.getShapeBuilder();
    for (final Object each : dimensions) {
      shape.addDim(
          each instanceof Number size
              ? Dimension.newBuilder().setDimValue(size.longValue())
              : Dimension.newBuilder().setDimParam(each.toString()));
    }
    return value.build();
  }

  /** A constant of some shape, row-major. */
  String constant(final double[] values, final long... shape) {
    final ByteBuffer bytes = room(values.length);
    bytes.asDoubleBuffer().put(values);
    return constant(tensor(DataType.DOUBLE, shape).setRawData(wrapped(bytes)));
  }

  /** A number, which has no shape. */
  String number(final double value) {
    return constant(new double[] {value});
  }

  /** A vector of whole numbers. */
  String vector(final long... values) {
    final ByteBuffer bytes = room(values.length);
    bytes.asLongBuffer().put(values);
    return constant(tensor(DataType.INT64, values.length).setRawData(wrapped(bytes)));
  }

  /** A vector of texts. */
  String vector(final List<String> values) {
    return constant(
        tensor(DataType.STRING, values.size())
            .addAllStringData(values.stream().map(ByteString::copyFromUtf8).toList()));
  }

  /** One that is there already is used again. */
  private String constant(final TensorProto.Builder tensor) {
    return constants.computeIfAbsent(
        tensor.build(),
        added -> {
          final String name = "c" + graph.getInitializerCount();
          graph.addInitializer(tensor.setName(name));
          return name;
        });
  }

  private static TensorProto.Builder tensor(final DataType type, final long... shape) {
    return TensorProto.newBuilder()
        .setDataType(type.getNumber())
        .addAllDims(Arrays.stream(shape).boxed().toList());
  }

  private static ByteBuffer room(final int numbers) {
    return ByteBuffer.allocate(Math.multiplyExact(Double.BYTES, numbers))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteString wrapped(final ByteBuffer bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  /** What an operator makes of its inputs. */
  String node(final String operator, final String... inputs) {
    return node(operator, List.of(), inputs);
  }

  /** The same with an attribute. */
  String node(final String operator, final AttributeProto attribute, final String... inputs) {
    return node(operator, List.of(attribute), inputs);
  }

  /** The same with several attributes. */
  String node(
      final String operator, final List<AttributeProto> attributes, final String... inputs) {
    final String name = "t" + graph.getNodeCount();
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType(operator)
            .addAllInput(Arrays.asList(inputs))
            .addAllAttribute(attributes)
            .addOutput(name));
    return name;
  }

  static AttributeProto attribute(final String name, final long value) {
    return AttributeProto.newBuilder().setName(name).setType(AttributeType.INT).setI(value).build();
  }

  static AttributeProto attribute(final String name, final String value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.STRING)
        .setS(ByteString.copyFromUtf8(value))
        .build();
  }

  /** The tensor as doubles. */
  String doubles(final String tensor) {
    return node("Cast", attribute("to", DataType.DOUBLE.getNumber()), tensor);
  }

  GraphProto build(final String name) {
    return graph.setName(name).build();
  }
}
