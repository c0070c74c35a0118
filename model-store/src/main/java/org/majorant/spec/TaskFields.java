package org.majorant.spec;

import java.util.Map;
import org.majorant.schema.Task;

/**
 * Which fields of a spec file mean something for a task. The rules for all tasks stand here
 * together, so that a new task is described in one place.
 *
 * @param refusals path of each field that the task does not take → why it does not
 */
public record TaskFields(Map<String, String> refusals) {
  private static final String WIDTH = "is for 'task: graph' only";
  private static final String TEMPLATES = "are for 'task: sequence' only";
  private static final String LATENT = "is for 'task: multiclass' only";

  private static final String IN_ALTERNATIVES =
      "is the same in all alternatives of a choice, so that nothing can be learned of it";
  private static final String IN_CONFIGURATIONS =
      "is the same in all configurations, so that nothing can be learned of it";

  private static final TaskFields MULTICLASS =
      new TaskFields(Map.of("max-width", WIDTH, "features.templates", TEMPLATES));

  private static final TaskFields SEQUENCE =
      new TaskFields(
          Map.of(
              "max-width", WIDTH,
              "latent", LATENT,
              "curvature.memory", "sequences have diagonal curvature only",
              "prior.l1", "is not for sequences",
              "constraints", "are not for sequences"));

  private static final TaskFields CHOICE =
      new TaskFields(
          Map.of(
              "max-width", WIDTH,
              "features.templates", TEMPLATES,
              "latent", LATENT,
              "curvature.memory", "choices have diagonal curvature only",
              "labels", "a choice has no labels: each example brings its own alternatives",
              "features.intercept", IN_ALTERNATIVES));

  private static final TaskFields GRAPH =
      new TaskFields(
          Map.of(
              "features.templates", TEMPLATES,
              "latent", LATENT,
              "curvature.memory", "graphs have diagonal curvature only",
              "labels", "a graph has no labels: each example brings its own variables",
              "features.intercept", IN_CONFIGURATIONS));

  public static TaskFields of(final Task task) {
    return switch (task) {
      case MULTICLASS -> MULTICLASS;
      case SEQUENCE -> SEQUENCE;
      case CHOICE -> CHOICE;
      case GRAPH -> GRAPH;
    };
  }

  /**
   * Whether the task has a use for a field.
   *
   * @param path of the field in a spec file, with dots
   */
  public boolean takes(final String path) {
    return !refusals.containsKey(path);
  }

  boolean takes(final Field field) {
    return takes(field.path());
  }

  /** Faults a field that is given, where the task does not take it. */
  void require(final Field field, final boolean given) {
    if (given && !takes(field)) {
      field.fault(refusals.get(field.path()));
    }
  }
}
