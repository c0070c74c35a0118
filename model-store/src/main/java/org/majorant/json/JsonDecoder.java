package org.majorant.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.ValueDecoder;

/**
 * Decodes values that are {@link ExampleJson} in UTF-8, or an array of such objects: a packed
 * record. An array is only cut at its commas, which takes no more than to count brackets outside of
 * strings. So an item that is no JSON is found when it is decoded, and leaves the others readable.
 */
final class JsonDecoder extends ValueDecoder {
  private final ExampleJson json;
  private final Object reads;

  JsonDecoder(final int maxBytes, final ModelSpec spec) {
    super(maxBytes);
    json = ExampleJson.of(spec);
    reads = Arrays.asList(JsonDecoder.class, spec.getFeatures().getTemplates(), spec.getColumns());
  }

  @Override
  protected Object reads() {
    return reads;
  }

  @Override
  protected void openValue(final byte[] value, final RecordHeaders headers) throws RejectedExample {
    if (isAvro(value)) {
      throw ExampleJson.malformed("a record in Avro", "JSON; 'learn --value-format avro' reads it");
    }
    final int first = pastSpace(value, 0);
    if (first == value.length || value[first] != '[') {
      isOne(0);
      return;
    }
    isPackedRecord();
    int begin = first + 1;
    int depth = 1;
    for (int at = begin; at < value.length; at++) {
      switch (value[at]) {
        case '"' -> at = pastString(value, at);
        case '[', '{' -> depth++;
        case ']', '}' -> depth--;
        default -> {}
      }
      if (depth == 0) {
        requireEnd(value, at);
        addLast(value, begin, at);
        return;
      }
      if (depth == 1 && value[at] == ',') {
        add(begin, at);
        begin = at + 1;
      }
    }
    throw ExampleJson.malformed("an array without an end", "one JSON object, or an array of them");
  }

  /** Whether it begins as the single-object encoding does, or a record by a schema registry. */
  private static boolean isAvro(final byte[] value) {
    return value.length > 1 && (value[0] == 0 || value[0] == (byte) 0xC3 && value[1] == 1);
  }

  /** After the last comma there is an example, unless there is no comma either. */
  private void addLast(final byte[] value, final int begin, final int end) throws RejectedExample {
    if (pastSpace(value, begin) < end || value[begin - 1] == ',') {
      add(begin, end);
    }
  }

  private static void requireEnd(final byte[] value, final int last) throws RejectedExample {
    if (value[last] != ']' || pastSpace(value, last + 1) < value.length) {
      throw ExampleJson.malformed("more after the array", "one JSON object, or an array of them");
    }
  }

  /** Index of the quotation mark that ends a string; of the last byte, where none does. */
  private static int pastString(final byte[] value, final int quote) throws RejectedExample {
    for (int at = quote + 1; at < value.length; at++) {
      if (value[at] == '"') {
        return at;
      }
      if (value[at] == '\\') {
        at++;
      }
    }
    return value.length - 1;
  }

  private static int pastSpace(final byte[] value, final int from) {
    int at = from;
    while (at < value.length && " \t\r\n".indexOf(value[at]) >= 0) {
      at++;
    }
    return at;
  }

  @Override
  protected void decodeExample(
      final byte[] value, final int from, final int to, final DecodedExample buffer)
      throws RejectedExample {
    buffer.set(json.read(new String(value, from, to - from, StandardCharsets.UTF_8)));
  }

  @Override
  protected byte[] unpack(final byte[] value, final int from, final int to) {
    return Arrays.copyOfRange(value, from, to);
  }
}
