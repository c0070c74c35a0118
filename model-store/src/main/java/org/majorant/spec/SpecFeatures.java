package org.majorant.spec;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.Named;
import org.majorant.schema.Task;
import org.majorant.schema.Transform;
import org.majorant.template.FeatureTemplates;

/**
 * The field {@code features} of a spec file:
 *
 * <pre>
 *   hash-bits: 18             # one of these: names and indices are hashed to 2^18 indices;
 *   dimension: 124            # indices below 124, as given;
 *   names: [age, work]        # a closed list of names, in the order of their indices
 *   bucket: {age: 10}         # of hashed features: numbers as categories, and
 *   cross: [[ad, site]]       # products, see SpecCrosses
 *   intercept: true           # of points and sequences only
 *   transform: [log1p, unit]  # of the values, in this order
 *   templates: [word, lower]  # of sequences only: what the words say
 * </pre>
 *
 * and what is made of dense features, {@link SpecExpansion}.
 */
final class SpecFeatures {
  private static final int HASH_BITS = 18;

  private SpecFeatures() {}

  static FeatureSpec read(final Field field, final Task task) {
    field.only(
        "hash-bits",
        "dimension",
        "names",
        "bucket",
        "cross",
        "intercept",
        "transform",
        "templates",
        "standardize",
        "numbers",
        "quadratic",
        "rff",
        "bandwidth",
        "seed");
    final TaskRules taken = TaskRules.of(task);
    final Object space = space(field);
    return new FeatureSpec(
        space,
        intercept(field.get("intercept"), taken),
        transforms(field.get("transform")),
        templates(field.get("templates"), taken),
        SpecExpansion.standardize(field, space),
        SpecExpansion.read(field, space),
        SpecCrosses.buckets(field, space),
        SpecCrosses.crosses(field, space),
        SpecExpansion.numbers(field, space));
  }

  private static Object space(final Field field) {
    final List<Object> spaces = new ArrayList<>();
    if (!field.get("hash-bits").isAbsent()) {
      spaces.add(new Hashed(field.get("hash-bits").integer(HASH_BITS, 1, 26)));
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
    return spaces.isEmpty() ? new Hashed(HASH_BITS) : spaces.get(0);
  }

  private static List<String> names(final Field field) {
    final List<String> names = field.words();
    if (names.isEmpty()) {
      field.fault("at least one name is needed");
    }
    return names;
  }

  private static boolean intercept(final Field field, final TaskRules task) {
    final boolean intercept = field.flag(task.takes(field));
    task.require(field, intercept);
    return intercept;
  }

  private static List<Transform> transforms(final Field field) {
    final List<Transform> transforms = new ArrayList<>();
    for (final String word : field.words()) {
      Spelling.read(Transform.class, word)
          .ifPresentOrElse(
              transforms::add,
              () ->
                  field.fault(
                      "'%s' is not one of %s"
                          .formatted(word, String.join(", ", Spelling.all(Transform.class)))));
    }
    return transforms;
  }

  private static List<String> templates(final Field field, final TaskRules task) {
    task.require(field, !field.isAbsent());
    if (!task.takes(field)) {
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

  /** As the file has it. */
  static ObjectNode tree(final FeatureSpec spec, final Task task) {
    final ObjectNode tree = JsonNodeFactory.instance.objectNode();
    final Object space = spec.getSpace();
    if (space instanceof Indexed indexed) {
      tree.put("dimension", indexed.getDimension());
    } else if (space instanceof Hashed hashed) {
      tree.put("hash-bits", hashed.getBits());
    } else {
      ((Named) space).getNames().forEach(tree.putArray("names")::add);
    }
    SpecCrosses.write(spec, tree);
    tree.put("intercept", spec.getIntercept());
    spec.getTransforms().forEach(t -> tree.withArray("transform").add(Spelling.of(t)));
    if (TaskRules.of(task).takes("features.templates")) {
      spec.getTemplates().forEach(tree.putArray("templates")::add);
    }
    SpecExpansion.write(spec, tree);
    return tree;
  }
}
