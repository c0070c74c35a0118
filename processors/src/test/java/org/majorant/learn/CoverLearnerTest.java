package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseGraph;
import org.majorant.memory.Surrogate;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;
import org.majorant.train.Solver;
import org.majorant.train.Trainer;
import org.majorant.train.TrainingSet;

/** Graphs that are too wide for exact inference, learned by forests that cover them. */
class CoverLearnerTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, task: graph, max-width: 1, features: {dimension: "
              + NoisyShapes.FEATURES
              + "}}");
  private static final FeatureSpace SPACE = new FeatureSpace(SPEC);

  private final Learner learner = new Learner(SPEC, new Baselines(0));

  /** Grids of nine pixels have their loss by enumeration. */
  @Test
  void progressive_loss_bounds_the_exact_one_and_no_step_fails() {
    for (final double hidden : new double[] {0, 0.3}) {
      final Learner learner = new Learner(SPEC, new Baselines(0));
      final NoisyShapes shapes = new NoisyShapes(3, 1);
      final Surrogate known = Surrogate.of(SPEC);
      double[] theta = new double[NoisyShapes.FEATURES];
      for (int i = 0; i < 100; i++) {
        final SparseGraph x = map(shapes, hidden);
        assertThat(x.graph.isCover()).isTrue();
        assertThat(learner.learn(x, i))
            .as("image %d", i)
            .isGreaterThan(RandomGraphs.loss(x, theta) - 1e-9);
        known.add(learner.ship(false));
        theta = known.solve().theta();
      }
      final Tally tally = learner.takeTally();
      assertThat(tally.getSlackMin()).isGreaterThan(-1e-9);
      assertThat(tally.getBatchBound()).isGreaterThanOrEqualTo(tally.getBatchLoss());
      assertThat(tally.getInferenceSweeps()).isBetween(100L, 100L * 100);
      assertThat(tally.getInferenceGap()).isBetween(0.0, 100 * 9e-4);
    }
  }

  /** A fifth of the pixels is flipped, so that the best guess by a pixel alone has .8 right. */
  @Test
  void one_pass_over_images_comes_near_the_batch_optimum() {
    final NoisyShapes shapes = new NoisyShapes(7, 1);
    final TrainingSet set = RandomGraphs.empty(NoisyShapes.FEATURES);
    for (int i = 0; i < 100; i++) {
      learner.learn(map(shapes, set), i);
    }
    learner.takeTally();
    for (int i = 100; i < 200; i++) {
      learner.learn(map(shapes, set), i);
    }
    final Tally lastHalf = learner.takeTally();
    assertThat(lastHalf.getWeight()).isEqualTo(100 * 49);
    final double optimum = optimum(set);
    assertThat(lastHalf.getLogLoss() / lastHalf.getWeight())
        .isBetween(0.9 * optimum, 1.1 * optimum);
    assertThat(lastHalf.getCorrect() / lastHalf.getWeight()).isGreaterThan(0.86);
  }

  @Test
  void what_overflows_is_refused() {
    final SparseGraph x = map(new NoisyShapes(4, 1), 0);
    learner.learn(x, 0);
    x.values[0] = 1e38;
    assertThatThrownBy(() -> learner.learn(x, 1))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("must be within 1e+09 of 0");
  }

  @Test
  void learning_allocates_nothing() {
    final NoisyShapes shapes = new NoisyShapes(6, 2);
    final List<SparseGraph> stream = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      stream.add(map(shapes, i % 2 == 0 ? 0 : 0.2));
    }
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final long thread = Thread.currentThread().getId();
    long allocated = 0;
    for (int pass = 0; pass < 3; pass++) {
      final long start = threads.getThreadAllocatedBytes(thread);
      for (final SparseGraph x : stream) {
        learner.learn(x, 0);
      }
      allocated = threads.getThreadAllocatedBytes(thread) - start;
    }
    // 24 bytes of evidence each time that some states are hidden
    assertThat(allocated).isLessThan(2000 + 25 * 4 * 24);
  }

  private static double optimum(final TrainingSet set) {
    return Trainer.train(
                set.loss(),
                new double[NoisyShapes.FEATURES],
                0.3,
                Solver.LBFGS,
                StopRule.of(200, 1e-6),
                iteration -> {})
            .objective()
        / set.weight();
  }

  private static SparseGraph map(final NoisyShapes shapes, final TrainingSet set) {
    final SparseGraph x = map(shapes, 0);
    set.add(x);
    return x;
  }

  private static SparseGraph map(final NoisyShapes shapes, final double hidden) {
    return RandomGraphs.map(shapes.next(hidden), 1, SPACE);
  }
}
