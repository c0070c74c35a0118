package org.majorant.research.reproduce.matching;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.majorant.matching.MatchingGraph;

/**
 * Students who share rooms, two by two, by what they have answered to questions. As in the paper's
 * survey of a university a pair of them has a feature for how far their answers to a question are
 * apart, and one for each pair of answers to it, in whatever order:
 *
 * <pre>
 *   φ_q = |a_q − a'_q|;    φ_q,a,a' = 1 for the two answers, else 0
 * </pre>
 *
 * <p>The survey is not public. This one has nine questions of five answers and five of two. Each
 * answer is as frequent as any other.
 */
public final class Questionnaire {
  private static final int[] ANSWERS = {5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 2, 2, 2};
  private static final double RANGE = 4; // of five answers
  private static final double LIKING = 0.5;
  private static final double DISTANCE = 2;

  private Questionnaire() {}

  /** Features of a pair: those of distances first, a question each. */
  public static int width() {
    return ANSWERS.length + Arrays.stream(ANSWERS).map(a -> a * (a + 1) / 2).sum();
  }

  /** Weights that know of distances alone, and all alike. */
  public static double[] near() {
    final double[] weights = new double[width()];
    Arrays.fill(weights, 0, ANSWERS.length, -1);
    return weights;
  }

  /** Weights as a population may have: students who answer alike get on, some pairs more so. */
  public static double[] drawn(final Random random) {
    final double[] weights = new double[width()];
    Arrays.setAll(
        weights,
        k ->
            k < ANSWERS.length
                ? -DISTANCE / (ANSWERS[k] - 1) * Math.abs(random.nextGaussian())
                : LIKING * random.nextGaussian());
    return weights;
  }

  /** The edges' features of students with answers of their own. */
  public static double[][] edges(final MatchingGraph graph, final Random random) {
    final int[][] students = new int[graph.nodes()][];
    for (int v = 0; v < students.length; v++) {
      students[v] = Arrays.stream(ANSWERS).map(random::nextInt).toArray();
    }
    return IntStream.range(0, graph.edges())
        .mapToObj(e -> pair(students[graph.first(e)], students[graph.second(e)]))
        .toArray(double[][]::new);
  }

  private static double[] pair(final int[] one, final int[] other) {
    final double[] x = new double[width()];
    int from = ANSWERS.length;
    for (int q = 0; q < ANSWERS.length; q++) {
      final int low = Math.min(one[q], other[q]);
      final int high = Math.max(one[q], other[q]);
      x[q] = high - low;
      x[from + high * (high + 1) / 2 + low] = 1;
      from += ANSWERS[q] * (ANSWERS[q] + 1) / 2;
    }
    return x;
  }
}
