package org.majorant.template;

import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.NamedFeatures;

/**
 * Makes the features of a sentence's tokens from its words. Whoever produces sequences for a model
 * and whoever asks it for predictions use the templates of its spec, so that they cannot differ.
 * Immutable.
 *
 * <pre>
 *   word, lower, shape      the word as it is; in lower case; as a {@link WordShape}
 *   prefix:1-4, suffix:1-4  its beginnings and ends of 1 to 4 characters, in lower case
 *   window:2                the words up to 2 before and after, in lower case
 *   column:1                what stands in that column of the token, from 0, the word's
 * </pre>
 */
public final class FeatureTemplates {
  /** What does well for names and parts of speech in most languages. */
  public static final List<String> DEFAULT =
      List.of("word", "lower", "prefix:1-4", "suffix:1-4", "shape", "window:2");

  private final List<Template> templates;

  private FeatureTemplates(final List<Template> templates) {
    this.templates = templates;
  }

  /**
   * @param templates as a spec has them
   * @throws IllegalArgumentException naming, in one line, what is no template
   */
  public static FeatureTemplates of(final List<String> templates) {
    return new FeatureTemplates(templates.stream().map(Template::of).toList());
  }

  /**
   * Features of each token.
   *
   * @param sentence columns of each token, the word first
   * @throws IllegalArgumentException where a template asks for a column that is missing
   */
  public List<Object> apply(final List<String[]> sentence) {
    final List<Object> tokens = new ArrayList<>(sentence.size());
    for (int t = 0; t < sentence.size(); t++) {
      final List<String> names = new ArrayList<>();
      for (final Template template : templates) {
        template.expand(sentence, t, names::add);
      }
      tokens.add(new NamedFeatures(names, List.of()));
    }
    return tokens;
  }
}
