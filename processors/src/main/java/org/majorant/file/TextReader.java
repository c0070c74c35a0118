package org.majorant.file;

import static org.majorant.schema.RejectedExample.quote;

import java.io.IOException;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.template.FeatureList;
import org.majorant.template.Words;

/**
 * Reads {@link Format#TEXT}: each distinct one of the {@link Words} is a feature, and its count the
 * value.
 */
final class TextReader extends ExampleReader {
  private final Source source;

  TextReader(final Source source) {
    super(source);
    this.source = source;
  }

  @Override
  LabeledExample next() throws IOException {
    final String line = source.nextLine();
    if (line == null) {
      return null;
    }
    final int tab = line.indexOf('\t');
    if (tab < 0) {
      throw source.malformed("no tab in " + quote(line), "label TAB text");
    }
    return example(words(line.substring(tab + 1)), label(line.substring(0, tab)));
  }

  private static NamedFeatures words(final String text) {
    final FeatureList<String> features = new FeatureList<>();
    Words.of(text).forEach(features::add);
    return new NamedFeatures(features.keys(), features.values());
  }
}
