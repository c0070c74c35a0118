package org.majorant.template;

/**
 * What a word looks like: {@code X} for a run of upper-case letters, {@code x} of other letters,
 * {@code d} of digits, any other character as it is, once a run. {@code McDonald's} is {@code
 * XxXx'x}, {@code 1,000} is {@code d,d}.
 */
final class WordShape {
  private WordShape() {}

  static String of(final String word) {
    final StringBuilder shape = new StringBuilder();
    int last = -1;
    for (int i = 0; i < word.length(); ) {
      final int character = word.codePointAt(i);
      i += Character.charCount(character);
      final int kind = kind(character);
      if (kind != last) {
        shape.appendCodePoint(kind);
        last = kind;
      }
    }
    return shape.toString();
  }

  private static int kind(final int character) {
    if (Character.isUpperCase(character) || Character.isTitleCase(character)) {
      return 'X';
    }
    if (Character.isLetter(character)) {
      return 'x';
    }
    return Character.isDigit(character) ? 'd' : character;
  }
}
