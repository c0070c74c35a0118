package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantilesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 25, 26, 1000})
  void quantiles_begin_andEndWithTheValues_andAscend(final int n) {
    final double[] values = new Random(n).doubles(n).sorted().toArray();
    final double[] quantiles = of(values);
    assertThat(quantiles).isSorted().hasSize(25);
    assertThat(quantiles[0]).isEqualTo(values[0]);
    assertThat(quantiles[24]).isEqualTo(values[n - 1]);
    assertThat(quantiles[12]).isCloseTo((values[(n - 1) / 2] + values[n / 2]) / 2, within(1e-12));
  }

  @Test
  void onePart_staysAsItIs() {
    final double[] quantiles = of(new Random(1).doubles(77).sorted().toArray());
    assertThat(merge(new long[] {77}, quantiles)).containsExactly(quantiles, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void parts_merge_toAboutTheQuantilesOfAll_inAnyOrder(final long seed) {
    final Random random = new Random(seed);
    final double[] one = random.doubles(900).map(v -> v * v).sorted().toArray();
    final double[] other = random.doubles(300).map(v -> 0.2 + v).sorted().toArray();
    final double[] all =
        Arrays.stream(new double[][] {one, other})
            .flatMapToDouble(Arrays::stream)
            .sorted()
            .toArray();
    final double[] merged = merge(new long[] {900, 300}, of(one), of(other));
    for (int q = 1; q < 24; q++) {
      assertThat(rank(all, merged[q])).as("quantile %d", q).isCloseTo(q / 24.0, within(0.03));
    }
    assertThat(merge(new long[] {300, 900}, of(other), of(one))).containsExactly(merged);
  }

  private static double rank(final double[] sorted, final double value) {
    return (double) Arrays.stream(sorted).filter(v -> v <= value).count() / sorted.length;
  }

  @Test
  void knots_areSixths_eachOnce() {
    final double[] line = IntStream.range(0, 25).asDoubleStream().toArray();
    assertThat(Quantiles.knots(line)).containsExactly(0, 4, 8, 12, 16, 20, 24);
    final double[] mostlyZero = line.clone();
    Arrays.fill(mostlyZero, 0, 14, 0);
    assertThat(Quantiles.knots(mostlyZero)).containsExactly(0, 16, 20, 24);
  }

  @Test
  void knots_ofSkewedNumber_areOtherDistinctQuantiles_andOfTwoValuesThereAreNone() {
    final double[] skewed = new double[25];
    skewed[22] = 1;
    skewed[23] = 5;
    skewed[24] = 90;
    assertThat(Quantiles.knots(skewed)).containsExactly(0, 1, 5, 90);
    skewed[22] = 0;
    skewed[23] = 0;
    assertThat(Quantiles.knots(skewed)).isEmpty();
  }

  private static double[] of(final double[] values) {
    final double[] out = new double[25];
    Quantiles.of(values.length, i -> values[i], out, 0);
    return out;
  }

  private static double[] merge(final long[] counts, final double[]... parts) {
    final double[] out = new double[25];
    final List<List<Double>> boxed =
        Arrays.stream(parts).map(part -> Arrays.stream(part).boxed().toList()).toList();
    Quantiles.merge(boxed, counts, out, 0);
    return out;
  }
}
