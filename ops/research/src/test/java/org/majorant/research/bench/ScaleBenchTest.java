package org.majorant.research.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.research.bench.ScaleBench.Size;

class ScaleBenchTest {
  @Test
  void exponent_ofAPowerLaw_isItsPower() {
    for (final double power : new double[] {0, 0.5, 1, 2}) {
      final List<Size> sizes =
          IntStream.of(10, 20, 40, 160).mapToObj(n -> new Size(n, 7 * Math.pow(n, power))).toList();
      assertThat(ScaleBench.exponent(sizes)).isCloseTo(power, within(1e-12));
    }
  }

  @Test
  void exponent_ofACostThatIsPartlyFixed_isBelowOne() {
    final List<Size> sizes =
        IntStream.of(10, 20, 40).mapToObj(n -> new Size(n, 100 + 5.0 * n)).toList();
    assertThat(ScaleBench.exponent(sizes)).isBetween(0.4, 0.7);
  }
}
