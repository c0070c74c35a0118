package org.majorant.acceptance.honesty;

import java.nio.file.Path;
import java.util.List;

/** A build that learns wrongly: one place of the source is replaced. */
enum Mutant {
  LINEAGE_IS_NOT_CHECKED(
      "lineage/Lineage.java",
      "    if (from == end) {\n",
      "    if (from >= 0) {\n",
      "RecoveryTest#summary_knownAlready_isDropped",
      "LineageGapTest#declaredLoss_isCountedAndThePartitionGoesOn",
      "CommitHoleTest#summaryOfAZombie_thatIsCommittedLate_isKnownOrTold"),

  CHECKPOINT_IS_AHEAD_OF_THE_SUMMARY(
      "stream/PartitionWorker.java",
      "    final List<RejectedItem> rejected = learner.learn(record, context.currentSystemTimeMs());\n",
      """
          final List<RejectedItem> rejected = learner.learn(record, context.currentSystemTimeMs());
          checkpoint.save(record.offset() + 1, worker.baselines());
      """,
      "RecoveryTest#worker_restarted_afterItShipped20Of30_readsExactlyTheGapAgain"),

  GAP_IS_NOT_READ_AGAIN(
      "log/LogCursor.java",
      "      end = log.replay(partition, next, to, replay);\n",
      "",
      "RecoveryTest#worker_restarted_withoutNewRecords_readsUpToWhatIsCommitted",
      "RecoveryTest#majorizer_restarted_givesTheBaseOfTheOneThatRanThrough",
      "CommitHoleTest#inputOffsetsWithoutTheSummary_areReadAgain",
      "LearnerCrashIT#learner_killed_three_times_learns_each_example_once_and_loses_no_garbage"),

  SUMMARY_IS_NOT_CHECKED(
      "majorize/CheckedSummary.java",
      "      requireTally(summary, own);\n",
      "",
      "CheckedSummaryTest#forgedField_isRefused");

  private final Path source;
  private final String original;
  private final String replacement;
  private final List<Killer> killers;

  Mutant(
      final String source,
      final String original,
      final String replacement,
      final String... killers) {
    this.source = Path.of("processors/src/main/java/org/majorant").resolve(source);
    this.original = original;
    this.replacement = replacement;
    this.killers = List.of(killers).stream().map(Killer::of).toList();
  }

  /** A test that must fail on a mutant; of one with parameters, for one of them at least. */
  record Killer(String testClass, String method) {
    private static Killer of(final String test) {
      final String[] parts = test.split("#");
      return new Killer(parts[0], parts[1]);
    }

    /** Whether it needs a broker. */
    boolean isIntegrationTest() {
      return testClass.endsWith("IT");
    }
  }

  /** The file that is changed, from the root of the sources on. */
  Path source() {
    return source;
  }

  /** The tests that must find it. */
  List<Killer> killers() {
    return killers;
  }

  /**
   * The source of the mutant.
   *
   * @param text of {@link #source()}
   */
  String of(final String text) {
    final int at = text.indexOf(original);
    if (at < 0 || text.indexOf(original, at + 1) >= 0) {
      throw new AssertionError(
          "%s: %s must have this once, name the place anew:%n%s".formatted(this, source, original));
    }
    return text.replace(original, replacement);
  }
}
