package org.majorant.template;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One feature template. It says which features a token has, by the token and the words around it.
 *
 * @param kind what is said of the token
 * @param from the least length, offset or column
 * @param to the largest of the same
 */
record Template(Kind kind, int from, int to) {
  private static final Pattern FORM = Pattern.compile("([a-z]+)(?::(\\d{1,3})(?:-(\\d{1,3}))?)?");
  private static final String FORMS =
      "word, lower, shape, prefix:A-B, suffix:A-B, window:N, column:N";

  /** What can be said of a token; each is spelled in lower case. */
  enum Kind {
    WORD,
    LOWER,
    SHAPE,
    PREFIX,
    SUFFIX,
    WINDOW,
    COLUMN;

    private boolean takes(final int from, final int to, final boolean range) {
      return switch (this) {
        case WORD, LOWER, SHAPE -> from < 0;
        case PREFIX, SUFFIX -> from > 0 && to >= from;
        case WINDOW, COLUMN -> from > 0 && !range;
      };
    }
  }

  /**
   * Reads a template as a spec spells it: {@code word}, {@code prefix:1-4}, {@code window:2}.
   *
   * @throws IllegalArgumentException saying in one line what is allowed
   */
  static Template of(final String text) {
    final Matcher form = FORM.matcher(text);
    if (form.matches()) {
      for (final Kind kind : Kind.values()) {
        if (kind.name().toLowerCase(Locale.ROOT).equals(form.group(1))) {
          final int from = form.group(2) == null ? -1 : Integer.parseInt(form.group(2));
          final int to = form.group(3) == null ? from : Integer.parseInt(form.group(3));
          if (kind.takes(from, to, form.group(3) != null)) {
            return new Template(kind, from, to);
          }
        }
      }
    }
    throw new IllegalArgumentException("'" + text + "' is not one of " + FORMS);
  }

  /**
   * Names what it says of a token.
   *
   * @param sentence columns of each token, the word first
   * @param t the token, from 0
   * @throws IllegalArgumentException where the token has no such column
   */
  void expand(final List<String[]> sentence, final int t, final Consumer<String> names) {
    final String word = sentence.get(t)[0];
    switch (kind) {
      case WORD -> names.accept("word=" + word);
      case LOWER -> names.accept("lower=" + lower(word));
      case SHAPE -> names.accept("shape=" + WordShape.of(word));
      case PREFIX -> prefixes(lower(word), names);
      case SUFFIX -> suffixes(lower(word), names);
      case WINDOW -> window(sentence, t, names);
      case COLUMN -> names.accept("column" + from + "=" + column(sentence.get(t)));
    }
  }

  private void prefixes(final String word, final Consumer<String> names) {
    final int length = word.codePointCount(0, word.length());
    for (int n = from; n <= Math.min(to, length); n++) {
      names.accept("prefix=" + word.substring(0, word.offsetByCodePoints(0, n)));
    }
  }

  private void suffixes(final String word, final Consumer<String> names) {
    final int length = word.codePointCount(0, word.length());
    for (int n = from; n <= Math.min(to, length); n++) {
      names.accept("suffix=" + word.substring(word.offsetByCodePoints(word.length(), -n)));
    }
  }

  /** The words around, and where there is none because the sentence begins or ends. */
  private void window(final List<String[]> sentence, final int t, final Consumer<String> names) {
    for (int offset = -to; offset <= to; offset++) {
      final int at = t + offset;
      final String name = "word" + (offset > 0 ? "+" : "") + offset;
      if (offset != 0) {
        final boolean inside = at >= 0 && at < sentence.size();
        names.accept(inside ? name + "=" + lower(sentence.get(at)[0]) : name);
      }
    }
  }

  private String column(final String[] token) {
    if (from >= token.length) {
      throw new IllegalArgumentException(
          "no column " + from + ", only " + token.length + " columns");
    }
    return token[from];
  }

  private static String lower(final String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
