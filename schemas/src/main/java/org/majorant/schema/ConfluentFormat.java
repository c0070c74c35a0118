package org.majorant.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.message.MessageEncoder;

/**
 * Confluent's wire format, of records whose schema is in a {@link SchemaRegistry}:
 *
 * <pre>
 *   0      1                5
 *   +------+----------------+-----------------------+
 *   | 0x00 | number of the  | the record, in Avro's |
 *   |      | writer's schema| binary encoding       |
 *   |      | (big-endian)   |                       |
 *   +------+----------------+-----------------------+
 * </pre>
 */
public final class ConfluentFormat {
  /** Bytes before the record itself. */
  public static final int HEADER = 5;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private ConfluentFormat() {}

  /** The bytes begin like this format. */
  public static boolean hasHeader(final byte[] bytes) {
    return bytes.length >= HEADER && bytes[0] == 0;
  }

  /** The number in a header. */
  public static int id(final byte[] bytes) {
    return (int) INTS.get(bytes, 1);
  }

  /** Begins a record of the schema of that number. */
  static ByteBuffer putHeader(final ByteBuffer record, final int id) {
    return record.order(ByteOrder.BIG_ENDIAN).put((byte) 0).putInt(id);
  }

  /** The bytes of a record, header and all. */
  static <T> byte[] encode(final int id, final T record, final MessageEncoder<T> raw)
      throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(putHeader(ByteBuffer.allocate(HEADER), id).array());
    raw.encode(record, out);
    return out.toByteArray();
  }
}
