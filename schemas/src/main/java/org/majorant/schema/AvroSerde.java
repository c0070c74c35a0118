package org.majorant.schema;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Avro single-object encoding of one record type: C3 01, the writer schema's CRC-64-AVRO
 * fingerprint (little-endian), Avro binary. No registry is needed. Thread-safe.
 *
 * @param <T> a generated record
 */
public final class AvroSerde<T extends SpecificRecord> implements Serde<T> {
  static {
    // Avro reads no class that is not trusted. Ours are, besides whatever the application trusts.
    final ClassSecurityValidator.ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            before, type -> type.getPackageName().equals(AvroSerde.class.getPackageName())));
  }

  private final BinaryMessageEncoder<T> encoder;
  private final BinaryMessageDecoder<T> decoder;

  private AvroSerde(final Class<T> type) {
    final SpecificData data = SpecificData.getForClass(type);
    encoder = new BinaryMessageEncoder<>(data, data.getSchema(type));
    decoder = new BinaryMessageDecoder<>(data, data.getSchema(type));
  }

  public static <T extends SpecificRecord> AvroSerde<T> of(final Class<T> type) {
    return new AvroSerde<>(type);
  }

  /** The record's bytes; null for null. */
  public byte[] encode(final T record) {
    if (record == null) {
      return null;
    }
    try {
      final ByteBuffer buffer = encoder.encode(record);
      final byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    } catch (final IOException e) {
      throw new SerializationException("record does not fit its schema", e);
    }
  }

  /**
   * The record of these bytes; null for null.
   *
   * @throws SerializationException where they are not those of a record of a known schema
   */
  public T decode(final byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    try {
      return decoder.decode(bytes);
    } catch (final IOException | RuntimeException e) {
      throw new SerializationException("not a record of a known schema: " + e.getMessage(), e);
    }
  }

  @Override
  public Serializer<T> serializer() {
    return (topic, record) -> encode(record);
  }

  @Override
  public Deserializer<T> deserializer() {
    return (topic, bytes) -> decode(bytes);
  }
}
