package org.majorant.ops.read;

import java.util.ArrayList;
import java.util.List;
import org.majorant.model.SequencePredictor;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Sequence;
import org.majorant.template.FeatureTemplates;

/**
 * A sentence as one version labels it.
 *
 * @param words of the sentence
 * @param labels the best labelling as a whole, a label a word
 */
public record TaggedSentence(List<String> words, List<String> labels) {
  private static final String OUTSIDE = "O";

  /**
   * Has a sentence labeled, its features made by the templates of the model's spec.
   *
   * @param sentence words with spaces between them
   * @throws CommandFailed where the model cannot label it
   */
  public static TaggedSentence of(final String sentence, final SequencePredictor predictor) {
    final List<String> words = List.of(sentence.strip().split("\\s+"));
    final List<String[]> columns = words.stream().map(word -> new String[] {word}).toList();
    try {
      final var templates =
          FeatureTemplates.of(predictor.model().spec().getFeatures().getTemplates());
      final Sequence sequence = new Sequence(templates.apply(columns), List.of(), null);
      return new TaggedSentence(
          words, predictor.predict(new LabeledExample(null, null, 1.0, sequence)).labels());
    } catch (final IllegalArgumentException | RejectedExample e) {
      throw new CommandFailed("cannot label the sentence: " + e.getMessage(), e);
    }
  }

  /**
   * The words, each with its label behind a slash unless that is {@code O}.
   *
   * @param indent before each line
   * @param width of a line with its indent; a longer word has a line of its own
   */
  public List<String> lines(final String indent, final int width) {
    final List<String> lines = new ArrayList<>();
    final StringBuilder line = new StringBuilder(indent);
    for (int t = 0; t < words.size(); t++) {
      final String word =
          labels.get(t).equals(OUTSIDE) ? words.get(t) : words.get(t) + "/" + labels.get(t);
      if (line.length() > indent.length()) {
        if (line.length() + 1 + word.length() > width) {
          lines.add(line.toString());
          line.setLength(indent.length());
        } else {
          line.append(' ');
        }
      }
      line.append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
