package org.majorant.ops.options;

import java.time.Duration;
import java.util.OptionalLong;
import org.majorant.spec.Durations;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations on the command line as a spec has them, so that there is one way to write them. */
final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(final String text) {
    final OptionalLong millis = Durations.millis(text);
    if (millis.orElse(0) == 0) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration above 0 as 500ms, 30s, 5m");
    }
    // Kafka's clients count milliseconds in an int: 24 days.
    return Duration.ofMillis(Math.min(millis.getAsLong(), Integer.MAX_VALUE));
  }
}
