package org.majorant.file.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Whether an event that was predicted with probability p comes in a share p of the cases. Bins that
 * are next to each other are joined until each has a tenth of the predictions, so that no point of
 * the curve rests on a few (Nguyen and O'Connor 2015).
 *
 * <pre>
 *   error  = Σ_b n_b / n · |f_b − p_b|                    p_b the mean probability, f_b the share that came
 *   chance = Σ_b n_b / n · √(2 p_b (1 − p_b) / (π n_b))   what that would be if every p were right
 * </pre>
 *
 * @param points by rising probability, at most ten
 * @param error the expected calibration error
 * @param chance about how large the error of perfect probabilities would be on as many examples
 */
public record Calibration(List<Point> points, double error, double chance) {
  private static final int POINTS = 10;

  /**
   * For people, in four lines of 80 characters at most, where names of labels are short: the error,
   * and below it the points.
   *
   * @param labels of the model: of two the event is the second one, of more a right prediction
   */
  public List<String> lines(final List<String> labels) {
    return List.of(
        "calibration  error %.4f, by chance %.4f: %s"
            .formatted(
                error,
                chance,
                labels.size() == 2
                    ? "how often %s came".formatted(labels.get(1))
                    : "how often predictions were right"),
        row("predicted", point -> "%.3f".formatted(point.probability)),
        row("observed", point -> "%.3f".formatted(point.frequency)),
        row("labels", point -> counted(point.count)));
  }

  private String row(final String name, final Function<Point, String> cell) {
    return points.stream()
        .map(point -> "%7s".formatted(cell.apply(point)))
        .collect(Collectors.joining("", "%-10s".formatted(name), ""));
  }

  /** In six characters at most, up to 10¹¹. */
  private static String counted(final long count) {
    if (count < 100_000) {
      return "%,d".formatted(count);
    }
    return count < 100_000_000 ? count / 1000 + "k" : count / 1_000_000 + "M";
  }

  /**
   * Some predictions of much the same probability.
   *
   * @param probability its mean, as it was predicted
   * @param frequency the share of them in which the event came
   * @param count how many they are
   */
  public record Point(double probability, double frequency, long count) {
    private double error() {
      return count * Math.abs(frequency - probability);
    }

    private double chance() {
      final double variance = Math.max(0, probability * (1 - probability));
      return Math.sqrt(2 * count * variance / Math.PI);
    }
  }

  /**
   * Of the bins of a tally.
   *
   * @param outcomes how often the event failed and came, bin by bin
   * @param sums of the probabilities in each bin
   * @return null where nothing was predicted
   */
  public static Calibration of(final List<Long> outcomes, final List<Double> sums) {
    final long all = outcomes.stream().mapToLong(Long::longValue).sum();
    if (all == 0) {
      return null;
    }
    final List<Point> points = new ArrayList<>();
    long rest = all;
    long count = 0;
    long came = 0;
    double sum = 0;
    for (int bin = 0; bin < sums.size(); bin++) {
      final long here = outcomes.get(2 * bin) + outcomes.get(2 * bin + 1);
      rest -= here;
      count += here;
      came += outcomes.get(2 * bin + 1);
      sum += sums.get(bin);
      final boolean enough = POINTS * Math.min(count, rest) >= all; // for this point and the next
      if (enough || rest == 0 && count > 0) {
        points.add(new Point(sum / count, (double) came / count, count));
        count = 0;
        came = 0;
        sum = 0;
      }
    }
    return new Calibration(
        points,
        points.stream().mapToDouble(Point::error).sum() / all,
        points.stream().mapToDouble(Point::chance).sum() / all);
  }
}
