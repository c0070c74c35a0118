package org.majorant.ops.options;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The option that says how many times an example of each label counts, in place of the spec's
 * {@code weights}. They are numbers, because a stream does not know how often each label will come.
 */
public final class ClassWeights {
  /** A comma after LABEL=NUMBER: a label may have commas of its own, and equals signs. */
  public static final String NEXT = "(?<==[-+.eE0-9]{1,24}),";

  private static final double MOST = 1e6;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--class-weights",
      paramLabel = "LABEL=W",
      split = NEXT,
      description =
          "Of points: how many times an example of each label counts, as no=1,yes=8, in place of"
              + " the spec's weights. 'ops/majorant spec infer --class-weights balanced' finds those"
              + " with which all labels count the same.")
  private List<String> given = List.of();

  /**
   * The spec with these weights, where any are given.
   *
   * @throws picocli.CommandLine.ParameterException where they are not those of its labels
   */
  public ModelSpec in(final ModelSpec spec) {
    if (given.isEmpty()) {
      return spec;
    }
    Usage.require(
        command,
        spec.getTask() == Task.MULTICLASS,
        "--class-weights is for models of points: leave it out");
    Usage.require(
        command,
        spec.getLateLabels() == null || spec.getLateLabels().getReviseMillis() == 0,
        "--class-weights excludes label.revise, by which another label would have counted otherwise");
    final Map<String, Double> weights = new LinkedHashMap<>();
    given.forEach(each -> put(weights, each, spec.getLabels()));
    final List<Double> ofLabels = new ArrayList<>();
    for (final String label : spec.getLabels()) {
      Usage.require(
          command,
          weights.containsKey(label),
          "--class-weights has none for '%s': give one for each of %s"
              .formatted(label, spec.getLabels()));
      ofLabels.add(weights.get(label));
    }
    return ModelSpec.newBuilder(spec).setWeights(ofLabels).build();
  }

  private void put(
      final Map<String, Double> weights, final String given, final List<String> labels) {
    final int equals = given.lastIndexOf('=');
    Usage.require(
        command,
        equals > 0,
        "--class-weights: '%s' is no LABEL=W; 'ops/majorant spec infer --class-weights balanced' finds numbers"
            .formatted(given));
    final String label = given.substring(0, equals);
    Usage.require(
        command,
        labels.contains(label),
        "--class-weights: '%s' is not one of the labels %s".formatted(label, labels));
    final double weight = number(given.substring(equals + 1));
    Usage.require(
        command,
        weight > 0 && weight <= MOST,
        "--class-weights of '%s' must be a number above 0, and at most %,.0f"
            .formatted(label, MOST));
    Usage.require(
        command,
        weights.put(label, weight) == null,
        "--class-weights has '%s' twice: give one for each label".formatted(label));
  }

  private static double number(final String text) {
    try {
      return Double.parseDouble(text);
    } catch (final NumberFormatException e) {
      return Double.NaN;
    }
  }
}
