package org.majorant.ops.http.curves;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeriesTest {
  @Test
  void rows_beyondTheCapacity_leaveInOrder() {
    final Series series = new Series(2, "time", "loss");
    assertThat(series.json()).isEqualTo("{\"columns\":[\"time\",\"loss\"],\"rows\":[]}");
    assertThat(series.add(1_795_250_238_770.0, Double.NaN)).isEqualTo("[1795250238770,null]");
    series.add(2, 1 / 3.0);
    series.add(3, Double.POSITIVE_INFINITY);
    assertThat(series.json())
        .isEqualTo("{\"columns\":[\"time\",\"loss\"],\"rows\":[[2,0.33333334],[3,null]]}");
  }
}
