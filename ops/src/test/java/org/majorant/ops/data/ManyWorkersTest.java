package org.majorant.ops.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;
import org.majorant.merge.MergePolicy;
import org.majorant.spec.SpecFile;

/** Workers that learn Adult together, beside one that learns it alone. */
class ManyWorkersTest {
  private static final long UNBOUNDED = Long.MAX_VALUE;
  private static final List<byte[]> TRAIN;
  private static final List<byte[]> TEST;
  private static final Evaluation ALONE;

  static {
    try {
      TRAIN = Adult.train();
      TEST = Adult.test();
    } catch (final IOException e) {
      throw new ExceptionInInitializerError(e);
    }
    Collections.shuffle(TRAIN, new Random(1));
    ALONE = run("diagonal", Rounds.ALONE);
  }

  @Test
  void four_workers_learn_within_one_percent_of_one() {
    requireWithin(1.01, run("diagonal", rounds(4, 512, 0)), ALONE);
  }

  @Test
  void sixty_four_workers_learn_within_two_percent_of_one() {
    final Evaluation together = run("diagonal", rounds(64, 64, 4));
    requireWithin(1.02, together, ALONE);
    assertThat(together.simulation().inFlightMax()).isLessThan(TRAIN.size() / 20);
  }

  @Test
  void bounded_ring_costs_the_start_but_not_the_model() {
    final Evaluation together = run("diagonal", new Rounds(64, 64, 4, 8192, null, null));
    assertThat(together.heldOutLogLoss()).isLessThan(1.02 * ALONE.heldOutLogLoss());
    assertThat(together.simulation().inFlightMax()).isGreaterThan(TRAIN.size() / 20);
  }

  @Test
  void full_curvature_adds_soundly() {
    requireWithin(1.02, run("full", rounds(16, 512, 0)), run("full", Rounds.ALONE));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void workers_of_random_speeds_learn_within_two_percent_of_one(final long seed) {
    requireWithin(1.02, run("diagonal", new Rounds(64, 64, 4, UNBOUNDED, seed, null)), ALONE);
  }

  /**
   * All data is there, as in a catch-up, and bases come late. Workers once had their turns while
   * what another one had learned in its turn was still under way.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void turns_with_late_bases_learn_within_half_a_percent_of_one(final long seed) {
    requireWithin(1.005, run("diagonal", new Rounds(4, 10_000, 4, UNBOUNDED, seed, null)), ALONE);
  }

  @Test
  void each_example_is_learned_once_whatever_the_rounds() {
    final Evaluation together = run("diagonal", new Rounds(7, 50, 3, 1000, 9L, null));
    assertThat(together.examples()).isEqualTo(TRAIN.size());
  }

  /** MATHS.md 9: plain addition with delay is over-confident; it is why there is a quota and κ. */
  @Test
  void without_quota_and_damping_the_model_blows_up() {
    final Evaluation plain =
        run("diagonal", new Rounds(64, 64, 4, UNBOUNDED, null, MergePolicy.PLAIN));
    assertThat(plain.progressiveLogLoss()).isGreaterThan(1.2 * ALONE.progressiveLogLoss());
    assertThat(plain.heldOutLogLoss()).isGreaterThan(1.04 * ALONE.heldOutLogLoss());
  }

  private static Rounds rounds(final int workers, final int sync, final int delay) {
    return new Rounds(workers, sync, delay, UNBOUNDED, null, null);
  }

  private static void requireWithin(
      final double factor, final Evaluation together, final Evaluation alone) {
    assertThat(together.examples()).isEqualTo(alone.examples());
    assertThat(together.progressiveLogLoss())
        .isLessThanOrEqualTo(factor * alone.progressiveLogLoss());
    assertThat(together.heldOutLogLoss()).isLessThanOrEqualTo(factor * alone.heldOutLogLoss());
    assertThat(together.boundSlackMin()).isGreaterThanOrEqualTo(-1e-9);
  }

  private static Evaluation run(final String memory, final Rounds rounds) {
    final var spec =
        SpecFile.read(
            "{model: adult, labels: [\"-1\", \"+1\"], features: {dimension: 124},"
                + " curvature: {memory: "
                + memory
                + "}}");
    return new Evaluator(spec).run(TRAIN, 1, rounds, TEST);
  }
}
