package org.majorant.ops.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Four people, any two of whom may share a room, or stay alone: mostly those do who are alike. */
public final class Roommates {
  public static final int PEOPLE = 4;

  /** All partners at once: of each person the one to share with, or the same one. */
  private static final int[][] WAYS = {
    {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}, {1, 0, 2, 3}, {2, 1, 0, 3},
    {3, 1, 2, 0}, {0, 2, 1, 3}, {0, 3, 2, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}
  };

  private Roommates() {}

  /** As JSON, a line each. */
  public static String lines(final long seed, final int size) {
    final SplittableRandom random = new SplittableRandom(seed);
    final StringBuilder lines = new StringBuilder();
    for (int i = 0; i < size; i++) {
      final double[] people = random.doubles(PEOPLE, 0, 3).toArray();
      final int[] way = draw(random, people);
      final List<String> edges = new ArrayList<>();
      final List<String> alone = new ArrayList<>();
      final List<String> matches = new ArrayList<>();
      for (int a = 0; a < PEOPLE; a++) {
        alone.add("{\"node\": %d, \"features\": {\"alone\": 1}}".formatted(a));
        for (int b = a + 1; b < PEOPLE; b++) {
          edges.add(
              String.format(
                  Locale.ROOT,
                  "{\"nodes\": [%d, %d], \"features\": {\"apart\": %.3f}}",
                  b,
                  a,
                  Math.abs(people[a] - people[b])));
          if (way[a] == b) {
            matches.add("[%d, %d]".formatted(a, b));
          }
        }
      }
      lines.append(
          "{\"nodes\": %d, \"edges\": %s, \"unmatched\": %s, \"matches\": %s}%n"
              .formatted(PEOPLE, edges, alone, matches));
    }
    return lines.toString();
  }

  /** One of the ways, of the probability that the true weights −2 and −1 give it. */
  private static int[] draw(final SplittableRandom random, final double[] people) {
    int[] best = WAYS[0];
    double most = Double.NEGATIVE_INFINITY;
    for (final int[] way : WAYS) {
      double score = -Math.log(-Math.log(random.nextDouble()));
      for (int a = 0; a < PEOPLE; a++) {
        score -= way[a] == a ? 1 : Math.abs(people[a] - people[way[a]]);
      }
      if (score > most) {
        most = score;
        best = way;
      }
    }
    return best;
  }
}
