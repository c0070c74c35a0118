package org.majorant.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.majorant.schema.ModelSpec;

/**
 * Which specs can go on from the same learned state: those that agree in all that gives the state
 * its meaning. Input topic, prior strength, L1, constraints, mini-batch, width and publication may
 * change.
 */
public final class Fingerprint {
  private Fingerprint() {}

  /** CRC-64-AVRO of the spec's Avro binary, with what may change left out. */
  public static long of(final ModelSpec spec) {
    final ModelSpec meaning =
        new ModelSpec(
            spec.getModel(),
            spec.getTask(),
            spec.getLabels(),
            "",
            spec.getFeatures(),
            0.0,
            spec.getCurvature(),
            spec.getRank(),
            spec.getForgetting(),
            0,
            0L,
            0,
            0.0,
            null,
            spec.getGuaranteed(),
            spec.getLatent(),
            0);
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    try {
      new SpecificDatumWriter<>(ModelSpec.class).write(meaning, encoder);
      encoder.flush();
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
    return SchemaNormalization.fingerprint64(out.toByteArray());
  }

  /** The first field in which a spec contradicts the stored one, in one line; empty where none. */
  public static Optional<String> contradiction(final ModelSpec stored, final ModelSpec wanted) {
    final Map<String, String> before = meaning(stored);
    final Map<String, String> after = meaning(wanted);
    final Set<String> fields = new LinkedHashSet<>(before.keySet());
    fields.addAll(after.keySet());
    return fields.stream()
        .filter(field -> !Objects.equals(before.get(field), after.get(field)))
        .findFirst()
        .map(
            field ->
                field
                    + " is "
                    + after.getOrDefault(field, "absent")
                    + " in the spec, but the stored model has "
                    + before.getOrDefault(field, "none"));
  }

  /** The fields that matter, by path as in the spec file. */
  private static Map<String, String> meaning(final ModelSpec spec) {
    final Map<String, String> fields = new LinkedHashMap<>();
    final ObjectNode tree = SpecTree.of(spec);
    for (final String name : List.of("model", "task", "labels", "latent", "forgetting")) {
      fields.put(name, tree.get(name).toString());
    }
    for (final String name : List.of("features", "curvature")) {
      for (final Map.Entry<String, JsonNode> field : tree.get(name).properties()) {
        fields.put(name + "." + field.getKey(), field.getValue().toString());
      }
    }
    return fields;
  }
}
