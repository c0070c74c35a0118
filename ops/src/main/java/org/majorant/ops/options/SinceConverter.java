package org.majorant.ops.options;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;
import org.majorant.spec.Durations;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Points of time on the command line: so long ago, a day of UTC, or a time with its zone. */
final class SinceConverter implements ITypeConverter<Instant> {
  @Override
  public Instant convert(final String text) {
    final OptionalLong ago = Durations.millis(text);
    if (ago.isPresent()) {
      return Instant.now().minusMillis(ago.getAsLong());
    }
    try {
      return text.contains("T")
          ? Instant.parse(text)
          : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (final DateTimeParseException e) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is not so long ago as 30s, 2h, 7d, nor a day as 2026-01-31, nor a time as"
              + " 2026-01-31T08:00:00Z");
    }
  }
}
