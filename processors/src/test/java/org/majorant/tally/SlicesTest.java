package org.majorant.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.majorant.schema.Slice;
import org.majorant.schema.SliceValue;
import org.majorant.schema.Tally;
import org.majorant.slice.SliceValues;

class SlicesTest {
  private static final int LABELS = 2;
  private static final double ROUNDING = 1e-9;

  private final SplittableRandom random = new SplittableRandom();

  /** What is true of a value. */
  private record Truth(long examples, double loss) {
    Truth plus(final Truth more) {
      return new Truth(examples + more.examples, loss + more.loss);
    }
  }

  /** Values of which there are many more than have room, some of them frequent. */
  private final class Stream {
    private final SliceCounter counter = new SliceCounter("country");
    private final Map<String, Truth> truth = new HashMap<>();
    private final int distinct = random.nextInt(1, 1_000);
    private int drift; // which values are frequent now
    private long examples;
    private double loss;

    Tally take(final int count) {
      final Tally tally = Tallies.empty();
      for (int i = 0; i < count; i++) {
        final double u = random.nextDouble();
        final String value = "v" + (drift + (int) (distinct * u * u * u));
        final double l = random.nextDouble(2);
        add(counter, value, l);
        truth.merge(value, new Truth(1, l), Truth::plus);
        loss += l;
        tally.setClippedLoss(tally.getClippedLoss() + l);
      }
      examples += count;
      tally.setExamples((long) count);
      tally.setSlices(count == 0 ? List.of() : List.of(counter.take()));
      return tally;
    }
  }

  private static void add(final SliceCounter counter, final String value, final double loss) {
    final byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    final int length = utf8.length > SliceValues.MOST_BYTES ? SliceValues.TOO_LONG : utf8.length;
    counter.add(utf8, length, loss);
  }

  private static void check(final Stream stream, final Tally tally) {
    final Slice slice = tally.getSlices().get(0);
    assertThat(Slices.total(slice)).isEqualTo(stream.examples).isEqualTo(tally.getExamples());
    assertThat(Slices.totalLoss(slice)).isCloseTo(stream.loss, within(ROUNDING * stream.examples));
    assertThat(slice.getValues())
        .hasSizeLessThanOrEqualTo(Slices.KEPT)
        .isSortedAccordingTo(Slices.MOST_FIRST);
    final Map<String, SliceValue> values = new HashMap<>();
    for (final SliceValue value : slice.getValues()) {
      final Truth truth = stream.truth.get(value.getValue());
      assertThat(values.put(value.getValue(), value)).isNull();
      assertThat(value.getExamples()).isBetween(1L, truth.examples);
      assertThat(value.getExamples() + value.getMissed()).isGreaterThanOrEqualTo(truth.examples);
      assertThat(value.getMissed()).isLessThanOrEqualTo(stream.examples / Slices.KEPT);
      if (value.getMissed() == 0) {
        assertThat(value.getExamples()).isEqualTo(truth.examples);
        assertThat(value.getLoss()).isCloseTo(truth.loss, within(ROUNDING * truth.examples));
      }
    }
    stream.truth.forEach(
        (value, truth) -> {
          if (truth.examples > stream.examples / Slices.KEPT) {
            assertThat(values).containsKey(value);
          }
        });
    assertThat(Slices.arePossible(tally, LABELS)).isTrue();
  }

  /** Whatever was merged: workers' sums, sums of sums, small ones and large ones. */
  @RepeatedTest(30)
  void sums_areExactAsTheySay_howeverManyValuesCome() {
    final Stream stream = new Stream();
    final Tally tally = Tallies.empty();
    for (int round = 0; round < 40; round++) {
      stream.drift = random.nextInt(4) * random.nextInt(2_000);
      final Tally merged = stream.take(random.nextInt(400));
      Tallies.add(merged, stream.take(random.nextInt(200)));
      Tallies.add(tally, merged);
      if (tally.getExamples() > 0) {
        check(stream, tally);
      }
    }
  }

  @Test
  void aValueThatBecomesFrequentLater_isCountedFromThenOn() {
    final SliceCounter counter = new SliceCounter("country");
    final Tally tally = Tallies.empty();
    for (int i = 0; i < 10_000; i++) {
      add(counter, "old" + i % 500, 1);
    }
    Tallies.add(tally, of(counter, 10_000));
    for (int i = 0; i < 1_000; i++) {
      add(counter, i % 2 == 0 ? "new" : "old" + i % 500, 1);
      if (i % 10 == 9) {
        Tallies.add(tally, of(counter, 10));
      }
    }
    final SliceValue value = tally.getSlices().get(0).getValues().get(0);
    assertThat(value.getValue()).isEqualTo("new");
    assertThat(value.getExamples()).isBetween(400L, 500L);
    assertThat(value.getEntered()).isGreaterThanOrEqualTo(10_000);
  }

  private static Tally of(final SliceCounter counter, final long examples) {
    final Tally tally = Tallies.empty();
    tally.setExamples(examples);
    tally.setSlices(List.of(counter.take()));
    return tally;
  }

