package org.majorant.spec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.majorant.schema.ModelSpec;

/**
 * The fingerprint of release 0.1: CRC-64-AVRO of the binary of its record ModelSpec, with zero in
 * the place of what may change; and then, in words, what that record could not say. It never
 * changes. State that 0.1 has left on topics is known by it, and models with hidden states draw
 * from it where they start: what they have learned is the difference to their start.
 */
final class FormerFingerprint {
  private static final Schema RECORD = record();
  private static final Set<String> LATER =
      Set.of(
          "features.bucket",
          "features.cross",
          "features.numbers",
          "prior.scale",
          "transitions.forbidden");

  private FormerFingerprint() {}

  /** Empty where the record has no place for a task, or a way of forgetting. */
  static OptionalLong of(final ModelSpec spec) {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      final byte[] today = bytes(spec, new SpecificDatumWriter<>(ModelSpec.class));
      final GenericRecord record =
          new GenericDatumReader<GenericRecord>(spec.getSchema(), RECORD)
              .read(null, DecoderFactory.get().binaryDecoder(today, null));
      Set.of("batch", "keepVersions", "maxWidth").forEach(field -> record.put(field, 0));
      Set.of("l1", "l2").forEach(field -> record.put(field, 0.0));
      record.put("publishIntervalMillis", 0L);
      record.put("input", "");
      record.put("constraints", null);
      out.writeBytes(bytes(record, new GenericDatumWriter<>(RECORD)));
    } catch (final AvroRuntimeException e) {
      return OptionalLong.empty();
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
    out.writeBytes(
        Fingerprint.bytes(spec, path -> path.startsWith("columns.") || LATER.contains(path)));
    return OptionalLong.of(SchemaNormalization.fingerprint64(out.toByteArray()));
  }

  private static <T> byte[] bytes(final T record, final DatumWriter<T> writer) throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    writer.write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static Schema record() {
    try (InputStream in = ModelSpec.class.getResourceAsStream("older/ModelSpec-1.avsc")) {
      return new Schema.Parser().parse(in);
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
