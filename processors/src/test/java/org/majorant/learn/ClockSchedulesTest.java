package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.majorant.bound.Trials;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Merger;
import org.majorant.merge.Summary;
import org.majorant.schema.Directional;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;

/**
 * Whatever the schedule of examples, announcements, summaries and bases, of idle years and of
 * clocks that jump, and for every memory, task and kind of forgetting: all numbers stay finite.
 * Before there was one clock, a base made of announcements only, of time 0, gave NaN for ever.
 */
@Tag("long")
class ClockSchedulesTest {
  private static final double YEAR = 365.25 * 24 * 3600e3;
  private static final String[] FORGETTING = {
    "none", "{half-life: 1h}", "{half-life: 7d}", "{half-life: 50}", "{polynomial: 2}"
  };

  /** 10,000 schedules, or 200,000 in the nightly build. */
  @Test
  void anySchedule_staysFinite() throws RejectedExample {
    for (int seed = 0; seed < Trials.MANY; seed++) {
      new Schedule(seed).run();
    }
  }

  private static final class Schedule {
    private final int seed;
    private final Random random;
    private final SplittableRandom splittable;
    private final ModelSpec spec;
    private final Merger merger;
    private final List<Worker> workers = new ArrayList<>();
    private final long[] position;
    private final long[] merged;
    private double time;
    private boolean changed;

    Schedule(final int seed) {
      this.seed = seed;
      random = new Random(seed);
      splittable = new SplittableRandom(seed);
      spec = anySpec();
      merger = new Merger(spec, MergePolicy.of(spec));
      final int count = spec.getForgetting() instanceof Directional ? 1 : 1 + random.nextInt(3);
      for (int w = 0; w < count; w++) {
        workers.add(new Worker(spec, w, new Baselines(spec.getLabels().size())));
      }
      position = new long[count];
      merged = new long[count];
      time = random.nextBoolean() ? 0 : 50 * YEAR;
    }

    void run() throws RejectedExample {
      for (int step = 5 + random.nextInt(25); step > 0; step--) {
        final int w = random.nextInt(workers.size());
        switch (random.nextInt(6)) {
          case 0, 1 -> learn(w);
          case 2, 3 -> ship(w);
          case 4 -> merge();
          default -> passTime();
        }
      }
      merge();
    }

    private void learn(final int w) throws RejectedExample {
      for (int i = random.nextInt(4); i >= 0; i--) {
        final double late = random.nextInt(4) == 0 ? YEAR * random.nextInt(60) : 0;
        final double loss = workers.get(w).learn(example(), Math.max(0, time - late));
        assertThat(loss).as("loss, seed %d", seed).isFinite();
        position[w]++;
        time += 60e3 * random.nextDouble();
      }
    }

    /** Without examples since the last, it is an announcement. */
    private void ship(final int w) {
      final Summary c = workers.get(w).ship(position[w], random.nextInt(3));
      final Site site = onTheWire(c.site());
      merger.add(new Summary(w, c.base(), c.examples(), c.held(), c.evidence(), c.members(), site));
      merged[w] = position[w];
      changed = true;
    }

    /** Also finds out whether examples can have taught it. */
    private Site onTheWire(final Site site) {
      try {
        return SiteCodec.decode(ByteBuffer.wrap(SiteCodec.encode(site)), spec);
      } catch (final IllegalArgumentException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }

    private void merge() {
      if (!changed) {
        return;
      }
      changed = false;
      final Base base = merger.merge((long) time);
      assertThat(base.head().getEffective()).as("seed %d", seed).isFinite();
      final int parameters = Dimensions.of(spec).parameters();
      assertThat(
              IntStream.range(0, parameters)
                  .mapToDouble(base.theta()::applyAsDouble)
                  .allMatch(Double::isFinite))
          .as("seed %d", seed)
          .isTrue();
      for (int w = 0; w < workers.size(); w++) {
        if (random.nextInt(3) > 0) {
          workers.get(w).adopt(base, merged[w], workers.size() == 1);
        }
      }
    }

    /** Seconds to thousands of years, or a clock that is set back. */
    private void passTime() {
      time = Math.max(0, time + Math.pow(10, 14 * random.nextDouble()) * (random.nextInt(3) - 1));
    }

    private Example example() throws RejectedExample {
      return switch (spec.getTask()) {
        case MULTICLASS -> SyntheticStream.example(random, spec.getLabels().size());
        case SEQUENCE -> SequenceLearnerTest.sequence(splittable, random.nextBoolean(), 1);
        case CHOICE, GRAPH -> RandomGraphs.any(splittable, 1, 0.3);
        case MATCHING -> RandomMatchings.any(splittable, 1);
      };
    }

    private ModelSpec anySpec() {
      final String forgetting = FORGETTING[random.nextInt(FORGETTING.length)];
      return switch (random.nextInt(11)) {
        case 0 -> SequenceLearnerTest.spec(forgetting);
        case 1 -> RandomGraphs.spec(forgetting);
        case 2 -> SyntheticStream.spec("full", 2 + random.nextInt(2), "{directional: 5}");
        case 3 -> SyntheticStream.spec("full", 2 + random.nextInt(2), forgetting);
        case 4 -> SyntheticStream.spec("low-rank", 2 + random.nextInt(2), forgetting);
        case 5 -> RandomMatchings.spec(RandomMatchings.FEATURES, "memory: full", forgetting);
        case 6 -> RandomMatchings.spec(RandomMatchings.FEATURES, "memory: diagonal", forgetting);
        case 7 -> RandomMatchings.spec(RandomMatchings.FEATURES, "memory: low-rank", forgetting);
        case 8 ->
            SpecFile.read(
                "{model: m, labels: [a, b], features: {dimension: %d}, forgetting: {half-lives: [20, 90]}}"
                    .formatted(SyntheticStream.FEATURES));
        default -> SyntheticStream.spec("diagonal", 2 + random.nextInt(2), forgetting);
      };
    }
  }
}
