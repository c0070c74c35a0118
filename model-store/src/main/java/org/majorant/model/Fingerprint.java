package org.majorant.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.majorant.schema.ModelSpec;

/**
 * Which specs can go on from the same learned state: those that agree in all that gives the state
 * its meaning. Input topic, prior strength, mini-batch and publication may change.
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
    final Map<String, Object> before = meaning(stored);
    return meaning(wanted).entrySet().stream()
        .filter(field -> !before.get(field.getKey()).equals(field.getValue()))
        .map(
            field ->
                field.getKey()
                    + " is "
                    + field.getValue()
                    + " in the spec, but the stored model has "
                    + before.get(field.getKey()))
        .findFirst();
  }

  private static Map<String, Object> meaning(final ModelSpec spec) {
    final Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("model", spec.getModel());
    fields.put("task", spec.getTask());
    fields.put("labels", spec.getLabels());
    fields.put("features", spec.getFeatures());
    fields.put("curvature", spec.getCurvature());
    fields.put("curvature.rank", spec.getRank());
    fields.put("forgetting", String.valueOf(spec.getForgetting()));
    return fields;
  }
}
