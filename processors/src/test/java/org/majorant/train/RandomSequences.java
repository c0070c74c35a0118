package org.majorant.train;

import java.util.Random;
import org.majorant.clique.ChainPrior;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseSequence;
import org.majorant.schema.Task;

/** Random sequences whose tokens share few features, so that these are tied within a sequence. */
final class RandomSequences {
  static final int FEATURES = 5;

  private RandomSequences() {}

  static TrainingSet empty(final int features, final ChainPrior prior) {
    final int m = prior.labels();
    return new TrainingSet(Task.SEQUENCE, new Dimensions(m, 1, m, features + m, m), prior);
  }

  /**
   * Labels that follow a random model, with noise.
   *
   * @param prior of the labels, of which some are possible everywhere
   * @param unobserved share of the labels that is not observed
   */
  static TrainingSet set(
      final Random random,
      final int size,
      final int longest,
      final ChainPrior prior,
      final double unobserved) {
    return set(random, size, longest, prior, unobserved, false);
  }

  /**
   * The same.
   *
   * @param ruled whether every second sequence has a log-prior of its tokens' labels, by which many
   *     tokens cannot have one of them
   */
  static TrainingSet set(
      final Random random,
      final int size,
      final int longest,
      final ChainPrior prior,
      final double unobserved,
      final boolean ruled) {
    final int labels = prior.labels();
    final double[] truth = RandomData.vector(random, (FEATURES + labels) * labels, 1.5);
    final TrainingSet set = empty(FEATURES, prior);
    for (int i = 0; i < FEATURES; i++) {
      set.seen.number(i); // its own index
    }
    while (set.size() < size) {
      final int length = 1 + random.nextInt(longest);
      final boolean has = ruled && set.size() % 2 == 1;
      final double[] own = has ? logPrior(random, length, labels) : null;
      set.add(sequence(random, length, prior, own, truth, unobserved));
    }
    return set;
  }

  private static double[] logPrior(final Random random, final int length, final int labels) {
    final double[] prior = new double[length * labels];
    for (int at = 0; at < prior.length; at++) {
      prior[at] = random.nextGaussian();
    }
    for (int t = 0; t < length; t++) {
      if (random.nextInt(3) > 0) {
        prior[t * labels + random.nextInt(labels)] = Double.NEGATIVE_INFINITY;
      }
    }
    return prior;
  }

  private static SparseSequence sequence(
      final Random random,
      final int length,
      final ChainPrior prior,
      final double[] own,
      final double[] truth,
      final double unobserved) {
    final SparseSequence x = new SparseSequence();
    x.length = length;
    x.logPrior = own;
    x.weight = 0.5 + random.nextDouble();
    for (int t = 0; t < length; t++) {
      int end = x.starts[t];
      for (int i = 0; i < FEATURES; i++) {
        if (random.nextInt(3) > 0) {
          x.indices[end] = i;
          x.values[end++] = random.nextGaussian();
        }
      }
      x.starts[t + 1] = end;
      x.labels[t] = drawn(random, x, t, prior, truth);
    }
    for (int t = 0; t < length; t++) {
      if (random.nextDouble() < unobserved) {
        x.labels[t] = SparsePoint.UNLABELED;
      } else {
        x.observed++;
      }
    }
    return x;
  }

  private static int drawn(
      final Random random,
      final SparseSequence x,
      final int t,
      final ChainPrior prior,
      final double[] truth) {
    final int labels = prior.labels();
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int u = 0; u < labels; u++) {
      double score = 2 * random.nextGaussian();
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        score += x.values[j] * truth[x.indices[j] * labels + u];
      }
      if (t > 0) {
        score += truth[(FEATURES + x.labels[t - 1]) * labels + u];
      }
      score += x.logPrior == null ? 0 : x.logPrior[t * labels + u];
      score += t > 0 ? prior.transition(x.labels[t - 1], u) : prior.first(u);
      if (score > most) {
        most = score;
        best = u;
      }
    }
    return best;
  }
}
