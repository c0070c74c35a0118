package org.majorant.spec;

import java.util.HashMap;
import java.util.Map;
import org.majorant.schema.Task;

/**
 * What a task says of a spec: which prior it has where the spec names none, and which fields mean
 * nothing for it. All that this room knows of a task stands here.
 *
 * @param strength λ where a spec names none
 * @param scalesPrior whether λ is in units of each feature's mean square, so that units of features
 *     do not matter; else λ is the precision itself, as suits indicators
 * @param mostFull features up to which full curvature is chosen where a spec leaves the choice
 * @param refusals path of each field that the task does not take → why it does not
 */
public record TaskRules(
    double strength, boolean scalesPrior, int mostFull, Map<String, String> refusals) {
  /** What the prior of a transition between labels has beyond λ. */
  public static final double TRANSITIONS = 5;

  private static final double SCALED = 0.3;
  private static final int ANY = Integer.MAX_VALUE;
  private static final String GRAPHS = "is for 'task: graph' only";
  private static final String EDGES = "is for 'task: matching' only";
  private static final String SEQUENCES = "are for 'task: sequence' only";
  private static final String L1 = "is not for sequences";
  private static final String MEMBERS =
      "are for 'task: multiclass', 'task: sequence' and 'task: choice' only";

  /** What only points take: a row of a table is one, and has one label. */
  private static final Map<String, String> OF_POINTS =
      Map.of(
          "columns", "are for 'task: multiclass' only, whose examples may be rows of a table",
          "weights", "are for 'task: multiclass' only: give each example its own weight");

  private static final String LATENT = "is for 'task: multiclass' only";
  private static final String SCALE = "is for 'task: multiclass' only";

  private static final String IN_ALTERNATIVES =
      "is the same in all alternatives of a choice, so that nothing can be learned of it";
  private static final String IN_CONFIGURATIONS =
      "is the same in all configurations, so that nothing can be learned of it";

  private static final String IN_EDGES =
      "is the same for all edges: give those that are to have it a feature of their own";

  private static final TaskRules MULTICLASS =
      new TaskRules(
          SCALED,
          true,
          ANY,
          Map.of(
              "max-width", GRAPHS,
              "inference", GRAPHS,
              "max-edges", EDGES,
              "transitions", SEQUENCES,
              "features.templates", SEQUENCES));

  private static final TaskRules SEQUENCE =
      new TaskRules(
          2,
          false,
          ANY,
          others(
              Map.of(
                  "max-width", GRAPHS,
                  "inference", GRAPHS,
                  "max-edges", EDGES,
                  "prior.scale", SCALE,
                  "latent", LATENT,
                  "curvature.memory", "sequences have diagonal curvature only",
                  "prior.l1", L1,
                  "constraints", "are not for sequences")));

  private static final TaskRules CHOICE =
      new TaskRules(
          SCALED,
          true,
          ANY,
          others(
              Map.of(
                  "max-width", GRAPHS,
                  "inference", GRAPHS,
                  "max-edges", EDGES,
                  "prior.scale", SCALE,
                  "transitions", SEQUENCES,
                  "features.templates", SEQUENCES,
                  "latent", LATENT,
                  "curvature.memory", "choices have diagonal curvature only",
                  "labels", "a choice has no labels: each example brings its own alternatives",
                  "features.intercept", IN_ALTERNATIVES)));

  private static final TaskRules GRAPH =
      new TaskRules(
          SCALED,
          true,
          ANY,
          others(
              Map.of(
                  "max-edges", EDGES,
                  "members", MEMBERS,
                  "prior.scale", SCALE,
                  "transitions", SEQUENCES,
                  "features.templates", SEQUENCES,
                  "latent", LATENT,
                  "curvature.memory", "graphs have diagonal curvature only",
                  "labels", "a graph has no labels: each example brings its own variables",
                  "features.intercept", IN_CONFIGURATIONS)));

  /** A step of full curvature takes the cube of the features. */
  private static final TaskRules MATCHING =
      new TaskRules(
          SCALED,
          true,
          300,
          others(
              Map.of(
                  "max-width", GRAPHS,
                  "inference", GRAPHS,
                  "members", MEMBERS,
                  "prior.scale", SCALE,
                  "transitions", SEQUENCES,
                  "features.templates", SEQUENCES,
                  "latent", LATENT,
                  "forgetting.directional", "is for 'task: multiclass' only",
                  "labels", "a matching has no labels: each example brings its own nodes",
                  "features.intercept", IN_EDGES)));

  private static Map<String, String> others(final Map<String, String> refusals) {
    final Map<String, String> all = new HashMap<>(refusals);
    all.putAll(OF_POINTS);
    return Map.copyOf(all);
  }

  public static TaskRules of(final Task task) {
    return switch (task) {
      case MULTICLASS -> MULTICLASS;
      case SEQUENCE -> SEQUENCE;
      case CHOICE -> CHOICE;
      case GRAPH -> GRAPH;
      case MATCHING -> MATCHING;
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
