package org.majorant.file;

import java.io.IOException;
import java.util.Set;
import org.majorant.json.ExampleJson;
import org.majorant.schema.Columns;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.template.FeatureTemplates;

/** Reads {@link Format#JSONL}. */
final class JsonReader extends ExampleReader {
  private final Source source;
  private final ExampleJson json;
  private Set<String> columns; // null: the example is no row

  /**
   * @param templates that make features of a sentence's words
   * @param columns what the fields of a row are; null: as they say themselves
   */
  JsonReader(final Source source, final FeatureTemplates templates, final Columns columns) {
    super(source);
    this.source = source;
    json = new ExampleJson(templates, columns);
  }

  @Override
  public Set<String> columns() {
    return columns;
  }

  @Override
  LabeledExample next() throws IOException {
    final String line = source.nextLine();
    try {
      columns = null;
      return line == null ? null : json.read(line, row -> columns = row);
    } catch (final RejectedExample e) {
      throw source.malformed(e);
    }
  }
}
