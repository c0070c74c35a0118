package org.majorant.train;

import java.util.Random;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.schema.Task;

/** Random sparse examples with labels of a random model, or of a separating one. */
final class RandomData {
  private static final int FEATURES = 8;

  private RandomData() {}

  static Loss loss(
      final long seed,
      final int size,
      final int labels,
      final int states,
      final boolean oneVector) {
    final int outcomes = labels * states;
    final int vectors = oneVector && outcomes == 2 ? 1 : outcomes;
    return data(new Random(seed), size, labels, false).loss(states, vectors);
  }

  static TrainingSet data(
      final Random random, final int size, final int labels, final boolean separable) {
    return data(random, size, labels, separable, false);
  }

  private static TrainingSet data(
      final Random random,
      final int size,
      final int labels,
      final boolean separable,
      final boolean partial) {
    final Dimensions sizes = new Dimensions(labels, 1, labels, FEATURES, 0);
    final TrainingSet data = new TrainingSet(Task.MULTICLASS, sizes, null);
    final double[] truth = vector(random, FEATURES * labels, 1);
    final SparsePoint x = new SparsePoint();
    while (data.size() < size) {
      x.size = 0;
      x.weight = 0.5 + random.nextDouble();
      for (int i = 0; i < FEATURES; i++) {
        if (random.nextBoolean()) {
          x.indices[x.size] = i;
          x.values[x.size++] = 2 * random.nextGaussian();
        }
      }
      double best = Double.NEGATIVE_INFINITY;
      for (int y = 0; y < labels; y++) {
        double score = separable ? 0 : 2 * random.nextGaussian();
        for (int j = 0; j < x.size; j++) {
          score += x.values[j] * truth[x.indices[j] * labels + y];
        }
        if (score > best) {
          best = score;
          x.label = y;
        }
      }
      if (partial && data.size() % 2 == 0) {
        x.admissible = new boolean[labels];
        x.admissible[x.label] = true;
        x.admissible[(x.label + 1) % labels] = true;
        x.label = SparsePoint.PARTIAL;
      }
      if (x.size > 0) {
        data.add(x);
      }
    }
    return data;
  }

  /** The same, but of every other example only two labels are known that it may have. */
  static TrainingSet partial(final Random random, final int size, final int labels) {
    return data(random, size, labels, false, true);
  }

  static double[] vector(final Random random, final int length, final double scale) {
    final double[] vector = new double[length];
    for (int i = 0; i < length; i++) {
      vector[i] = scale * random.nextGaussian();
    }
    return vector;
  }
}
