package org.majorant.ops.data;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;

/** Three points and three others: those mostly match that are near, or of the same colour. */
public final class PointMatchings {
  /** Points of each side. */
  public static final int SIZE = 3;

  /** Of a model of them. */
  public static final String SPEC =
      "model: points\ntask: matching\nmax-edges: 9\nfeatures: {names: [apart, same]}\n";

  private PointMatchings() {}

  /** As records of the input topic. */
  public static List<byte[]> records(final long seed, final int size) throws IOException {
    final byte[] bytes = lines(seed, size).getBytes(StandardCharsets.UTF_8);
    try (ExampleReader reader =
        ExampleReader.of(Format.JSONL, "points", new ByteArrayInputStream(bytes), Layout.USUAL)) {
      return reader.readAll(e -> {});
    }
  }

  /** As JSON, a line each. */
  public static String lines(final long seed, final int size) {
    final SplittableRandom random = new SplittableRandom(seed);
    final StringBuilder lines = new StringBuilder();
    for (int i = 0; i < size; i++) {
      final double[][] scores = new double[SIZE][SIZE];
      final List<String> rows = new ArrayList<>();
      for (int row = 0; row < SIZE; row++) {
        final List<String> cells = new ArrayList<>();
        for (int column = 0; column < SIZE; column++) {
          final double apart = random.nextDouble(0, 4);
          final boolean same = random.nextInt(3) == 0;
          scores[row][column] =
              -1.5 * apart + (same ? 1 : 0) - Math.log(-Math.log(random.nextDouble()));
          cells.add(String.format(Locale.ROOT, "{\"apart\": %.3f, \"same\": %s}", apart, same));
        }
        rows.add("[" + String.join(", ", cells) + "]");
      }
      final int[] best = best(scores);
      lines.append(
          String.format(
              "{\"pairs\": [%s], \"matches\": [[0, %d], [1, %d], [2, %d]]}%n",
              String.join(", ", rows), best[0], best[1], best[2]));
    }
    return lines.toString();
  }

  private static int[] best(final double[][] scores) {
    int[] best = {0, 1, 2};
    for (final int[] other : new int[][] {{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
      best = score(scores, other) > score(scores, best) ? other : best;
    }
    return best;
  }

  private static double score(final double[][] scores, final int[] columns) {
    return scores[0][columns[0]] + scores[1][columns[1]] + scores[2][columns[2]];
  }
}