  /** A window has what came in it, also of values that were gone and came back. */
  @RepeatedTest(30)
  void whatCameSince_addsUp() {
    final Stream stream = new Stream();
    final Tally tally = Tallies.empty();
    final List<Tally> moments = new ArrayList<>(List.of(Tallies.empty()));
    final List<Map<String, Truth>> truths = new ArrayList<>(List.of(Map.of()));
    final List<Double> losses = new ArrayList<>(List.of(0.0));
    for (int round = 0; round < 30; round++) {
      stream.drift = random.nextInt(3) * 1_000;
      Tallies.add(tally, stream.take(1 + random.nextInt(500)));
      moments.add(Tallies.copy(tally));
      truths.add(Map.copyOf(stream.truth));
      losses.add(stream.loss);
    }
    for (int i = 0; i < moments.size(); i++) {
      final Tally since = Tallies.since(moments.get(i), tally);
      final Slice slice = since.getSlices().get(0);
      final long examples = tally.getExamples() - moments.get(i).getExamples();
      assertThat(Slices.total(slice)).isEqualTo(examples).isEqualTo(since.getExamples());
      assertThat(Slices.totalLoss(slice))
          .isCloseTo(stream.loss - losses.get(i), within(ROUNDING * stream.examples));
      assertThat(slice.getOthers()).isNotNegative();
      for (final SliceValue value : slice.getValues()) {
        final Truth now = stream.truth.get(value.getValue());
        final Truth then = truths.get(i).getOrDefault(value.getValue(), new Truth(0, 0));
        assertThat(value.getExamples()).isBetween(1L, now.examples - then.examples);
        assertThat(value.getLoss())
            .isLessThanOrEqualTo(now.loss - then.loss + ROUNDING * stream.examples);
      }
    }
  }

  @Test
  void slicesThatTheSpecNamesNoMore_areGone_andOthersGoOn() {
    final SliceCounter country = new SliceCounter("country");
    final SliceCounter sex = new SliceCounter("sex");
    add(country, "de", 1);
    final Tally tally = of(country, 1);
    add(country, "de", 1);
    add(sex, "f", .5);
    final Tally both = of(country, 1);
    both.setSlices(List.of(sex.take(), both.getSlices().get(0)));
    Tallies.add(tally, both);
    assertThat(tally.getSlices())
        .containsExactly(
            new Slice("sex", List.of(new SliceValue("f", 1L, .5, 0L, 0L)), 0L, 0.0),
            new Slice("country", List.of(new SliceValue("de", 2L, 2.0, 0L, 0L)), 0L, 0.0));
    final Tally before = Tallies.copy(tally);
    final Tally none = Tallies.empty();
    none.setExamples(1L);
    Tallies.add(tally, Tallies.empty());
    assertThat(tally.getSlices()).hasSize(2);
    Tallies.add(tally, none);
    assertThat(tally.getSlices()).isEmpty();

    add(country, "de", 1); // it begins anew, and the window has nothing of what was before
    Tallies.add(tally, of(country, 1));
    assertThat(Tallies.since(before, tally).getSlices())
        .containsExactly(
            new Slice("country", List.of(new SliceValue("de", 1L, 1.0, 0L, 0L)), 0L, 0.0));
  }

  @Test
  void impossibleSlices_areRefused() {
    final SliceValue value = new SliceValue("de", 2L, 1.5, 0L, 0L);
    assertThat(isPossible(value)).isTrue();
    assertThat(isPossible(SliceValue.newBuilder(value).setExamples(4L).build())).isFalse();
    assertThat(isPossible(SliceValue.newBuilder(value).setExamples(0L).build())).isFalse();
    assertThat(isPossible(SliceValue.newBuilder(value).setLoss(9.0).build())).isFalse();
    assertThat(isPossible(SliceValue.newBuilder(value).setLoss(-1.0).build())).isFalse();
    assertThat(isPossible(SliceValue.newBuilder(value).setLoss(Double.NaN).build())).isFalse();
    assertThat(isPossible(SliceValue.newBuilder(value).setEntered(-1L).build())).isFalse();
    assertThat(isPossible(SliceValue.newBuilder(value).setMissed(-1L).build())).isFalse();
    assertThat(isPossible(SliceValue.newBuilder(value).setValue("x".repeat(65)).build())).isFalse();
  }

  private static boolean isPossible(final SliceValue value) {
    final Tally tally = Tallies.empty();
    tally.setExamples(3L);
    tally.setSlices(List.of(new Slice("country", List.of(value), 1L, .5)));
    return Slices.arePossible(tally, LABELS);
  }

  @Test
  void table_hasFiftyValues_theWorstFirst_andAllOthersTogether() {
    final SliceCounter counter = new SliceCounter("country");
    add(counter, "", 2);
    add(counter, "x".repeat(65), 1);
    add(counter, "(other)", 1);
    for (int i = 0; i < 80; i++) {
      for (int j = 0; j <= i; j++) {
        add(counter, "v" + i, i / 80.0);
      }
    }
    final SliceTable table = SliceTable.of(of(counter, 3 + 80 * 81 / 2)).get(0);

    assertThat(table.examples()).isEqualTo(3 + 80 * 81 / 2);
    assertThat(table.values()).hasSize(SliceTable.SHOWN + 1);
    assertThat(table.values().get(0).value()).isEqualTo("v79");
    assertThat(table.values().get(0).difference())
        .isCloseTo(79 / 80.0 - table.loss(), within(1e-12));
    assertThat(table.values().stream().mapToLong(SliceTable.Row::examples).sum())
        .isEqualTo(table.examples());
    assertThat(table.values().stream().map(SliceTable.Row::value))
        .contains("(other)", "v30")
        .doesNotContain("v29", "(none)");
  }

  @Test
  void table_showsNoControlCharacters() {
    final SliceCounter counter = new SliceCounter("country");
    add(counter, "d\u001be", 2);
    assertThat(SliceTable.of(of(counter, 1)).get(0).values().get(0).value()).isEqualTo("d\uFFFDe");
  }

  @Test
  void table_namesExamplesWithoutTheFeature() {
    final SliceCounter counter = new SliceCounter("country");
    add(counter, "", 2);
    assertThat(SliceTable.of(of(counter, 1)))
        .containsExactly(
            new SliceTable("country", 1, 2, List.of(new SliceTable.Row("(none)", 1, 2, 0))));
  }
}
