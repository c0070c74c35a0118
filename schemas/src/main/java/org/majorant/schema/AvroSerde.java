package org.majorant.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.RawMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Records in Avro's single-object encoding, or with a registry in {@link ConfluentFormat}:
 *
 * <pre>
 *   0      1      2                              10
 *   +------+------+------------------------------+-----------------------+
 *   | 0xC3 | 0x01 | CRC-64-AVRO of the writer's  | the record, in Avro's |
 *   |      |      | schema (little-endian)       | binary encoding       |
 *   +------+------+------------------------------+-----------------------+
 * </pre>
 *
 * <p>Written with today's schema; read with today's or one of an earlier release, found by
 * fingerprint among the resources {@code older/<Record>-1.avsc}, {@code -2.avsc}, … of this
 * package: each release adds the schemas of all records as they were in it. With a registry both
 * formats are read, and the registry's written. Safe for use by many threads.
 *
 * <p>Reading does not go through Avro's own BinaryMessageDecoder: that reads from a stream of
 * unknown length and allocates what a forged string length claims, up to 2 GB.
 */
public final class AvroSerde<T extends SpecificRecord> implements Serde<T> {
  /** Bytes before the record itself. */
  static final int HEADER = 10;

  /** Most records need no more room. */
  private static final int FIRST_BYTES = 1024;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final SpecificData data;
  private final Schema schema;
  private final String name;
  private final SchemaRegistry registry;
  private final String subject;
  private final BinaryMessageEncoder<T> encoder;
  private final RawMessageEncoder<T> raw;
  private final Map<Long, DatumReader<T>> readers = new HashMap<>();
  private final Map<Integer, DatumReader<T>> registered = new ConcurrentHashMap<>();

  private AvroSerde(final Class<T> type, final SchemaRegistry registry, final String topic) {
    data = SpecificData.getForClass(type);
    schema = data.getSchema(type);
    name = schema.getName();
    this.registry = registry;
    subject = topic + "-" + schema.getFullName();
    encoder = new BinaryMessageEncoder<>(data, schema);
    raw = new RawMessageEncoder<>(data, schema);
    schemas(schema).forEach((print, writer) -> readers.put(print, reader(data, writer, schema)));
  }

  /** Today's schema of a generated class of this package, and the older ones, by fingerprint. */
  public static Map<Long, Schema> schemas(final Class<? extends SpecificRecord> type) {
    return schemas(SpecificData.get().getSchema(type));
  }

  private static Map<Long, Schema> schemas(final Schema today) {
    final Map<Long, Schema> schemas = new LinkedHashMap<>();
    Schema next = today;
    for (int number = 1; next != null; number++) {
      schemas.putIfAbsent(SchemaNormalization.parsingFingerprint64(next), next);
      next = older(today.getName(), number);
    }
    return schemas;
  }

  /** The serde of a generated class of this package. */
  public static <T extends SpecificRecord> AvroSerde<T> of(final Class<T> type) {
    return of(type, SchemaRegistry.NONE, "");
  }

  /**
   * The same with a registry.
   *
   * @param topic where the records lie; the schema's subject is topic and record, {@code
   *     majorant-models-org.majorant.schema.ModelHead}, since a topic may have several records
   */
  public static <T extends SpecificRecord> AvroSerde<T> of(
      final Class<T> type, final SchemaRegistry registry, final String topic) {
    TrustedClasses.install();
    return new AvroSerde<>(type, registry, topic);
  }

  /**
   * Registers the schema with the registry, if there is one, so that writing need not wait for it.
   *
   * @throws RegistryException where that fails
   */
  public void register() {
    if (registry != SchemaRegistry.NONE) {
      registry.register(subject, schema);
    }
  }

  /** The bytes of a field, which stays as it is; null for null. */
  public static byte[] bytes(final ByteBuffer field) {
    if (field == null) {
      return null;
    }
    final byte[] bytes = new byte[field.remaining()];
    field.duplicate().get(bytes);
    return bytes;
  }

  /**
   * The bytes of a record, header and all; null for null.
   *
   * @throws RegistryException where the schema is not registered and cannot be now
   */
  public byte[] encode(final T record) {
    if (record == null) {
      return null;
    }
    final boolean single = registry == SchemaRegistry.NONE;
    final int id = single ? 0 : registry.register(subject, schema);
    try {
      return single ? encodeSingle(record) : ConfluentFormat.encode(id, record, raw);
    } catch (IOException | RuntimeException e) {
      throw new SerializationException("cannot encode this " + name + ": " + e.getMessage(), e);
    }
  }

  /** Avro's own buffer would stay, in each thread, as long as the longest record. */
  private byte[] encodeSingle(final T record) throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream(FIRST_BYTES);
    encoder.encode(record, out);
    return out.toByteArray();
  }

  /**
   * The record in these bytes, all of them; null for null.
   *
   * @throws SerializationException where they are not one record of a known schema
   * @throws RegistryException where the registry does not tell the schema now
   */
  public T decode(final byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    if (ConfluentFormat.hasHeader(bytes)) {
      final int id = ConfluentFormat.id(bytes);
      final Schema writer = registry.schema(id);
      return decode(
          bytes,
          ConfluentFormat.HEADER,
          registered.computeIfAbsent(id, unknown -> reader(data, writer, schema)));
    }
    if (!hasHeader(bytes)) {
      throw new SerializationException("expected the header C3 01 and a fingerprint at byte 0");
    }
    final DatumReader<T> reader = readers.get(fingerprint(bytes));
    if (reader == null) {
      throw new SerializationException(
          String.format(
              "expected the fingerprint of a known schema of %s at byte 2, found %016x",
              name, fingerprint(bytes)));
    }
    return decode(bytes, HEADER, reader);
  }

  /**
   * The same for those who reject records that are none.
   *
   * @throws RejectedExample UNDECODABLE, as decode fails
   */
  public T decodeOrReject(final byte[] bytes) throws RejectedExample {
    try {
      return decode(bytes);
    } catch (final SerializationException e) {
      throw new RejectedExample(Rejection.UNDECODABLE, e.getMessage());
    }
  }

  private T decode(final byte[] bytes, final int header, final DatumReader<T> reader) {
    final BinaryDecoder body =
        DecoderFactory.get().binaryDecoder(bytes, header, bytes.length - header, null);
    try {
      final T record = reader.read(null, body);
      if (!body.isEnd()) {
        throw new IOException("more bytes than the record has");
      }
      return record;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      throw new SerializationException("not a whole " + name + ": " + e, e);
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

  /** The bytes begin like a single object. */
  static boolean hasHeader(final byte[] bytes) {
    return bytes.length >= HEADER && bytes[0] == (byte) 0xC3 && bytes[1] == 1;
  }

  /** The fingerprint in a header. */
  static long fingerprint(final byte[] bytes) {
    return (long) LONGS.get(bytes, 2);
  }

  /** Begins a single object of the schema of that fingerprint. */
  static ByteBuffer putHeader(final ByteBuffer record, final long fingerprint) {
    return record
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0xC3)
        .put((byte) 1)
        .putLong(fingerprint);
  }

  @SuppressWarnings("unchecked")
  private static <T> DatumReader<T> reader(
      final SpecificData data, final Schema writer, final Schema reader) {
    return data.createDatumReader(writer, reader);
  }

  /** The older schema of this number, counted from 1, or null past the last. */
  private static Schema older(final String name, final int number) {
    final String resource = "older/" + name + "-" + number + ".avsc";
    try (InputStream in = AvroSerde.class.getResourceAsStream(resource)) {
      return in == null ? null : new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + resource, e);
    }
  }
}
