package org.majorant.learn;

import java.util.List;
import java.util.Random;
import org.majorant.features.SparsePoint;
import org.majorant.memory.Site;
import org.majorant.memory.Surrogate;
import org.majorant.model.PointPredictor;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;

/** Examples whose labels a log-linear model draws, and the specs of models that learn them. */
public final class SyntheticStream {
  /** Beside the intercept, which is the last. */
  public static final int FEATURES = 12;

  private SyntheticStream() {}

  /** Labels from a log-linear model with weights sin(3f + 5y). */
  public static SparsePoint example(final Random random, final int labels) {
    final SparsePoint x = new SparsePoint();
    final double[] scores = new double[labels];
    x.weight = 1;
    for (int f = 0; f < FEATURES; f++) {
      if (random.nextInt(3) == 0) {
        x.indices[x.size] = f;
        x.values[x.size] = (1 + f) * random.nextGaussian();
        for (int y = 0; y < labels; y++) {
          scores[y] += 4 * Math.sin(3 * f + 5 * y) * x.values[x.size] / (1 + f);
        }
        x.size++;
      }
    }
    x.indices[x.size] = FEATURES;
    x.values[x.size++] = 1;
    double best = Double.NEGATIVE_INFINITY;
    for (int y = 0; y < labels; y++) {
      final double gumbel = -Math.log(-Math.log(random.nextDouble()));
      if (scores[y] + gumbel > best) {
        best = scores[y] + gumbel;
        x.label = y;
      }
    }
    return x;
  }

  /** Of a model whose θ predicts alone. */
  public static ModelSpec spec(final String curvature, final int labels, final String forgetting) {
    final StringBuilder names = new StringBuilder("a");
    for (int y = 1; y < labels; y++) {
      names.append(", ").append((char) ('a' + y));
    }
    return SpecFile.read(
        """
        model: test
        labels: [%s]
        features: {dimension: %d}
        curvature: {memory: %s, rank: 4}
        forgetting: %s
        members: none
        """
            .formatted(names, FEATURES, curvature, forgetting));
  }

  /** Learns so many examples at the times 0, 1, …; ships them with their pull. */
  public static Site learned(final ModelSpec spec, final long seed, final int count) {
    return learned(spec, new Learner(spec, new Baselines(spec.getLabels().size())), 0, seed, count);
  }

  /** The same on a base, at the times after it. */
  public static Site learned(
      final ModelSpec spec, final Surrogate.State base, final long seed, final int count) {
    final Learner learner = new Learner(spec, new Baselines(spec.getLabels().size()));
    learner.adopt(base, List.of());
    return learned(spec, learner, base.time(), seed, count);
  }

  private static Site learned(
      final ModelSpec spec,
      final Learner learner,
      final double time,
      final long seed,
      final int count) {
    final Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      learner.learn(example(random, spec.getLabels().size()), time + i);
    }
    return learner.ship(spec.getCurvature() != Curvature.FULL);
  }

  /** What the sum of some sites predicts of an example: its loss, nats. */
  public static double loss(final ModelSpec spec, final SparsePoint x, final Site... sites) {
    final Surrogate surrogate = Surrogate.of(spec);
    for (final Site site : sites) {
      surrogate.add(site);
    }
    final double[] p = new double[spec.getLabels().size()];
    new PointPredictor(surrogate.solve().model(spec, 1)).probabilities(x, p);
    return -Math.log(p[x.label]);
  }
}
