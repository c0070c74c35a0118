package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.majorant.bound.Trials;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.memory.PagedState;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Merger;
import org.majorant.merge.Summary;
import org.majorant.schema.Evidence;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;

/**
 * A worker that adopts what a base has changed is to the bit the one that adopts all of it: what it
 * predicts, what it ships, and the slopes that it measures. Whatever it has learned or shipped
 * meanwhile, whichever bases it passed over, and where a base does not have what it shipped.
 */
class DeltaAdoptionTest {
  private static final int FEATURES = 150;

  @Test
  void worker_that_adopts_changes_is_the_one_that_adopts_all() throws RejectedExample {
    for (int seed = 0; seed < Trials.MANY / 20; seed++) {
      new Schedule(seed).run();
    }
  }

  /** The same worker twice. */
  private record Twins(Worker changes, Worker all) {
    List<Worker> both() {
      return List.of(changes, all);
    }
  }

  private static final class Schedule {
    private final int seed;
    private final Random random;
    private final ModelSpec spec;
    private final Merger merger;
    private final List<Twins> workers = new ArrayList<>();
    private final long[] position;
    private final long[] merged;
    private PagedState read; // the bases as a reader puts them together
    private Base base;

    Schedule(final int seed) {
      this.seed = seed;
      random = new Random(seed);
      spec = anySpec();
      merger = new Merger(spec, MergePolicy.of(spec));
      read = PagedState.of(spec);
      final int count = 1 + random.nextInt(3);
      for (int w = 0; w < count; w++) {
        workers.add(new Twins(worker(w), worker(w)));
      }
      position = new long[count];
      merged = new long[count];
    }

    private Worker worker(final int partition) {
      return new Worker(spec, partition, new Baselines(spec.getLabels().size()));
    }

    void run() throws RejectedExample {
      for (int step = 10 + random.nextInt(60); step > 0; step--) {
        final int w = random.nextInt(workers.size());
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> learn(w);
          case 3 -> ship(w, random.nextInt(8) > 0);
          case 4 -> merge();
          case 5, 6 -> adopt(w);
          default -> goBack(w);
        }
      }
      for (int w = 0; w < workers.size(); w++) {
        learn(w);
        ship(w, true);
      }
    }

    private void learn(final int w) throws RejectedExample {
      for (int i = random.nextInt(6); i >= 0; i--) {
        final long example = random.nextLong();
        final double[] losses = new double[2];
        for (int twin = 0; twin < 2; twin++) {
          losses[twin] = workers.get(w).both().get(twin).learn(example(example), 0);
        }
        assertThat(losses[0]).as("loss, seed %d", seed).isEqualTo(losses[1]);
        position[w]++;
      }
    }

    /**
     * @param arrives whether it is merged; else it was refused, and declared lost
     */
    private void ship(final int w, final boolean arrives) {
      final Summary changes = workers.get(w).changes.ship(position[w], 0);
      final Summary all = workers.get(w).all.ship(position[w], 0);
      assertThat(SiteCodec.encode(changes.site()))
          .as("what it ships, seed %d", seed)
          .isEqualTo(SiteCodec.encode(all.site()));
      assertThat(changes.evidence()).as("seed %d", seed).isEqualTo(all.evidence());
      if (arrives) {
        merger.add(moving(changes));
      }
      merged[w] = position[w];
    }

    /** Now and then with slopes that say that the moves go too far, so that merges are damped. */
    private Summary moving(final Summary c) {
      final Evidence evidence =
          random.nextInt(6) == 0 ? new Evidence(256L, -1.0, 9.0) : c.evidence();
      return new Summary(
          c.partition(), c.base(), c.examples(), 0, evidence, c.members(), onTheWire(c.site()));
    }

    private void merge() {
      final Base next = merger.merge(0);
      final Site whole = next.state().site();
      read =
          random.nextInt(4) == 0
              ? read.replacedBy(onTheWire(whole))
              : read.with(onTheWire(((PagedState) next.state()).changesSince(read)));
      assertThat(SiteCodec.encode(read.site()))
          .as("base %d, seed %d", next.number(), seed)
          .isEqualTo(SiteCodec.encode(whole));
      assertThat(read.hash()).isEqualTo(((PagedState) next.state()).hash());
      base = next;
    }

    private void adopt(final int w) {
      final Twins twins = workers.get(w);
      if (base == null || base.number() == twins.all.number()) {
        return;
      }
      final boolean alone = workers.size() == 1;
      final double[] theta = solved(base.state().site());
      twins.changes.adopt(with(base, read), merged[w], alone);
      twins.all.adopt(Base.of(base.head(), base.state().site(), at -> theta[at]), merged[w], alone);
    }

    private Base with(final Base of, final PagedState state) {
      return Base.of(of.head(), state, state.theta(spec));
    }

    private double[] solved(final Site state) {
      final Surrogate surrogate = Surrogate.of(spec);
      surrogate.add(state);
      return surrogate.solve().theta();
    }

    /** What has not been shipped is forgotten. */
    private void goBack(final int w) {
      workers.get(w).both().forEach(worker -> worker.goBack(new Baselines(labels())));
    }

    private int labels() {
      return spec.getLabels().size();
    }

    private Site onTheWire(final Site site) {
      return SiteCodec.decode(ByteBuffer.wrap(SiteCodec.encode(site)), spec);
    }

    private Example example(final long seed) throws RejectedExample {
      return switch (spec.getTask()) {
        case MULTICLASS -> point(new Random(seed));
        case SEQUENCE -> SequenceLearnerTest.sequence(new SplittableRandom(seed), true, 1);
        case CHOICE, GRAPH -> RandomGraphs.any(new SplittableRandom(seed), 1, 0.3);
        case MATCHING -> RandomMatchings.any(new SplittableRandom(seed), 1);
      };
    }

    private SparsePoint point(final Random random) {
      final SparsePoint x = new SparsePoint();
      x.weight = 1;
      for (int f = random.nextInt(40); f < FEATURES; f += 1 + random.nextInt(80)) {
        x.indices[x.size] = f;
        x.values[x.size++] = random.nextGaussian();
      }
      x.indices[x.size] = FEATURES;
      x.values[x.size++] = 1;
      x.label = random.nextInt(labels());
      return x;
    }

    private ModelSpec anySpec() {
      return switch (random.nextInt(7)) {
        case 0 -> SequenceLearnerTest.spec("none");
        case 1 -> RandomGraphs.spec("none");
        case 2 -> RandomMatchings.spec("memory: diagonal");
        case 3 -> points("a, b", 1);
        case 4 -> points("a, b, c, d", 1);
        case 5 -> points("a, b, c", 1, "unit");
        default -> points("a, b", 2);
      };
    }

    private static ModelSpec points(final String labels, final int states) {
      return points(labels, states, "");
    }

    private static ModelSpec points(final String labels, final int states, final String transform) {
      return SpecFile.read(
          "{model: m, labels: [%s], latent: %d, features: {dimension: %d, transform: [%s]},"
                  .formatted(labels, states, FEATURES, transform)
              + " curvature: {memory: diagonal}}");
    }
  }
}
