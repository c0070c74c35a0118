package org.majorant.ops.options;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;
import org.majorant.spec.Durations;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Points of time on the command line: so long ago, or a time with its zone. */
final class SinceConverter implements ITypeConverter<Instant> {
  @Override
  public Instant convert(final String text) {
    final OptionalLong ago = Durations.millis(text);
    try {
      return ago.isPresent() ? Instant.now().minusMillis(ago.getAsLong()) : Instant.parse(text);
    } catch (final DateTimeParseException e) {
      throw new TypeConversionException(
          "'" + text + "' is not so long ago as 30s, 2h, 7d, nor a time as 2026-01-31T08:00:00Z");
    }
  }
}
