package org.majorant.spec;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h}, {@code 7d}.
 */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");

  private Durations() {}

  /** Milliseconds; empty where the text is no duration. */
  public static OptionalLong millis(final String text) {
    final Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)) * unit(matcher.group(2)))
        : OptionalLong.empty();
  }

  /** The shortest form of so many milliseconds. */
  public static String text(final long millis) {
    for (final String unit : new String[] {"d", "h", "m", "s"}) {
      if (millis > 0 && millis % unit(unit) == 0) {
        return millis / unit(unit) + unit;
      }
    }
    return millis + "ms";
  }

  private static long unit(final String name) {
    return switch (name) {
      case "ms" -> 1;
      case "s" -> 1000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      default -> 86_400_000;
    };
  }
}
