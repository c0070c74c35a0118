package org.majorant.template;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a text: maximal runs of letters or digits of any script, in lower case, each with
 * its count.
 */
public final class Words {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}]+");

  private Words() {}

  /** In the order in which they first occur. */
  public static Map<String, Integer> of(final String text) {
    final Map<String, Integer> counts = new LinkedHashMap<>();
    final Matcher words = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (words.find()) {
      counts.merge(words.group(), 1, Integer::sum);
    }
    return counts;
  }
}
