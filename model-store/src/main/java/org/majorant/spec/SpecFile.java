package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;

/**
 * Reads and writes a model spec as people do, in YAML:
 *
 * <pre>
 *   model: adult
 *   labels: ["-1", "+1"]
 *   features: {dimension: 124}
 * </pre>
 *
 * <p>{@link SpecFields} has all fields. They are read in that order, and each may look at those
 * above it. What fields say together is judged in the same order, once each is right by itself.
 */
public final class SpecFile {
  /** The longest array of weights. */
  private static final long MOST_WEIGHTS = Integer.MAX_VALUE - 8;

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
    final Field top = new Field("", tree, faults);
    final ModelSpec spec = blank();
    read(top.only(SpecFields.names("")), "", spec);
    if (faults.isEmpty()) {
      judgeSize(top.get("features"), spec);
    }
    if (faults.isEmpty()) {
      SpecFields.rows().forEach(row -> row.judge(top.at(row.path()), spec));
    }
    if (!faults.isEmpty()) {
      throw new SpecException(faults);
    }
    return spec;
  }

  /**
   * The tree of a file, for those who change it before they read it.
   *
   * @throws SpecException where it is no map
   */
  public static ObjectNode parse(final String yaml) {
    if (YamlText.parse(yaml) instanceof ObjectNode tree) {
      return tree;
    }
    throw new SpecException(List.of("fields are expected, as in model: adult"));
  }

  /**
   * The tree of a file, with the texts of the files that it names.
   *
   * @throws SpecException where it is no map, or names a file that is not there
   */
  public static ObjectNode parse(final Path file) throws IOException {
    final ObjectNode tree = parse(Files.readString(file));
    SpecEvents.inline(tree, file.toAbsolutePath().getParent());
    return tree;
  }

  /**
   * Sets one field of a tree, in place of what was there. A field is named by its path, as {@link
   * SpecFields} lists it; whether there is such a field, and whether the value is right, is found
   * when the tree is read.
   *
   * @param setting the field, {@code =}, and its value in YAML
   * @throws SpecException where it is no setting
   */
  public static void set(final ObjectNode tree, final String setting) {
    final int equals = setting.indexOf('=');
    if (equals < 1) {
      throw new SpecException(List.of("FIELD=VALUE is expected, as in prior.l2=0.1"));
    }
    final String[] path = setting.substring(0, equals).split("\\.", -1);
    ObjectNode group = tree;
    for (int i = 0; i < path.length - 1; i++) {
      group = group.get(path[i]) instanceof ObjectNode inner ? inner : group.putObject(path[i]);
    }
    group.set(path[path.length - 1], YamlText.parse(setting.substring(equals + 1)));
  }

  /** A spec in which no field says anything yet. */
  private static ModelSpec blank() {
    final FeatureSpec features = withDefaults(new FeatureSpec());
    features.setIntercept(false);
    final ModelSpec spec = withDefaults(new ModelSpec());
    spec.setTask(Task.MULTICLASS);
    spec.setLabels(List.of());
    spec.setFeatures(features);
    spec.setCurvature(Curvature.DIAGONAL);
    return spec;
  }

  /** Those of the schema: a new field of it needs nothing here. */
  private static <R extends SpecificRecordBase> R withDefaults(final R record) {
    for (final Schema.Field field : record.getSchema().getFields()) {
      if (field.hasDefaultValue()) {
        record.put(field.pos(), record.getSpecificData().getDefaultValue(field));
      }
    }
    return record;
  }

  private static void read(final Field group, final String path, final ModelSpec spec) {
    for (final SpecField row : SpecFields.in(path)) {
      final Field field = group.get(row.name());
      if (row.read(field, spec)) {
        read(field, row.path(), spec);
      }
    }
  }

  private static void judgeSize(final Field features, final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    final int vectors = Math.max(dimensions.vectors(), spec.getOpenLabels());
    if ((long) vectors * dimensions.features() > MOST_WEIGHTS) {
      features.fault(vectors + " x " + dimensions.features() + " weights are too many");
    }
  }

  /** The spec as YAML that reads as the same spec again. */
  public static String write(final ModelSpec spec) {
    return YamlText.format(tree(spec));
  }

  /** The spec as the tree that its file has, with nothing left to defaults but what is empty. */
  static ObjectNode tree(final ModelSpec spec) {
    final ObjectNode tree = JsonNodeFactory.instance.objectNode();
    write(spec, "", tree);
    return tree;
  }

  private static void write(final ModelSpec spec, final String path, final ObjectNode group) {
    for (final SpecField row : SpecFields.in(path)) {
      final Optional<JsonNode> written = row.write(spec);
      written.ifPresent(node -> group.set(row.name(), node));
      if (written.orElse(null) instanceof ObjectNode map) {
        write(spec, row.path(), map);
      }
    }
  }
}
