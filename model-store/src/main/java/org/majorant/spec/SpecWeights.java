package org.majorant.spec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.ModelSpec;

/**
 * The field {@code weights} of a spec file: how many times an example of each label counts. A label
 * that is not named counts once.
 *
 * <pre>
 *   weights: {"no": 0.53, "yes": 8.1}
 * </pre>
 */
final class SpecWeights {
  /** As much as a label may be rarer than another one. */
  private static final double MOST = 1e6;

  private static final String BALANCED = "balanced";

  private SpecWeights() {}

  /**
   * @param labels of the spec
   * @return one a label; none where the spec names none
   */
  static List<Double> read(final Field field, final TaskRules task, final List<String> labels) {
    task.require(field, !field.isAbsent());
    if (isBalanced(field, labels)) {
      field.fault(
          "are numbers, since a stream does not know how often each label will come:"
              + " 'ops/majorant spec infer --class-weights balanced' writes those of a file");
      return List.of();
    }
    final List<String> named = field.names();
    for (final String label : named) {
      if (!labels.contains(label)) {
        field.get(label).fault("'%s' is not one of the labels".formatted(label));
      }
    }
    final List<Double> weights = new ArrayList<>();
    for (final String label : named.isEmpty() ? List.<String>of() : labels) {
      final Field weight = field.get(label);
      weights.add(weight.isAbsent() ? 1 : weight.positiveUpTo(MOST));
    }
    return weights;
  }

  /** Whether somebody asks for weights that nobody can know, as other programs do. */
  private static boolean isBalanced(final Field field, final List<String> labels) {
    return field.isWord(BALANCED) || !field.get(BALANCED).isAbsent() && !labels.contains(BALANCED);
  }

  /** Writes what {@link #read} reads, if there is anything. */
  static void write(final ModelSpec spec, final ObjectNode tree) {
    for (int y = 0; y < spec.getWeights().size(); y++) {
      tree.withObjectProperty("weights")
          .set(spec.getLabels().get(y), SpecTree.number(spec.getWeights().get(y)));
    }
  }
}
