package org.majorant.acceptance.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The faults of {@link RandomFaults} on learners that join events with labels that come later. Each
 * event must be joined once, with its label, and learned once. A round takes some minutes, so that
 * one is played, and the others, as a story that is fixed, are left to the night ({@code
 * -Dmajorant.nightly=true}).
 *
 * <p>{@code -Dmajorant.rounds=5} plays so many rounds, {@code -Dmajorant.seed=S} the rounds S, S +
 * 1, and so on.
 */
@Tag("faults")
class JoinFaults {
  private static final int PARTITIONS = 4;

  @Test
  @EnabledIfSystemProperty(named = "majorant.nightly", matches = "true")
  void fiveKillsOfTheLearner_andOneOfTheBroker_endExact() throws Exception {
    final List<Story.Scene> scenes = new ArrayList<>();
    for (int kill = 0; kill < 5; kill++) {
      scenes.add(new Story.Scene(2, LearnerFault.KILLED, 0, 1, false));
    }
    scenes.add(3, new Story.Scene(2, BrokerFault.KILLED, 0, 2, false));
    Round.play(
        new Story(31, TestedModel.DIAGONAL, Encoding.JSON, true, PARTITIONS, 1, scenes),
        new RecoveryTable());
  }

  @TestFactory
  Stream<DynamicTest> everyRound_endsExact() {
    return Round.all(1, 4, seed -> Story.draw(seed).withLateLabels(), new RecoveryTable());
  }
}
