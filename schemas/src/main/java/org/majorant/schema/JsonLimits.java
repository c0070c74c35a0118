package org.majorant.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.util.Optional;

/**
 * What JSON and YAML may have at most, whoever wrote it. Who reads a tree calls itself for each
 * level, and the time to read a number grows with the square of its digits: without limits a text
 * of a few KB stops its reader. An example has six levels, and a number of Java's 25 digits.
 */
public final class JsonLimits {
  private static final int DEPTH = 32;
  private static final int DIGITS = 1000;
  private static final int CHARACTERS = 1 << 16;

  private static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder()
          .maxNestingDepth(DEPTH)
          .maxNumberLength(DIGITS)
          .maxNameLength(CHARACTERS)
          .maxStringLength(CHARACTERS)
          .build();

  private JsonLimits() {}

  /** 32 levels, numbers of 1,000 digits, names and strings of 65,536 characters. */
  public static StreamReadConstraints constraints() {
    return CONSTRAINTS;
  }

  /** The limit that a text breaks, in one line; empty where something else is wrong with it. */
  public static Optional<String> broken(final JsonProcessingException e) {
    if (!(e instanceof StreamConstraintsException)) {
      return Optional.empty();
    }
    // Jackson goes on with the name of its Java method: "(1000, from `Stream…`)".
    return Optional.of(e.getOriginalMessage().replaceFirst(", from .*", ")"));
  }
}
