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

  public static TaskFields of(final Task task) {
    return new TaskFields(
        switch (task) {
          case MULTICLASS -> Map.of("max-width", WIDTH, "features.templates", TEMPLATES);
          case SEQUENCE ->
              Map.of(
                  "max-width",
                  WIDTH,
                  "latent",
                  LATENT,
                  "curvature.memory",
                  "sequences have diagonal curvature only",
                  "prior.l1",
                  "is not for sequences",
                  "constraints",
                  "are not for sequences");
          case CHOICE ->
              Map.of(
                  "max-width",
                  WIDTH,
                  "features.templates",
                  TEMPLATES,
                  "latent",
                  LATENT,
                  "curvature.memory",
                  "choices have diagonal curvature only",
                  "labels",
                  "a choice has no labels: each example brings its own alternatives",
                  "features.intercept",
                  "is the same in all alternatives of a choice, so that nothing can be learned of"
                      + " it");
          case GRAPH ->
              Map.of(
                  "features.templates",
                  TEMPLATES,
                  "latent",
                  LATENT,
                  "curvature.memory",
                  "graphs have diagonal curvature only",
                  "labels",
                  "a graph has no labels: each example brings its own variables",
                  "features.intercept",
                  "is the same in all configurations, so that nothing can be learned of it");
        });
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
