package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.majorant.research.bench.MachineLoad;
import org.majorant.schema.PartitionOffset;

/**
 * Rounds of random faults on a running system. Each round is a {@link Story}, drawn from a seed: a
 * broker, one to three learners, and a stream of examples, of which one in twenty is garbage; then
 * four to eight faults, one after the other, at random times. When all is consumed, the {@link
 * Verdict} says what must be true. That is the same after every story, for nothing that happens to
 * a process, a disk or a topic may make a model that does not say exactly what it was learned from.
 *
 * <p>{@code -Dmajorant.rounds=50} plays so many rounds, {@code -Dmajorant.seed=S} the rounds S, S +
 * 1, and so on; what fails says its seed, leaves its directory with all logs, and {@code
 * -Dmajorant.rounds=1 -Dmajorant.seed=S} plays it again.
 *
 * <p>How fast a system recovers is printed for each fault, and held to a limit only where the
 * machine was quiet.
 */
@Tag("faults")
class RandomFaults {
  private static final Path DIR = Path.of("target", "faults").toAbsolutePath();
  private static final Map<Fault, Double> MOST_SECONDS =
      Map.of(LearnerFault.KILLED, 10.0, BrokerFault.KILLED, 20.0);
  private static final RecoveryTable RECOVERIES = new RecoveryTable();

  private static MachineLoad before;
  private static boolean mayMount;

  @BeforeAll
  static void look() throws Exception {
    before = MachineLoad.now();
    mayMount = SmallDisk.isPermitted(DIR.resolve("disk"));
    if (!mayMount) {
      System.out.println("This user may not mount: no disk is full or read-only in these rounds.");
    }
  }

  @TestFactory
  Stream<DynamicTest> everyRound_endsExact() {
    final long first = Long.getLong("majorant.seed", new Random().nextInt(1_000_000));
    final long rounds =
        Long.getLong("majorant.rounds", Boolean.getBoolean("majorant.nightly") ? 12 : 3);
    System.out.printf("Rounds from -Dmajorant.seed=%d on: %d%n", first, rounds);
    return LongStream.range(first, first + rounds)
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> play(seed)));
  }

  @AfterAll
  static void recoveries_areFast() {
    final MachineLoad load = MachineLoad.now().since(before);
    System.out.printf("%s%nMeanwhile %s.%n", RECOVERIES, load);
    if (load.isQuiet()) {
      MOST_SECONDS.forEach(
          (fault, most) ->
              RECOVERIES
                  .median(fault)
                  .ifPresent(
                      median -> assertThat(median).as(fault.label()).isLessThanOrEqualTo(most)));
    }
  }

  private static void play(final long seed) throws Exception {
    final Story drawn = Story.draw(seed);
    final Story story = mayMount ? drawn : drawn.withoutDisks();
    final Path dir = Files.createTempDirectory(Files.createDirectories(DIR), "seed-" + seed + "-");
    final Telling telling = new Telling();
    telling.tell("seed %s".formatted(story));
    try (LiveSystem system = new LiveSystem(dir, story)) {
      try {
        system.start();
        for (final Story.Scene scene : story.scenes()) {
          play(scene, system, telling);
        }
        telling.tell(Verdict.on(system, system.finish()));
      } catch (final Exception | Error e) {
        system.keep();
        telling.tell("the round failed: " + e.getMessage());
        throw new AssertionError(
            "the round failed; its directory is %s; what happened:%n%s".formatted(dir, telling), e);
      }
    }
    LiveSystem.empty(dir);
    Files.delete(dir);
  }

  private static void play(final Story.Scene scene, final LiveSystem system, final Telling telling)
      throws Exception {
    final Fault fault = scene.fault();
    final var learner = system.learners().get(scene.learner());
    Thread.sleep((long) (1000 * scene.calm()));
    telling.tell("%s (learner %d)".formatted(fault.label(), scene.learner() + 1));
    fault.begin(system, learner);
    Thread.sleep((long) (1000 * scene.seconds()));
    telling.tell("ends now");
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
    telling.tell("learns again after %.1f s".formatted(seconds));
    RECOVERIES.add(fault, seconds);
  }

  /** What has happened so far, with seconds since the start; printed at once. */
  private static final class Telling {
    private final long start = System.nanoTime();
    private final List<String> lines = new ArrayList<>();

    void tell(final String what) {
      final String line = "%6.1f s  %s".formatted((System.nanoTime() - start) / 1e9, what);
      lines.add(line);
      System.out.println(line);
    }

    @Override
    public String toString() {
      return String.join("\n", lines);
    }
  }
}
