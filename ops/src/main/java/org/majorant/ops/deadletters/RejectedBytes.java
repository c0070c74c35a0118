package org.majorant.ops.deadletters;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.apache.kafka.common.errors.SerializationException;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RegistryException;
import org.majorant.schema.SchemaRegistry;

/**
 * Bytes of a rejected record as people can best read them: as text where they are text, as an
 * example where they are one in Avro, else in hexadecimal. Whoever may write to the input topic has
 * written them, so nothing that a terminal would obey is printed.
 */
public final class RejectedBytes {
  /** Characters that are printed at most. */
  public static final int MOST = 4096;

  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\\n\\r\\t]]");

  private final AvroSerde<LabeledExample> examples;

  /**
   * @param registry of the schemas of examples in Confluent's wire format
   */
  public RejectedBytes(final SchemaRegistry registry) {
    examples = AvroSerde.of(LabeledExample.class, registry, "");
  }

  /**
   * The bytes for a person.
   *
   * @param bytes may be null
   */
  public String show(final byte[] bytes) {
    return show(bytes, MOST, " ... (cut; --raw prints all bytes of the value)");
  }

  /**
   * The same, cut shorter.
   *
   * @param most characters
   * @param cut what stands after them where there are more
   */
  public String show(final byte[] bytes, final int most, final String cut) {
    if (bytes == null) {
      return "none";
    }
    final String all = "%,d bytes, %s".formatted(bytes.length, readable(bytes));
    return all.length() <= most ? all : all.substring(0, most) + cut;
  }

  private String readable(final byte[] bytes) {
    try {
      final String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (!UNPRINTABLE.matcher(text).find()) {
        return "text: " + text;
      }
    } catch (final CharacterCodingException e) {
      // not text
    }
    try {
      return "an example: "
          + UNPRINTABLE.matcher(examples.decode(bytes).toString()).replaceAll(" ");
    } catch (final SerializationException | RegistryException e) {
      return "hexadecimal: " + HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, MOST));
    }
  }
}
