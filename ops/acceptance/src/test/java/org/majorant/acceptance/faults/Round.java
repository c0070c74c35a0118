package org.majorant.acceptance.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.schema.PartitionOffset;

/** Plays a story on a live system, and tells what happens. */
final class Round {
  private static final Path DIR = Path.of("target", "faults").toAbsolutePath();

  private final long start = System.nanoTime();
  private final List<String> lines = new ArrayList<>();
  private final LiveSystem system;
  private final RecoveryTable recoveries;

  private Round(final LiveSystem system, final RecoveryTable recoveries) {
    this.system = system;
    this.recoveries = recoveries;
  }

  /**
   * Tests that play stories, of the seeds from {@code -Dmajorant.seed} on, which is drawn if nobody
   * says it; so many as {@code -Dmajorant.rounds} says.
   *
   * @param rounds if nobody says how many
   * @param nightly the same, at night
   */
  static Stream<DynamicTest> all(
      final int rounds,
      final int nightly,
      final LongFunction<Story> story,
      final RecoveryTable recoveries) {
    final long first = Long.getLong("majorant.seed", new Random().nextInt(1_000_000));
    final long size =
        Long.getLong("majorant.rounds", Boolean.getBoolean("majorant.nightly") ? nightly : rounds);
    System.out.printf("Rounds from -Dmajorant.seed=%d on: %d%n", first, size);
    return LongStream.range(first, first + size)
        .mapToObj(
            seed ->
                DynamicTest.dynamicTest("seed " + seed, () -> play(story.apply(seed), recoveries)));
  }

  /**
   * Plays it in a directory of its own, which stays where it fails.
   *
   * @param drawn where this user may not mount, no disk is full or read-only in it
   * @param recoveries gets how long the system took after each fault
   * @throws AssertionError that says what happened
   */
  static void play(final Story drawn, final RecoveryTable recoveries) throws Exception {
    final boolean mayMount = SmallDisk.isPermitted(DIR.resolve("disk"));
    final Story story = mayMount ? drawn : drawn.withoutDisks();
    final Path dir =
        Files.createTempDirectory(Files.createDirectories(DIR), "seed-" + story.seed() + "-");
    try (LiveSystem system = new LiveSystem(dir, story)) {
      final Round round = new Round(system, recoveries);
      try {
        round.play(story);
      } catch (final Exception | Error e) {
        system.keep();
        round.tell("the round failed: " + e.getMessage());
        throw new AssertionError(
            "the round failed; its directory is %s; what happened:%n%s"
                .formatted(dir, String.join("\n", round.lines)),
            e);
      }
    }
    LiveSystem.empty(dir);
    Files.delete(dir);
  }

  private void play(final Story story) throws Exception {
    tell("seed %s".formatted(story));
    system.start();
    for (final Story.Scene scene : story.scenes()) {
      play(scene);
    }
    tell(system.finish());
  }

  private void play(final Story.Scene scene) throws Exception {
    final Fault fault = scene.fault();
    final LearnerProcess learner = system.learners().get(scene.learner());
    Thread.sleep((long) (1000 * scene.calm()));
    tell("%s (learner %d)".formatted(fault.label(), scene.learner() + 1));
    fault.begin(system, learner);
    Thread.sleep((long) (1000 * scene.seconds()));
    tell("ends now");
    final List<PartitionOffset> then = system.versions().lineage();
    final long end = System.nanoTime();
    fault.end(system, learner);
    if (scene.pressed()) {
      return;
    }
    system
        .versions()
        .await(
            "a version beyond " + then + " of each partition",
            now -> VersionWatch.isBeyond(then, now));
    final double seconds = (System.nanoTime() - end) / 1e9;
    tell("learns again after %.1f s".formatted(seconds));
    recoveries.add(fault, seconds);
  }

  /** With seconds since the start; printed at once. */
  private void tell(final String what) {
    final String line = "%6.1f s  %s".formatted((System.nanoTime() - start) / 1e9, what);
    lines.add(line);
    System.out.println(line);
  }
}
