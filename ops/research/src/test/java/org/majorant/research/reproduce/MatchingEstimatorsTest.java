package org.majorant.research.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatchingEstimatorsTest {
  private static final MatchingEstimators SMALL = new MatchingEstimators(3, 12, 10);
  private static final List<MatchingEstimators.Row> ROWS = rows(SMALL);

  @Test
  void rows_standBesideAnExactEstimate_thatNoneIsMoreLikelyThan() {
    assertThat(ROWS).hasSize(SMALL.size());
    assertThat(ROWS).allMatch(row -> row.outside() == 0);
    assertThat(ROWS).allMatch(row -> row.cells().size() == SMALL.columns().size());
    assertThat(ROWS).filteredOn(row -> row.cost() != null).hasSize(SMALL.size() * 4 / 7);
    for (final MatchingEstimators.Row row : ROWS) {
      final double exact = of(row.length(), MatchingEstimators.EXACT).objective();
      assertThat(row.objective()).as("%s", row).isGreaterThanOrEqualTo(exact - 1e-9);
    }
  }

  @Test
  void ourProgram_isNearTheExactEstimate_andOthersFurtherFromIt() {
    for (final double length : new double[] {1, 3, 6}) {
      final double exact = of(length, MatchingEstimators.EXACT).objective();
      final double ours = of(length, MatchingEstimators.OURS).objective();
      assertThat(ours).isLessThan(1.02 * exact);
      assertThat(of(length, MatchingEstimators.BETHE).objective()).isGreaterThan(ours);
      assertThat(of(length, MatchingEstimators.ABOVE).objective()).isGreaterThan(ours);
    }
  }

  private static MatchingEstimators.Row of(final double length, final String estimator) {
    return ROWS.stream()
        .filter(r -> r.length() == length && r.estimator().equals(estimator))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void run_isTheSameEachTime() {
    assertThat(rows(new MatchingEstimators(3, 12, 10))).isEqualTo(ROWS);
  }

  @Test
  void notes_sayWhatAgrees_afterTheRun() {
    final int before = new MatchingEstimators(3, 12, 10).notes().size();
    final List<String> verdicts = SMALL.notes().subList(before, SMALL.notes().size());
    assertThat(verdicts)
        .hasSize(5)
        .allMatch(line -> line.matches("(Agrees|Does not agree) with the paper: .*\\."));
    assertThat(verdicts.get(0)).startsWith("Agrees").contains("outside in 0 of 210 cases");
  }

  private static List<MatchingEstimators.Row> rows(final MatchingEstimators estimators) {
    final List<MatchingEstimators.Row> rows = new ArrayList<>();
    estimators.run(row -> rows.add((MatchingEstimators.Row) row));
    return rows;
  }
}
