package org.majorant.schema;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Packs records of one example each into one record, which {@link ExampleDecoder} takes apart
 * again: the header that all of them have goes into the {@link ExampleBatch} once, and what follows
 * it is an item. Safe for use by many threads.
 */
public final class ExamplePacker {
  private final AvroSerde<ExampleBatch> serde;

  /**
   * @param registry of the schemas, where the examples are in {@link ConfluentFormat}
   * @param topic where the records lie
   */
  public ExamplePacker(final SchemaRegistry registry, final String topic) {
    serde = AvroSerde.of(ExampleBatch.class, registry, topic);
  }

  /** As {@link AvroSerde#register}. */
  public void register() {
    serde.register();
  }

  /**
   * One record of some examples; a single one stays as it is.
   *
   * @param examples encoded by one {@link AvroSerde} of this registry; 1 to {@link
   *     ValueDecoder#MOST_EXAMPLES}
   * @throws RegistryException as {@link AvroSerde#encode}
   */
  public byte[] pack(final List<byte[]> examples) {
    if (examples.size() == 1) {
      return examples.get(0);
    }
    final byte[] first = examples.get(0);
    final boolean confluent = ConfluentFormat.hasHeader(first);
    final int header = confluent ? ConfluentFormat.HEADER : AvroSerde.HEADER;
    final List<ByteBuffer> items = new ArrayList<>(examples.size());
    for (final byte[] example : examples) {
      items.add(ByteBuffer.wrap(example, header, example.length - header));
    }
    return serde.encode(
        new ExampleBatch(
            confluent ? ConfluentFormat.id(first) : AvroSerde.fingerprint(first), items));
  }
}
