package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Inference;
import org.majorant.schema.MatchingBuffer;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PriorScale;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Task;
import org.majorant.schema.Transition;

/**
 * Reads and writes a model spec as people do, in YAML:
 *
 * <pre>
 *   model: adult
 *   labels: ["-1", "+1"]          # a closed set; of points and sequences only
 *   # all of the rest has the defaults shown
 *   task: multiclass              # or sequence; or choice: which of an example's alternatives; or
 *                                 # graph: variables joined by factors, trees and wider ones; or
 *                                 # matching: which nodes belong together, of two sides or of none
 *   max-width: 4                  # of graphs only: the largest tree-width for exact inference
 *   inference: auto               # of graphs only: exact, and wider ones are refused; trw, bounds by
 *                                 # forests; or auto: exact up to that width, else trw
 *   max-edges: 10000              # of matchings only: more candidate edges are refused
 *   max-weight: 1e9               # an example of a larger weight is a dead letter
 *   transitions: {forbidden: []}  # of sequences only: what cannot follow what, see SpecTransitions
 *   latent: 1                     # hidden states a label, each with weights of its own; 1: none
 *   weights: {}                   # of points only: how many times each label counts, SpecWeights
 *   input: examples               # topic
 *   columns: {}                   # of points only: how rows become examples, see SpecColumns
 *   features: {hash-bits: 18, intercept: true, transform: []}
 *                                 # or dimension: 124, or names: [age, work]; log1p, unit;
 *                                 # an intercept only of points and sequences
 *                                 # of hashed features bucket and cross, see SpecCrosses
 *                                 # of sequences also templates: [word, lower, prefix:1-4, …]
 *                                 # of dense features (dimension or names) also standardize,
 *                                 # quadratic and rff, see SpecExpansion
 *   prior: {l2: 0.3, l1: 0, scale: auto}
 *                                 # l2 in units of each feature's mean square, or of one that is
 *                                 # common to all, see SpecPriorScale; of choices of its
 *                                 # variance among the alternatives, of graphs among a factor's
 *                                 # configurations, of matchings among the edges; of sequences
 *                                 # the precision
 *                                 # itself, 2, and 5 more for transitions; of random Fourier
 *                                 # features 0.03 times their number; l1, of every weight
 *                                 # and in every version, a total over the data: nats a unit
 *   constraints: none             # on the weights of every version: nonnegative, or any of box,
 *                                 # features and linear, see SpecConstraints
 *   curvature: {memory: auto, rank: 16, absorb: true-diagonal}
 *                                 # auto, full, low-rank, diagonal; what low-rank drops is kept
 *                                 # by its true-diagonal, or dominated: guaranteed
 *   forgetting: none              # half-life: 1h, half-life: 100000, polynomial: 1,
 *                                 # directional: 10 (one partition only),
 *                                 # half-lives: [32, 1024], or auto
 *   members: auto                 # of points, sequences and choices: a mixture predicts, see Mixture;
 *                                 # none: the weights alone
 *   batch: 256
 *   publish: {interval: 1s, keep-versions: 10}
 * </pre>
 */
public final class SpecFile {
  private static final String MODEL_FORM = "[a-z0-9][a-z0-9._-]{0,99}";
  private static final String TOPIC_FORM = "(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}";

  /** The longest array of weights. */
  private static final long MOST_WEIGHTS = Integer.MAX_VALUE - 8;

  /** Beyond it, what an example adds to the curvature would hide the prior behind its rounding. */
  private static final double MOST_WEIGHT = 1e9;

  private static final int MOST_STATES = 64;
  private static final int MOST_WIDTH = 16;
  private static final int MANY_EDGES = 10_000;

  private SpecFile() {}

  /**
   * @throws SpecException with a line for every fault
   */
  public static ModelSpec read(final String yaml) {
    return read(YamlText.parse(yaml));
  }

  /**
   * The same from a tree, for those who put a spec together.
   *
   * @throws SpecException with a line for every fault
   */
  public static ModelSpec read(final JsonNode tree) {
    final List<String> faults = new ArrayList<>();
    final ModelSpec spec = spec(new Field("", tree, faults));
    if (!faults.isEmpty()) {
      throw new SpecException(faults);
    }
    return spec;
  }

  /** The spec as YAML that reads as the same spec again. */
  public static String write(final ModelSpec spec) {
    return YamlText.format(SpecTree.of(spec));
  }

  private static ModelSpec spec(final Field top) {
    top.only(
        "model",
        "task",
        "labels",
        "transitions",
        "latent",
        "max-width",
        "inference",
        "max-edges",
        "max-weight",
        "weights",
        "input",
        "columns",
        "features",
        "prior",
        "constraints",
        "curvature",
        "forgetting",
        "members",
        "batch",
        "publish");
    final SpecCurvature curvature = SpecCurvature.read(top.get("curvature"));
    final Task task = task(top.get("task"));
    final ModelSpec spec = spec(top, task, curvature);
    // What fields say together is judged only where each is right by itself.
    if (top.faults().isEmpty()) {
      resolve(top, curvature, spec);
      SpecConstraints.resolve(top.get("constraints"), spec);
      SpecTransitions.resolve(top.get("transitions"), spec);
    }
    return spec;
  }

