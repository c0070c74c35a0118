package org.majorant.schema;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/** Schemas numbered from 1. */
final class MemoryRegistry implements SchemaRegistry {
  final List<String> subjects = new ArrayList<>();
  private final List<Schema> schemas = new ArrayList<>();

  @Override
  public Schema schema(final int id) {
    if (id < 1 || id > schemas.size()) {
      throw new SerializationException("no schema " + id);
    }
    return schemas.get(id - 1);
  }

  @Override
  public int register(final String subject, final Schema schema) {
    if (!schemas.contains(schema)) {
      subjects.add(subject);
      schemas.add(schema);
    }
    return schemas.indexOf(schema) + 1;
  }
}
