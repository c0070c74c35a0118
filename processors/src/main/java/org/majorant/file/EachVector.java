package org.majorant.file;

import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.SparseVector;

/** Walks through an example's feature vectors, whatever its structure. */
public final class EachVector {
  private EachVector() {}

  /**
   * @param part a structure, or a part of one
   * @param seen receives each {@link SparseVector} and {@link NamedFeatures}
   */
  public static void of(final Object part, final Consumer<Object> seen) {
    if (part instanceof SparseVector || part instanceof NamedFeatures) {
      seen.accept(part);
    } else if (part instanceof List<?> parts) {
      parts.forEach(each -> of(each, seen));
    } else if (part instanceof SpecificRecord record) {
      record.getSchema().getFields().forEach(field -> of(record.get(field.pos()), seen));
    }
  }
}
