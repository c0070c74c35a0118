package org.majorant.spec;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How spec files spell the constants of an enum: in lower case, with hyphens. */
public final class Spelling {
  private Spelling() {}

  /** The word for a constant. */
  public static String of(final Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The words for all constants, in their order, after others. */
  static String[] all(final Class<? extends Enum<?>> type, final String... others) {
    return Stream.concat(Stream.of(others), Stream.of(type.getEnumConstants()).map(Spelling::of))
        .toArray(String[]::new);
  }

  /** The constant that a word stands for; empty where it stands for none. */
  static <E extends Enum<E>> Optional<E> read(final Class<E> type, final String word) {
    return Arrays.stream(type.getEnumConstants()).filter(c -> of(c).equals(word)).findFirst();
  }
}
