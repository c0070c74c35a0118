package org.majorant.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.Task;
import org.majorant.schema.Transform;

/**
 * Reads a model spec as people write it, in YAML:
 *
 * <pre>
 *   model: adult
 *   labels: ["-1", "+1"]          # a closed set
 *   # all of the rest has the defaults shown
 *   task: multiclass
 *   input: examples               # topic
 *   features: {hash-bits: 18, intercept: true, transform: []}
 *                                 # or dimension: 124, or names: [age, work]; log1p, unit
 *   prior: {l2: 0.3}              # in units of each feature's mean square
 *   curvature: {memory: auto, rank: 16, absorb: true-diagonal}
 *                                 # auto, full, low-rank, diagonal
 *   forgetting: none              # half-life: 1h, half-life: 100000, directional: 10
 *   batch: 256
 *   publish: {interval: 1s, keep-versions: 10}
 * </pre>
 */
public final class SpecFile {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String MODEL_FORM = "[a-z0-9][a-z0-9._-]{0,99}";

  private SpecFile() {}

  /**
   * @throws SpecException with a line for every fault
   */
  public static ModelSpec read(final String yaml) {
    try {
      return read(YAML.readTree(yaml));
    } catch (final JsonProcessingException e) {
      throw new SpecException(
          List.of("not YAML: " + e.getOriginalMessage().lines().findFirst().orElse("")));
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

  private static ModelSpec spec(final Field top) {
    top.only(
        "model",
        "task",
        "labels",
        "input",
        "features",
        "prior",
        "curvature",
        "forgetting",
        "batch",
        "publish");
    final String model = top.get("model").text("");
    if (!model.matches(MODEL_FORM)) {
      top.get("model").fault("'" + model + "' is not a name of the form " + MODEL_FORM);
    }
    final List<String> labels = top.get("labels").words();
    if (labels.size() < 2) {
      top.get("labels").fault("at least two labels are needed");
    }
    final Field prior = top.get("prior").only("l2", "l1", "constraints");
    prior.get("l1").word("0", "0", "0.0");
    prior.get("constraints").word("none", "none");
    final Field publish = top.get("publish").only("interval", "keep-versions");
    final Field curvature = top.get("curvature").only("memory", "rank", "absorb");
    curvature.get("absorb").word("true-diagonal", "true-diagonal");
    final ModelSpec spec =
        new ModelSpec(
            model,
            task(top.get("task")),
            labels,
            top.get("input").text("examples"),
            features(top.get("features")),
            prior.get("l2").positive(0.3),
            Curvature.DIAGONAL,
            curvature.get("rank").integer(16, 1, 256),
            forgetting(top.get("forgetting")),
            top.get("batch").integer(256, 1, 65_536),
            interval(publish.get("interval")),
            publish.get("keep-versions").integer(10, 2, 1000));
    if (labels.size() >= 2) {
      resolveCurvature(curvature.get("memory"), spec);
    }
    if (spec.getForgetting() instanceof Directional && spec.getCurvature() != Curvature.FULL) {
      top.get("forgetting").fault("directional needs curvature: {memory: full}");
    }
    return spec;
  }

  private static Task task(final Field field) {
    final String task =
        field.word("multiclass", "multiclass", "sequence", "tree", "choice", "graph", "matching");
    if (!task.equals("multiclass")) {
      field.fault("'" + task + "' is not supported yet; multiclass is");
    }
    return Task.MULTICLASS;
  }

  private static FeatureSpec features(final Field field) {
    field.only("hash-bits", "dimension", "names", "intercept", "transform");
    final List<Object> spaces = new ArrayList<>();
    if (!field.get("hash-bits").isAbsent()) {
      spaces.add(new Hashed(field.get("hash-bits").integer(18, 1, 26)));
    }
    if (!field.get("dimension").isAbsent()) {
      spaces.add(new Indexed(field.get("dimension").integer(1, 1, 100_000_000)));
    }
    if (!field.get("names").isAbsent()) {
      spaces.add(new Named(field.get("names").words()));
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
    return new FeatureSpec(space, field.get("intercept").flag(true), transforms);
  }

  private static void resolveCurvature(final Field field, final ModelSpec spec) {
    final String memory = field.word("auto", "auto", "full", "low-rank", "diagonal");
    final CurvatureLimits limits = CurvatureLimits.of(spec);
    final Curvature curvature =
        switch (memory) {
          case "full" -> Curvature.FULL;
          case "low-rank" -> Curvature.LOW_RANK;
          case "diagonal" -> Curvature.DIAGONAL;
          default -> limits.automatic();
        };
    if (curvature == Curvature.FULL && !limits.allowsFull()) {
      field.fault(limits.refusal());
    }
    spec.setCurvature(curvature);
    if (curvature != Curvature.LOW_RANK) {
      spec.setRank(0);
    }
  }

  private static Object forgetting(final Field field) {
    if (field.isAbsent() || field.node().asText().equals("none")) {
      return null;
    }
    if (!field.node().isObject() || field.node().size() != 1) {
      field.fault("must be none, or one of half-life: …, directional: …");
      return null;
    }
    field.only("half-life", "directional");
    final Field halfLife = field.get("half-life");
    if (halfLife.isAbsent()) {
      return new Directional(field.get("directional").positive(10));
    }
    final OptionalLong millis = Durations.millis(halfLife.node().asText());
    if (millis.isPresent() && millis.getAsLong() > 0) {
      return new HalfLifeTime(millis.getAsLong());
    }
    if (!halfLife.node().isNumber()) {
      halfLife.fault("must be a number of examples, or a duration as 500ms, 30s, 5m, 1h, 7d");
      return null;
    }
    return new HalfLifeExamples(halfLife.positive(1));
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
