package org.majorant.file;

import static org.majorant.schema.RejectedExample.quote;

import java.io.IOException;
import java.util.regex.Pattern;
import org.majorant.row.Column;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.SparseVector;
import org.majorant.template.FeatureList;

/** Reads {@link Format#LIBSVM}. */
final class LibsvmReader extends ExampleReader {
  private final Source source;
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final String EXPECTED = "label index:value ...";

  LibsvmReader(final Source source) {
    super(source);
    this.source = source;
  }

  @Override
  LabeledExample next() throws IOException {
    for (String line = source.nextLine(); line != null; line = source.nextLine()) {
      final int comment = line.indexOf('#');
      final String content = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!content.isEmpty()) {
        return parse(BLANKS.split(content));
      }
    }
    return null;
  }

  private LabeledExample parse(final String[] tokens) throws MalformedLine {
    if (tokens[0].indexOf(':') >= 0) {
      throw source.malformed("no label before " + quote(tokens[0]), EXPECTED);
    }
    final FeatureList<Integer> features = new FeatureList<>();
    for (int i = 1; i < tokens.length; i++) {
      final String token = tokens[i];
      final int colon = token.indexOf(':');
      if (colon < 0 || token.startsWith("qid:")) {
        throw source.malformed("no feature: " + quote(token), EXPECTED);
      }
      features.add(index(token.substring(0, colon)), value(token.substring(colon + 1)));
    }
    return example(new SparseVector(features.keys(), features.values()), label(tokens[0]));
  }

  private float value(final String text) throws MalformedLine {
    if (!Column.isNumber(text)) {
      throw source.malformed("feature value " + quote(text), "a number");
    }
    return Float.parseFloat(text);
  }

  /** A feature's index; one more than the largest is still an int, as a dimension must be. */
  private int index(final String text) throws MalformedLine {
    try {
      final int index = Integer.parseInt(text);
      if (index >= 0 && index < Integer.MAX_VALUE) {
        return index;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw source.malformed(
        "feature index " + quote(text), "a whole number from 0 to " + (Integer.MAX_VALUE - 1));
  }
}
