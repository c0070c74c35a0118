package org.majorant.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Sequence;
import org.majorant.schema.SequenceBuffer;
import org.majorant.template.FeatureTemplates;

/**
 * Reads {@link Format#CONLL}: each sentence is a {@link Sequence}, its features made of the word by
 * templates, of other columns only where a template names them. A sentence with a faulty line is
 * left out as a whole. Blanks are those of ASCII: the wide blank U+3000 may be a token.
 */
final class ConllReader extends ExampleReader {
  private final Source source;
  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final int LAST = -1;
  private static final String DOCUMENT = "-DOCSTART-";

  private final FeatureTemplates templates;
  private final int labelColumn;
  private long first; // line of the sentence

  /**
   * @throws IllegalArgumentException where the label column is no number, or a template is none
   */
  ConllReader(final Source source, final String labelColumn, final List<String> templates) {
    super(source);
    this.source = source;
    this.templates = FeatureTemplates.of(templates);
    this.labelColumn = labelColumn == null ? LAST : number(labelColumn);
  }

  /** Its first token's. */
  @Override
  long line() {
    return first;
  }

  @Override
  LabeledExample next() throws IOException {
    final List<String[]> sentence = new ArrayList<>();
    final List<String> labels = new ArrayList<>();
    first = source.line() + 1;
    MalformedLine fault = null;
    for (String line = source.anyLine(); line != null; line = source.anyLine()) {
      if (line.trim().isEmpty() || line.startsWith(DOCUMENT)) {
        if (!sentence.isEmpty() || fault != null) {
          break;
        }
        first = source.line() + 1;
      } else if (fault == null) {
        final String[] columns = columns(line);
        fault = fault(columns, sentence.size());
        sentence.add(columns);
        labels.add(label(columns));
      }
    }
    if (fault != null) {
      throw fault;
    }
    return sentence.isEmpty() ? null : example(sentence, labels);
  }

  private LabeledExample example(final List<String[]> sentence, final List<String> labels)
      throws MalformedLine {
    try {
      return new LabeledExample(
          null, null, 1.0, new Sequence(templates.apply(sentence), labels, null));
    } catch (final IllegalArgumentException e) {
      throw source.malformed(first, e.getMessage(), "the columns that the templates name");
    }
  }

  private static String[] columns(final String line) {
    return line.indexOf('\t') >= 0 ? line.split("\t", -1) : SPACES.split(line.trim());
  }

  private MalformedLine fault(final String[] columns, final int before) {
    if (before == SequenceBuffer.MAX_TOKENS) {
      return source.malformed(
          "a sentence that goes on", "a blank line after " + before + " tokens at most");
    }
    if (columns[0].isEmpty()) {
      return source.malformed("no token", "the token first");
    }
    return labelColumn < columns.length
        ? null
        : source.malformed(columns.length + " columns", "a label in column " + labelColumn);
  }

  /** Null where not observed: nothing is left for the last column where there is only the token. */
  private String label(final String[] columns) {
    if (labelColumn == LAST) {
      return columns.length == 1 ? null : label(columns[columns.length - 1]);
    }
    return labelColumn < columns.length ? label(columns[labelColumn]) : null;
  }

  private static int number(final String column) {
    if (!column.matches("\\d{1,4}")) {
      throw new IllegalArgumentException(
          "the label column of conll is a number from 0, not '" + column + "'");
    }
    return Integer.parseInt(column);
  }
}
