package org.majorant.file;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.majorant.json.FeatureList;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;

/**
 * Reads {@link Format#TEXT}. Words are maximal runs of letters or digits of any script, in lower
 * case; each distinct word is a feature and its count the value.
 */
final class TextReader extends ExampleReader {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}]+");

  TextReader(final Source source) {
    super(source);
  }

  @Override
  LabeledExample next() throws IOException {
    final String line = source.nextLine();
    if (line == null) {
      return null;
    }
    final int tab = line.indexOf('\t');
    if (tab < 0) {
      throw source.malformed("no tab in " + MalformedLine.quote(line), "label TAB text");
    }
    return example(words(line.substring(tab + 1)), label(line.substring(0, tab)));
  }

  private static NamedFeatures words(final String text) {
    final Map<String, Integer> counts = new LinkedHashMap<>();
    final Matcher words = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (words.find()) {
      counts.merge(words.group(), 1, Integer::sum);
    }
    final FeatureList<String> features = new FeatureList<>();
    counts.forEach(features::add);
    return new NamedFeatures(features.keys(), features.values());
  }
}
