package org.majorant.ops.http.curves;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DaySeriesTest {
  private static final long MINUTE = 60_000;

  @Test
  void minute_isTheMeanOfWhatIsKnown_andTheLastOfWhatLasts() {
    final DaySeries day = new DaySeries(Set.of("time", "rejected"), "time", "loss", "rejected");
    day.add(7 * MINUTE, 1, 0);
    assertThat(rows(day)).as("before the minute is over").isEqualTo("[[420000,1,0]]");
    day.add(7 * MINUTE + 1000, Double.NaN, 5);
    day.add(7 * MINUTE + 59_999, 4, 7);
    assertThat(rows(day)).isEqualTo("[[479999,2.5,7]]");
    day.add(8 * MINUTE, Double.NaN, Double.NaN);
    assertThat(rows(day)).isEqualTo("[[479999,2.5,7],[480000,null,null]]");
    day.add(8 * MINUTE + 1, 3, 7);
    assertThat(rows(day)).isEqualTo("[[479999,2.5,7],[480001,3,7]]");
  }

  /** With what a row's objects take beside, the two of a learner are under a megabyte. */
  @Test
  void day_isUnder300KB() {
    for (final String[] columns : List.of(LearnerMeters.COLUMNS, VersionRow.COLUMNS)) {
      final DaySeries day = DaySeries.ofLast(columns);
      final double[] row = new double[columns.length];
      for (int minute = 0; minute <= DaySeries.MINUTES; minute++) {
        Arrays.fill(row, 12_345.678);
        row[0] = 1_795_250_238_770.0 + minute * MINUTE;
        day.add(row);
      }
      assertThat(day.json())
          .hasSizeBetween(DaySeries.MINUTES * row.length, 300_000)
          .doesNotContain("1795250238770");
    }
  }

  private static String rows(final DaySeries day) {
    return day.json().replaceFirst(".*\"rows\":(.*)}", "$1");
  }
}
