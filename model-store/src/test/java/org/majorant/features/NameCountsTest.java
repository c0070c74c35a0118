package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.majorant.schema.NameCount;

class NameCountsTest {
  private final NameCounts counts = new NameCounts();

  @Test
  void counts_areInTheOrderOfTheNames_andTakenOut() {
    count("a", "größe", "b", "größe", "größe", "b");
    assertThat(counts.take())
        .containsExactly(
            new NameCount("a", 1L), new NameCount("größe", 3L), new NameCount("b", 2L));
    assertThat(counts.take()).isEmpty();
    count("a");
    assertThat(counts.take()).containsExactly(new NameCount("a", 1L));
  }

  @Test
  void names_thatAreLong_arePassedOver() {
    count("x".repeat(NameCounts.MOST_BYTES), "ü".repeat(NameCounts.MOST_BYTES / 2 + 1));
    assertThat(counts.take()).containsExactly(new NameCount("x".repeat(NameCounts.MOST_BYTES), 1L));
  }

  @Test
  void counts_whereTheyAreFull_restUntilTheyAreTaken() {
    final String[] names =
        IntStream.range(0, NameCounts.MOST).mapToObj(i -> "n" + i).toArray(String[]::new);
    count(names);
    assertThat(counts.isFull()).isTrue();
    count("n0", "late");
    assertThat(counts.take())
        .hasSize(NameCounts.MOST)
        .startsWith(new NameCount("n0", 1L))
        .doesNotContain(new NameCount("late", 1L));
    count("n0", "late", "late");
    assertThat(counts.take()).containsExactly(new NameCount("n0", 1L), new NameCount("late", 2L));
  }

  @RepeatedTest(20)
  void counts_ofAFew_areExact(final RepetitionInfo repetition) {
    final long seed = repetition.getCurrentRepetition();
    final SplittableRandom random = new SplittableRandom(seed);
    final Map<String, Long> exact = new LinkedHashMap<>();
    for (int i = 0; i < 20_000; i++) {
      final String name = "n" + (int) Math.pow(2000, random.nextDouble()); // heavy-tailed, as names
      exact.merge(name, 1L, Long::sum);
      count(name);
    }
    final List<NameCount> expected = new ArrayList<>();
    exact.forEach((name, count) -> expected.add(new NameCount(name, count)));
    assertThat(counts.take()).as("seed %d", seed).isEqualTo(expected);
  }

  private void count(final String... names) {
    for (final String name : names) {
      final byte[] in = ("<" + name + ">").getBytes(StandardCharsets.UTF_8);
      counts.count(FeatureHash.of(in, 1, in.length - 2), in, 1, in.length - 2);
    }
  }
}
