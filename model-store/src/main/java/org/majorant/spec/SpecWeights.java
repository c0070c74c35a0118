package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.ModelSpec;

/** How many times an example of each label counts; a label that is not named counts once. */
final class SpecWeights {
  /** As much as a label may be rarer than another one. */
  private static final double MOST = 1e6;

  private static final String BALANCED = "balanced";

  static final SpecField.Access WEIGHTS =
      new SpecField.Access("a map, each above 0 to 1e6", SpecWeights::read, SpecWeights::write);

  private SpecWeights() {}

  /** One a label; none where the file names none. */
  private static void read(final Field field, final ModelSpec spec) {
    final List<String> labels = spec.getLabels();
    if (isBalanced(field, labels)) {
      field.fault(
          "are numbers, since a stream does not know how often each label will come:"
              + " 'ops/majorant spec infer --class-weights balanced' writes those of a file");
      return;
    }
    final List<String> named = field.names();
    if (OpenLabels.areIn(spec) && !named.isEmpty()) {
      field.fault("open labels count alike: list the labels, or leave the weights out");
      return;
    }
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
    spec.setWeights(weights);
  }

  /** Whether somebody asks for weights that nobody can know, as other programs do. */
  private static boolean isBalanced(final Field field, final List<String> labels) {
    return field.isWord(BALANCED) || !field.get(BALANCED).isAbsent() && !labels.contains(BALANCED);
  }

  private static JsonNode write(final ModelSpec spec) {
    final ObjectNode weights = JsonNodeFactory.instance.objectNode();
    for (int y = 0; y < spec.getWeights().size(); y++) {
      weights.set(spec.getLabels().get(y), YamlText.node(spec.getWeights().get(y)));
    }
    return weights.isEmpty() ? null : weights;
  }
}
