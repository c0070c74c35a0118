package org.majorant.file.spec;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines of YAML with comments, which no library writes. What stands in them may be anything. */
final class CommentedYaml {
  private static final int WIDTH = 100;

  private final List<String> lines = new ArrayList<>();

  void add(final String line) {
    lines.add(line);
  }

  /**
   * Items with commas between them, in lines of at most a width where they fit.
   *
   * @param before what the first line begins with; where that is a comment, all lines are
   */
  void addList(final String before, final List<String> items, final String after) {
    StringBuilder line = new StringBuilder(before);
    for (int i = 0; i < items.size(); i++) {
      final String item = items.get(i) + (i + 1 < items.size() ? ", " : after);
      if (line.length() + item.length() > WIDTH && i > 0) {
        lines.add(line.toString().stripTrailing());
        line = new StringBuilder(before.replaceFirst("(^ *#|^).*", "$1    "));
      }
      line.append(item);
    }
    lines.add(line.toString());
  }

  /** A scalar, in double quotes where a plain word might be something else to YAML. */
  static String quoted(final String text) {
    return text.matches("[a-zA-Z][a-zA-Z0-9_]*")
            && !text.toLowerCase(Locale.ROOT).matches("y|n|yes|no|on|off|true|false|null|nan")
        ? text
        : '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  /** Text for a comment. */
  static String oneLine(final String text) {
    return text.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]", " ");
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
