package org.majorant.research.reproduce;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.majorant.research.reproduce.MatchingEstimators.Row;

/** What the paper says of estimators of matchings, beside the rows of a run. */
final class EstimatorClaims {
  private static final double NEAR = 0.02; // for likelihoods to be nearly the same

  private final List<Row> rows;
  private final double[] lengths;

  private EstimatorClaims(final List<Row> rows) {
    this.rows = rows;
    lengths = rows.stream().mapToDouble(Row::length).distinct().toArray();
  }

  /**
   * None before the run.
   *
   * @param tested matchings that each row is of
   */
  static List<PaperClaim> of(final List<Row> rows, final int tested) {
    if (rows.isEmpty()) {
      return List.of();
    }
    final EstimatorClaims all = new EstimatorClaims(rows);
    return List.of(all.bounds(tested), all.weak(), all.above(), all.exact(), all.work());
  }

  private PaperClaim bounds(final int tested) {
    final int outside = rows.stream().mapToInt(Row::outside).sum();
    return new PaperClaim(
        "the exact likelihood is between the bounds, outside in %d of %d cases"
            .formatted(outside, rows.size() * tested),
        outside == 0);
  }

  private PaperClaim weak() {
    final double weak = lengths[0];
    final double worst =
        Math.max(excess(weak, MatchingEstimators.BETHE), excess(weak, MatchingEstimators.ABOVE));
    return new PaperClaim(
        "with weak scores all estimates make the data as likely, to %.1f %%".formatted(100 * worst),
        worst <= NEAR);
  }

  private PaperClaim above() {
    final double bethe = row(strong(), MatchingEstimators.BETHE).objective();
    final double above = row(strong(), MatchingEstimators.ABOVE).objective();
    return new PaperClaim(
        "with strong scores Bethe's makes them more likely than κ 0 does, %.4f to %.4f"
            .formatted(bethe, above),
        bethe < above);
  }

  private PaperClaim exact() {
    final double bethe = excess(strong(), MatchingEstimators.BETHE);
    final double ours = excess(strong(), MatchingEstimators.OURS);
    return new PaperClaim(
        "with strong scores Bethe's makes them as likely as the exact one, to %.1f %% (ours %.1f %%)"
            .formatted(100 * bethe, 100 * ours),
        bethe <= NEAR);
  }

  private PaperClaim work() {
    return new PaperClaim(
        "the optimum takes fewer best matchings than sweeps of messages, "
            + Arrays.stream(lengths)
                .mapToObj(
                    l ->
                        cost(l, MatchingEstimators.BEST_MATCHINGS)
                            + " to "
                            + cost(l, MatchingEstimators.OURS))
                .collect(Collectors.joining(", ")),
        Arrays.stream(lengths)
            .allMatch(
                l ->
                    cost(l, MatchingEstimators.BEST_MATCHINGS) < cost(l, MatchingEstimators.OURS)));
  }

  private double strong() {
    return lengths[lengths.length - 1];
  }

  /** How much less likely than by the exact estimate. */
  private double excess(final double length, final String estimator) {
    return row(length, estimator).objective() / row(length, MatchingEstimators.EXACT).objective()
        - 1;
  }

  /** The greatest number where the optimum was not found. */
  private long cost(final double length, final String estimator) {
    final Long cost = row(length, estimator).cost();
    return cost == null ? Long.MAX_VALUE : cost;
  }

  private Row row(final double length, final String estimator) {
    return rows.stream()
        .filter(r -> r.length() == length && r.estimator().equals(estimator))
        .findFirst()
        .orElseThrow();
  }
}