  /** The spec with each field as it stands, and diagonal curvature for now. */
  private static ModelSpec spec(final Field top, final Task task, final SpecCurvature curvature) {
    final Field prior = top.get("prior").only("l2", "l1", "scale");
    final Field publish = top.get("publish").only("interval", "keep-versions");
    final FeatureSpec features = SpecFeatures.read(top.get("features"), task);
    final TaskRules rules = TaskRules.of(task);
    final List<String> labels = labels(top.get("labels"), rules);
    return new ModelSpec(
        top.get("model").name("", MODEL_FORM),
        task,
        labels,
        top.get("input").name("examples", TOPIC_FORM),
        features,
        prior.get("l2").positive(strength(rules, features)),
        Curvature.DIAGONAL,
        curvature.rank(),
        SpecForgetting.read(top.get("forgetting")),
        top.get("batch").integer(256, 1, 65_536),
        interval(publish.get("interval")),
        publish.get("keep-versions").integer(10, 2, 1000),
        prior.get("l1").notNegative(0),
        SpecConstraints.read(top.get("constraints")),
        curvature.guaranteed(),
        top.get("latent").integer(1, 1, MOST_STATES),
        limit(top.get("max-width"), rules, 4, MOST_WIDTH),
        top.get("max-weight").positiveUpTo(MOST_WEIGHT),
        limit(top.get("max-edges"), rules, MANY_EDGES, MatchingBuffer.MAX_EDGES),
        inference(top.get("inference"), rules),
        transitions(top.get("transitions"), rules, labels),
        members(top.get("members"), rules),
        SpecPriorScale.read(prior.get("scale")).orElse(PriorScale.FEATURE),
        SpecColumns.read(top.get("columns"), rules),
        SpecWeights.read(top.get("weights"), rules, labels));
  }

  private static Task task(final Field field) {
    final String word = field.word(Spelling.of(Task.MULTICLASS), Spelling.all(Task.class));
    return Spelling.read(Task.class, word).orElseThrow();
  }

  private static List<String> labels(final Field field, final TaskRules task) {
    final List<String> labels = field.words();
    task.require(field, !labels.isEmpty());
    if (task.takes(field) && labels.size() < 2) {
      field.fault("at least two labels are needed");
    }
    return labels;
  }

  /** A limit of one task's examples; 0 for the others. */
  private static int limit(
      final Field field, final TaskRules task, final int otherwise, final int most) {
    task.require(field, !field.isAbsent());
    return task.takes(field) ? field.integer(otherwise, 1, most) : 0;
  }

  private static Inference inference(final Field field, final TaskRules task) {
    task.require(field, !field.isAbsent());
    final String word = field.word(Spelling.of(Inference.AUTO), Spelling.all(Inference.class));
    return Spelling.read(Inference.class, word).orElseThrow();
  }

  private static Members members(final Field field, final TaskRules task) {
    task.require(field, !field.isAbsent());
    final String word = field.word(Spelling.of(Members.AUTO), Spelling.all(Members.class));
    return Spelling.read(Members.class, word).orElseThrow();
  }

  private static List<Transition> transitions(
      final Field field, final TaskRules task, final List<String> labels) {
    task.require(field, !field.isAbsent());
    return task.takes(field) ? SpecTransitions.read(field, labels) : List.of();
  }

  /** λ where none is given; where it is in units of mean squares, those of φ have their own. */
  private static double strength(final TaskRules task, final FeatureSpec features) {
    return task.scalesPrior() && features.getExpansion() instanceof RandomFourier fourier
        ? SpecExpansion.strength(fourier)
        : task.strength();
  }

  private static void resolve(
      final Field top, final SpecCurvature curvature, final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    if ((long) dimensions.vectors() * dimensions.features() > MOST_WEIGHTS) {
      top.get("features")
          .fault(dimensions.vectors() + " x " + dimensions.features() + " weights are too many");
      return;
    }
    final TaskRules task = TaskRules.of(spec.getTask());
    task.require(top.get("latent"), spec.getLatent() > 1);
    task.require(top.get("prior").get("l1"), spec.getL1() > 0);
    task.require(top.get("constraints"), spec.getConstraints() != null);
    curvature.resolve(top, spec);
    SpecForgetting.resolve(top.get("forgetting"), spec);
    SpecPriorScale.resolve(top.get("prior").get("scale"), spec);
  }

  private static long interval(final Field field) {
    final String text = field.text("1s");
    final OptionalLong millis = Durations.millis(text);
    if (millis.isEmpty()) {
      field.fault("'" + text + "' is not a duration as 500ms, 30s, 5m");
    }
    return millis.orElse(1000);
  }
}
