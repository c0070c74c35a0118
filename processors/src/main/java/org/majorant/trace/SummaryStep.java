package org.majorant.trace;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A summary on its way from a worker to the majorizer. The worker writes the first five and the
 * last in a header of the summary's record, a line each, so that the record itself stays as it was.
 *
 * @param worker the instance
 * @param partition of the examples
 * @param from their first offset
 * @param to the offset after the last
 * @param oldest the time of the oldest of them; {@link #shipped} where it has none
 * @param shipped when it was written
 * @param received when the majorizer got it
 * @param parents {@code traceparent}s of some of the examples' records
 */
public record SummaryStep(
    String worker,
    int partition,
    long from,
    long to,
    long oldest,
    long shipped,
    long received,
    List<String> parents) {
  /** Of the summary's record. */
  public static final String HEADER = "majorant-trace";

  /** W3C's header, of examples and of versions. */
  public static final String PARENT = "traceparent";

  /** Links of one summary, and of one version. */
  public static final int MOST_PARENTS = 8;

  /** Streams that are learned from their beginning would give traces of years. */
  private static final long LONGEST_MILLIS = 3_600_000;

  private static final Pattern W3C = Pattern.compile("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  /** When it began, at most an hour before it was shipped. */
  public long begin() {
    return Math.min(shipped, Math.max(oldest, shipped - LONGEST_MILLIS));
  }

  /** Whether a header is one of W3C's, as far as this build knows them. */
  static boolean isParent(final String header) {
    return W3C.matcher(header).matches();
  }

  byte[] header() {
    final StringBuilder lines = new StringBuilder();
    lines.append(worker).append('\n').append(partition).append('\n').append(from);
    lines.append('\n').append(to).append('\n').append(oldest);
    parents.forEach(parent -> lines.append('\n').append(parent));
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Reads a header; empty where anybody has written something else there. */
  static Optional<SummaryStep> read(final byte[] header, final long shipped, final long received) {
    final List<String> lines = new String(header, StandardCharsets.UTF_8).lines().toList();
    if (lines.size() < 5) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SummaryStep(
              lines.get(0),
              Integer.parseInt(lines.get(1)),
              Long.parseLong(lines.get(2)),
              Long.parseLong(lines.get(3)),
              Long.parseLong(lines.get(4)),
              shipped,
              received,
              lines.stream().skip(5).filter(SummaryStep::isParent).limit(MOST_PARENTS).toList()));
    } catch (final NumberFormatException e) {
      return Optional.empty();
    }
  }
}
