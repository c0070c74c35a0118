package org.majorant.research.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/**
 * Examples to learn, as many as a bench wants: drawn, or those of a file over and over.
 *
 * @param tree of a spec that fits them
 * @param examples by their place
 */
public record BenchData(ObjectNode tree, IntFunction<LabeledExample> examples) {
  /**
   * Examples of some labels with features of random values. Small indices are more frequent, as
   * words are: an index is d·u², u uniform.
   *
   * @param dimension d
   * @param features of an example, at most: one that is drawn twice counts once
   * @param labels how many; the first feature says which
   */
  public static BenchData drawn(final int dimension, final int features, final int labels) {
    final ObjectNode tree = JsonNodeFactory.instance.objectNode();
    final ArrayNode names = tree.putArray("labels");
    IntStream.range(0, labels).forEach(label -> names.add("label " + label));
    tree.putObject("features").put("dimension", dimension);
    return new BenchData(tree, i -> draw(new SplittableRandom(i), dimension, features, labels));
  }

  /**
   * @param tree of a spec for the records
   */
  public static BenchData repeated(final ObjectNode tree, final List<byte[]> records) {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    return new BenchData(tree, i -> serde.decode(records.get(i % records.size())));
  }

  /**
   * @param curvature as a spec calls it: auto, full, low-rank or diagonal
   * @throws org.majorant.spec.SpecException where it is not for so many features
   */
  public ModelSpec spec(final String model, final String curvature) {
    final ObjectNode spec = tree.deepCopy().put("model", model);
    spec.putObject("curvature").put("memory", curvature);
    return SpecFile.read(spec);
  }

  private static LabeledExample draw(
      final SplittableRandom random, final int dimension, final int features, final int labels) {
    final int[] indices =
        random
            .ints(features, 0, dimension)
            .map(k -> (int) ((long) k * k / dimension))
            .sorted()
            .distinct()
            .toArray();
    final List<Float> values = new ArrayList<>();
    for (int j = 0; j < indices.length; j++) {
      values.add((float) (1 + random.nextDouble()));
    }
    final SparseVector x = new SparseVector(Arrays.stream(indices).boxed().toList(), values);
    return new LabeledExample(
        null, null, 1.0, new Point(x, "label " + indices[0] % labels, null, null));
  }
}
