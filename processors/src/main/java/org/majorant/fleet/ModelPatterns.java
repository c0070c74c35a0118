package org.majorant.fleet;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Globs of models' names: {@code *} is any text, also none, and {@code ?} a character. They know
 * nothing else, so that they read alike in a shell, a page and a claim.
 *
 * @param globs at least one
 */
public record ModelPatterns(List<String> globs) {
  private static final Pattern FORM = Pattern.compile("[a-z0-9._*?-]{1,100}");

  /**
   * @throws FleetException where one cannot match a model's name
   */
  public ModelPatterns {
    globs = globs.stream().distinct().toList();
    if (globs.isEmpty()) {
      throw new FleetException("a fleet needs a pattern of models' names, as '*' or 'fraud-*'");
    }
    for (final String glob : globs) {
      if (!FORM.matcher(glob).matches()) {
        throw new FleetException(
            ("'%s' cannot match a model: a pattern has lower-case letters, digits, '.', '_', '-',"
                    + " '*' and '?'")
                .formatted(glob));
      }
    }
  }

  /** Whether one of them matches the whole name. */
  public boolean matches(final String model) {
    return globs.stream().anyMatch(glob -> matches(glob, model));
  }

  /**
   * By the last star alone: where a later one has matched, an earlier one need not match more. So
   * it takes at most as many steps as glob and name have characters, multiplied.
   */
  private static boolean matches(final String glob, final String name) {
    int star = -1;
    int mark = 0;
    int g = 0;
    int n = 0;
    while (n < name.length()) {
      final char next = g < glob.length() ? glob.charAt(g) : 0;
      if (next == '*') {
        star = g++;
        mark = n;
      } else if (next == '?' || next == name.charAt(n)) {
        g++;
        n++;
      } else if (star >= 0) {
        g = star + 1;
        n = ++mark;
      } else {
        return false;
      }
    }
    return glob.substring(g).chars().allMatch(c -> c == '*');
  }

  /** As they are typed: with commas between them. */
  @Override
  public String toString() {
    return String.join(",", globs);
  }
}
