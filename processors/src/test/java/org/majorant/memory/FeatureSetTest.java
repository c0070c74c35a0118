package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FeatureSetTest {
  private static final int FEATURES = 1_000;

  @Test
  void features_areReadOutInOrder() {
    final Random random = new Random(1);
    final FeatureSet set = new FeatureSet(FEATURES);
    for (int round = 0; round < 50; round++) {
      final int[] features = random.ints(random.nextInt(200), 0, FEATURES).distinct().toArray();
      for (final int feature : features) {
        set.add(feature);
      }
      final int[] read = new int[set.size()];
      set.copyTo(read);
      assertThat(read).isSorted().containsExactlyInAnyOrder(features);
      set.clear();
      assertThat(set.size()).isZero();
    }
  }

  @Test
  void lastFeature_hasItsBit() {
    final FeatureSet set = new FeatureSet(65);
    set.add(64);
    set.add(0);
    final int[] read = new int[2];
    set.copyTo(read);
    assertThat(read).containsExactly(0, 64);
  }
}
