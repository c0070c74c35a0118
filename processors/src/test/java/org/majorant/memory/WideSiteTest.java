package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.SparsePoint;
import org.majorant.learn.Learner;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;

/** A wide site is rounded, and what the rounding leaves comes with a later one. */
class WideSiteTest {
  private static final int FEATURES = 20_000;
  private static final int EXAMPLES = 200; // of a summary, with more than 8,000 features together
  private static final int SUMMARIES = 20;
  private static final double SINGLE = 0x1p-24;
  private static final double CUT = 0x1p-15;
  private static final double MOST_SQUARE = 50; // of a feature in one summary

  /** Sums of sites that were too narrow to be rounded are what is expected. */
  @ParameterizedTest
  @CsvSource({"none, 2, false", "none, 3, true", "'{half-life: 500}', 2, true"})
  void roundings_doNotAddUp(final String forgetting, final int labels, final boolean valued) {
    final ModelSpec spec = spec(forgetting, labels);
    final Learner narrow = new Learner(spec, new Baselines(labels));
    final Learner wide = new Learner(spec, new Baselines(labels));
    final Surrogate expected = Surrogate.of(spec);
    final Surrogate merged = Surrogate.of(spec);
    final Random random = new Random(1);
    for (int i = 1; i <= SUMMARIES * EXAMPLES; i++) {
      final long example = random.nextLong();
      assertThat(wide.learn(example(example, labels, valued), i))
          .isEqualTo(narrow.learn(example(example, labels, valued), i));
      if (i % 20 == 0) {
        expected.add(narrow.ship(false));
      }
      if (i % EXAMPLES == 0) {
        merged.add(wire(wide.ship(false), spec));
      }
    }
    assertClose(merged.site(), expected.site());
    assertThat(wide.ship(false).size()).isZero();
  }

  /** No further off than one rounding of what one summary said of the feature. */
  private static void assertClose(final Site merged, final Site expected) {
    assertThat(merged.features).isEqualTo(expected.features);
    assertThat(merged.count).isEqualTo(expected.count);
    for (int j = 0; j < expected.size(); j++) {
      final double most = Math.min(MOST_SQUARE, expected.square[j]);
      assertThat(merged.square[j])
          .isLessThanOrEqualTo(expected.square[j] * (1 + 1e-12))
          .isCloseTo(expected.square[j], within(CUT * most));
    }
    for (int at = 0; at < expected.linear.length; at++) {
      final double count = expected.count[at / expected.vectors];
      assertThat(merged.linear[at]).isCloseTo(expected.linear[at], within(SINGLE * count));
      assertThat(merged.curvature[at])
          .isLessThanOrEqualTo(expected.curvature[at] * (1 + 1e-12))
          .isCloseTo(
              expected.curvature[at], within(CUT * Math.min(EXAMPLES / 4, expected.curvature[at])));
    }
  }

  @Test
  void roundingThatIsLeft_comesWithTheNextExample() {
    final ModelSpec spec = spec("none", 2);
    final Learner wide = new Learner(spec, new Baselines(2));
    final Learner twin = new Learner(spec, new Baselines(2));
    for (int i = 0; i < EXAMPLES; i++) {
      wide.learn(example(i, 2, false), i);
      twin.learn(example(i, 2, false), i);
    }
    final Site rounded = wide.ship(false);
    final SparsePoint again = example(7, 2, false);
    wide.learn(example(7, 2, false), EXAMPLES);
    twin.learn(again, EXAMPLES);
    final Site next = wide.ship(false);
    assertThat(next.size()).isEqualTo(again.size); // exactly those of the example
    final Surrogate sum = Surrogate.of(spec);
    sum.add(rounded);
    sum.add(next);
    final Surrogate whole = Surrogate.of(spec);
    whole.add(twin.ship(false)); // rounded once
    final Site a = sum.site();
    final Site b = whole.site();
    for (final int feature : next.features) {
      final int at = Arrays.binarySearch(a.features, feature);
      assertThat(SiteCodec.single(a.linear[at])).isEqualTo(b.linear[at]);
      assertThat(a.curvature[at]).isBetween(b.curvature[at], b.curvature[at] * (1 + CUT));
    }
  }

  /** A value of its own takes three more. */
  @ParameterizedTest
  @CsvSource({"false, 10", "true, 13"})
  void feature_ofAWideSite_hasTenBytes(final boolean valued, final double most) {
    final ModelSpec spec = spec("none", 2);
    final Learner learner = new Learner(spec, new Baselines(2));
    for (int i = 0; i < EXAMPLES; i++) {
      learner.learn(example(i, 2, valued), i);
    }
    final long estimate = learner.shipBytes();
    final Site site = learner.ship(true);
    assertThat(estimate).isBetween(SiteCodec.bytes(site), (long) (most + 7) * site.size());
    assertThat(site.size()).isGreaterThan(DiagonalLines.WIDE);
    final long pull = 1 + 4L * site.size();
    assertThat((double) (SiteCodec.bytes(site) - pull) / site.size()).isLessThan(most);
    wire(site, spec);
  }

  /** What its bytes say is the site itself, so that a worker recalls what it has shipped. */
  private static Site wire(final Site site, final ModelSpec spec) {
    final Site read = SiteCodec.decode(ByteBuffer.wrap(SiteCodec.encode(site)), spec);
    assertThat(List.of(read.parts())).usingRecursiveComparison().isEqualTo(List.of(site.parts()));
    return read;
  }

  /**
   * @param valued whether features have values, and not 1
   */
  private static SparsePoint example(final long seed, final int labels, final boolean valued) {
    final Random random = new Random(seed);
    final SparsePoint x = new SparsePoint();
    x.weight = 1;
    x.label = random.nextInt(labels);
    final int[] drawn = random.ints(0, FEATURES).distinct().limit(60).sorted().toArray();
    for (final int feature : drawn) {
      x.indices[x.size] = feature;
      x.values[x.size++] = valued ? random.nextGaussian() : 1;
    }
    x.indices[x.size] = FEATURES;
    x.values[x.size++] = 1;
    return x;
  }

  private static ModelSpec spec(final String forgetting, final int labels) {
    return SpecFile.read(
        "{model: m, labels: [%s], features: {dimension: %d}, curvature: {memory: diagonal},"
                .formatted(labels == 2 ? "a, b" : "a, b, c", FEATURES)
            + " members: none, forgetting: "
            + forgetting
            + "}");
  }
}
