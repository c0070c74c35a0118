package org.majorant.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureTemplates;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.Polynomial;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Task;
import org.majorant.schema.Transform;

/**
 * Reads and writes a model spec as people do, in YAML:
 *
 * <pre>
 *   model: adult
 *   labels: ["-1", "+1"]          # a closed set; of choices and graphs none
 *   # all of the rest has the defaults shown
 *   task: multiclass              # or sequence; or choice: which of an example's alternatives; or
 *                                 # graph: variables joined by factors, trees and wider ones
 *   max-width: 4                  # of graphs only: the largest tree-width; wider ones are refused
 *   latent: 1                     # hidden states a label, each with weights of its own; 1: none
 *   input: examples               # topic
 *   features: {hash-bits: 18, intercept: true, transform: []}
 *                                 # or dimension: 124, or names: [age, work]; log1p, unit;
 *                                 # choices and graphs have no intercept
 *                                 # of sequences also templates: [word, lower, prefix:1-4, …]
 *                                 # of dense features (dimension or names) also standardize,
 *                                 # quadratic and rff, see SpecExpansion
 *   prior: {l2: 0.3, l1: 0}       # l2 in units of each feature's mean square, of choices of its
 *                                 # variance among the alternatives, of graphs among a factor's
 *                                 # configurations; of sequences the precision
 *                                 # itself, 2, and 5 more for transitions; of random Fourier
 *                                 # features 0.03 times their number; l1, of every weight
 *                                 # and in every version, a total over the data: nats a unit
 *   constraints: none             # on the weights of every version: nonnegative, or any of box,
 *                                 # features and linear, see SpecConstraints
 *   curvature: {memory: auto, rank: 16, absorb: true-diagonal}
 *                                 # auto, full, low-rank, diagonal; what low-rank drops is kept
 *                                 # by its true-diagonal, or dominated: guaranteed
 *   forgetting: none              # half-life: 1h, half-life: 100000, polynomial: 1,
 *                                 # directional: 10 (one partition only)
 *   batch: 256
 *   publish: {interval: 1s, keep-versions: 10}
 * </pre>
 */
public final class SpecFile {
  private static final String MODEL_FORM = "[a-z0-9][a-z0-9._-]{0,99}";
  private static final String TOPIC_FORM = "(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}";

  /** The longest array of weights. */
  private static final long MOST_WEIGHTS = Integer.MAX_VALUE - 8;

  private static final int MOST_STATES = 64;
  private static final int MOST_WIDTH = 16;

  private SpecFile() {}

