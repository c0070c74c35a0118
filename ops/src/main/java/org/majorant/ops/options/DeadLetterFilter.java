package org.majorant.ops.options;

import java.time.Instant;
import java.util.function.Predicate;
import org.majorant.ops.deadletters.StoredDeadLetter;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.Rejection;
import picocli.CommandLine.Option;

/** Options that say which dead letters a command is about; without any it is about all. */
public final class DeadLetterFilter implements Predicate<StoredDeadLetter> {
  @Option(names = "--model", paramLabel = "M", description = "Only those of this model.")
  private String model;

  @Option(
      names = "--reason",
      paramLabel = "R",
      description = "Only those rejected for this reason: ${COMPLETION-CANDIDATES}.")
  private Rejection reason;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = SinceConverter.class,
      description =
          "Only those rejected since then: a duration, as 2h, or a time, as 2026-01-31T08:00:00Z.")
  private Instant since;

  @Override
  public boolean test(final StoredDeadLetter stored) {
    final DeadLetter letter = stored.letter();
    return (model == null || model.equals(letter.getModel()))
        && (reason == null || reason == letter.getReason())
        && (since == null || stored.rejected() >= since.toEpochMilli());
  }
}
