package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.majorant.research.bench.MachineLoad;

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
  private static final Map<Fault, Double> MOST_SECONDS =
      Map.of(LearnerFault.KILLED, 10.0, BrokerFault.KILLED, 20.0);
  private static final RecoveryTable RECOVERIES = new RecoveryTable();

  private static MachineLoad before;

  @BeforeAll
  static void look() throws Exception {
    before = MachineLoad.now();
  }

  @TestFactory
  Stream<DynamicTest> everyRound_endsExact() {
    return Round.all(2, 12, Story::draw, RECOVERIES);
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
}