  /**
   * @throws SpecException with a line for every fault
   */
  public static ModelSpec read(final String yaml) {
    try {
      return read(YamlText.parse(yaml));
    } catch (final JsonProcessingException e) {
      final String message = e.getOriginalMessage().lines().findFirst().orElse("");
      throw new SpecException(
          List.of("line " + e.getLocation().getLineNr() + ": not this YAML: " + message));
    }
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
        "latent",
        "max-width",
        "input",
        "features",
        "prior",
        "constraints",
        "curvature",
        "forgetting",
        "batch",
        "publish");
    final Field prior = top.get("prior").only("l2", "l1");
    final Field publish = top.get("publish").only("interval", "keep-versions");
    final Field curvature = top.get("curvature").only("memory", "rank", "absorb");
    final String absorb =
        curvature.get("absorb").word("true-diagonal", "true-diagonal", "guaranteed");
    final String memory =
        curvature.get("memory").word("auto", "auto", "full", "low-rank", "diagonal");
    final Task task = task(top.get("task"));
    final FeatureSpec features = features(top.get("features"), task);
    final ModelSpec spec =
        new ModelSpec(
            top.get("model").name("", MODEL_FORM),
            task,
            labels(top.get("labels"), task),
            top.get("input").name("examples", TOPIC_FORM),
            features,
            prior.get("l2").positive(strength(task, features)),
            Curvature.DIAGONAL,
            curvature.get("rank").integer(16, 1, 256),
            forgetting(top.get("forgetting")),
            top.get("batch").integer(256, 1, 65_536),
            interval(publish.get("interval")),
            publish.get("keep-versions").integer(10, 2, 1000),
            prior.get("l1").notNegative(0),
            SpecConstraints.read(top.get("constraints")),
            absorb.equals("guaranteed"),
            top.get("latent").integer(1, 1, MOST_STATES),
            maxWidth(top.get("max-width"), task));
    // What fields say together is judged only where each is right by itself.
    if (top.faults().isEmpty()) {
      resolve(top, memory, spec);
      SpecConstraints.resolve(top.get("constraints"), spec);
    }
    return spec;
  }

  /** λ where none is given. */
  private static double strength(final Task task, final FeatureSpec features) {
    if (task == Task.SEQUENCE) {
      return 2;
    }
    return features.getExpansion() instanceof RandomFourier fourier
        ? SpecExpansion.strength(fourier)
        : 0.3;
  }

  private static List<String> labels(final Field field, final Task task) {
    final List<String> labels = field.words();
    if (task == Task.CHOICE || task == Task.GRAPH) {
      if (!labels.isEmpty()) {
        field.fault(
            task == Task.CHOICE
                ? "a choice has no labels: each example brings its own alternatives"
                : "a graph has no labels: each example brings its own variables");
      }
    } else if (labels.size() < 2) {
      field.fault("at least two labels are needed");
    }
    return labels;
  }

  private static Task task(final Field field) {
    return Task.valueOf(
        field
            .word("multiclass", "multiclass", "sequence", "choice", "graph")
            .toUpperCase(Locale.ROOT));
  }

  private static int maxWidth(final Field field, final Task task) {
    if (task == Task.GRAPH) {
      return field.integer(4, 1, MOST_WIDTH);
    }
    if (!field.isAbsent()) {
      field.fault("is for 'task: graph' only");
    }
    return 0;
  }

  private static FeatureSpec features(final Field field, final Task task) {
    field.only(
        "hash-bits",
        "dimension",
        "names",
        "intercept",
        "transform",
        "templates",
        "standardize",
        "quadratic",
        "rff",
        "bandwidth",
        "seed");
    final List<Object> spaces = new ArrayList<>();
    if (!field.get("hash-bits").isAbsent()) {
      spaces.add(new Hashed(field.get("hash-bits").integer(18, 1, 26)));
    }
    if (!field.get("dimension").isAbsent()) {
      spaces.add(new Indexed(field.get("dimension").integer(1, 1, 100_000_000)));
    }
    if (!field.get("names").isAbsent()) {
      spaces.add(new Named(names(field.get("names"))));
    }
    if (spaces.size() > 1) {
      field.fault("give one of hash-bits, dimension, names");
    }
    final List<Transform> transforms = new ArrayList<>();
    for (final String word : field.get("transform").words()) {
      switch (word) {
        case "log1p" -> transforms.add(Transform.LOG1P);
        case "unit" -> transforms.add(Transform.UNIT);
        default -> field.get("transform").fault("'" + word + "' is not one of log1p, unit");
      }
    }
    final Object space = spaces.isEmpty() ? new Hashed(18) : spaces.get(0);
    return new FeatureSpec(
        space,
        intercept(field.get("intercept"), task),
        transforms,
        templates(field.get("templates"), task),
        SpecExpansion.standardize(field.get("standardize"), space),
        SpecExpansion.read(field, space));
  }

  private static boolean intercept(final Field field, final Task task) {
    final boolean relative = task == Task.CHOICE || task == Task.GRAPH;
    final boolean intercept = field.flag(!relative);
    if (intercept && relative) {
      field.fault(
          task == Task.CHOICE
              ? "is the same in all alternatives of a choice, so that nothing can be learned of it"
              : "is the same in all configurations, so that nothing can be learned of it");
    }
    return intercept;
  }

  private static List<String> templates(final Field field, final Task task) {
    if (task != Task.SEQUENCE) {
      if (!field.isAbsent()) {
        field.fault("are for 'task: sequence' only");
      }
      return List.of();
    }
    if (field.isAbsent()) {
      return FeatureTemplates.DEFAULT;
    }
    final List<String> templates = field.words();
    try {
      FeatureTemplates.of(templates);
    } catch (final IllegalArgumentException e) {
      field.fault(e.getMessage());
    }
    return templates;
  }

  private static List<String> names(final Field field) {
    final List<String> names = field.words();
    if (names.isEmpty()) {
      field.fault("at least one name is needed");
    }
    return names;
  }

  private static void resolve(final Field top, final String memory, final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    if ((long) dimensions.vectors() * dimensions.features() > MOST_WEIGHTS) {
      top.get("features")
          .fault(dimensions.vectors() + " x " + dimensions.features() + " weights are too many");
      return;
    }
    if (spec.getTask() != Task.MULTICLASS) {
      if (!memory.equals("auto") && !memory.equals("diagonal")) {
        final String examples = SpecTree.word(spec.getTask()) + "s";
        top.get("curvature").get("memory").fault(examples + " have diagonal curvature only");
      }
      if (spec.getLatent() > 1) {
        top.get("latent").fault("is for 'task: multiclass' only");
      }
      if (spec.getTask() == Task.SEQUENCE && spec.getL1() > 0) {
        top.get("prior").get("l1").fault("is not for sequences");
      }
      if (spec.getTask() == Task.SEQUENCE && spec.getConstraints() != null) {
        top.get("constraints").fault("are not for sequences");
      }
      resolve(top, spec, Curvature.DIAGONAL);
      return;
    }
    final CurvatureLimits limits = CurvatureLimits.of(spec);
    final Curvature curvature =
        switch (memory) {
          case "full" -> Curvature.FULL;
          case "low-rank" -> Curvature.LOW_RANK;
          case "diagonal" -> Curvature.DIAGONAL;
          default -> limits.automatic();
        };
    if (curvature == Curvature.FULL && !limits.allowsFull()) {
      top.get("curvature").get("memory").fault(limits.refusal());
    }
    resolve(top, spec, curvature);
  }

  private static void resolve(final Field top, final ModelSpec spec, final Curvature curvature) {
    spec.setCurvature(curvature);
    if (curvature != Curvature.LOW_RANK) {
      spec.setRank(0);
      if (spec.getGuaranteed()) {
        top.get("curvature")
            .get("absorb")
            .fault("guaranteed is of low-rank curvature, not " + SpecTree.word(curvature));
      }
    }
    if (spec.getForgetting() instanceof Directional && curvature != Curvature.FULL) {
      top.get("forgetting")
          .get("directional")
          .fault("needs full curvature, not " + SpecTree.word(curvature));
    }
  }

  private static Object forgetting(final Field field) {
    if (field.isAbsent() || field.isWord("none")) {
      return null;
    }
    if (!field.node().isObject()
        || field.node().size() != 1
        || field.node().elements().next().isNull()) {
      field.fault("must be none, or one of half-life: …, polynomial: …, directional: …");
      return null;
    }
    final String kind = field.node().fieldNames().next();
    return switch (kind) {
      case "half-life" -> halfLife(field.get(kind));
      case "directional" -> new Directional(field.get(kind).positive(10));
      case "polynomial" -> new Polynomial(field.get(kind).positive(1));
      default -> {
        field.only("half-life", "directional", "polynomial");
        yield null;
      }
    };
  }

  private static Object halfLife(final Field field) {
    final OptionalLong millis = Durations.millis(field.text(""));
    if (millis.isEmpty()) {
      return new HalfLifeExamples(
          field.positive(
              1, "a number of examples above 0, or a duration as 500ms, 30s, 5m, 1h, 7d"));
    }
    if (millis.getAsLong() == 0) {
      field.fault("must be longer than 0");
    }
    return new HalfLifeTime(millis.getAsLong());
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
