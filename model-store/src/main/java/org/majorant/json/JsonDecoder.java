package org.majorant.json;

import java.nio.charset.StandardCharsets;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.ValueDecoder;
import org.majorant.template.FeatureTemplates;

/** Decodes values that are {@link ExampleJson} in UTF-8. */
final class JsonDecoder extends ValueDecoder {
  private final ExampleJson json;

  JsonDecoder(final int maxBytes, final FeatureTemplates templates) {
    super(maxBytes);
    json = new ExampleJson(templates);
  }

  @Override
  protected void decodeValue(final byte[] value, final DecodedExample buffer)
      throws RejectedExample {
    buffer.set(json.read(new String(value, StandardCharsets.UTF_8)));
  }
}
