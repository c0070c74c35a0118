package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeenFeaturesTest {
  @Test
  void weights_of_features_seen_and_what_follows_them_come_back() {
    final SeenFeatures seen = new SeenFeatures(4);
    assertThat(seen.number(3)).isZero();
    assertThat(seen.number(1)).isOne();
    assertThat(seen.number(3)).isZero();
    assertThat(seen.size()).isEqualTo(2);
    final double[] weights = {0, 0, 10, 11, 0, 0, 30, 31, 90, 91};
    final double[] gathered = seen.gather(weights, 2);
    assertThat(gathered).containsExactly(30, 31, 10, 11, 90, 91);
    assertThat(seen.scatter(gathered, 2)).containsExactly(weights);
  }

  @Test
  void many_features_are_numbered_in_order() {
    final SeenFeatures seen = new SeenFeatures(5000);
    for (int i = 4999; i >= 0; i--) {
      assertThat(seen.number(i)).isEqualTo(4999 - i);
    }
  }
}
