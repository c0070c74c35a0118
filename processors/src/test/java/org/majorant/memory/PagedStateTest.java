package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.apache.commons.codec.digest.MurmurHash3;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

class PagedStateTest {
  private static final int FEATURES = 1000;

  /** Pages of eight features, of four, and of one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [a, b]",
        "labels: [a, b], latent: 2",
        "labels: [a, b], transform: unit",
        "labels: [a, b, c]",
        "labels: [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r]",
        "task: sequence, labels: [a, b, c]"
      })
  void state_is_what_the_surrogate_has_and_solves_to(final String fields) {
    final ModelSpec spec = spec(fields);
    final Random random = new Random(1);
    final Surrogate surrogate = Surrogate.of(spec);
    PagedState state = PagedState.of(spec);
    for (int base = 0; base < 50; base++) {
      for (int summary = random.nextInt(3); summary >= 0; summary--) {
        surrogate.add(site(spec, random, base));
      }
      final PagedState next = (PagedState) surrogate.state();
      assertThat(SiteCodec.encode(state.with(next.changesSince(state)).site()))
          .isEqualTo(SiteCodec.encode(next.site()));
      assertThat(state.with(next.changesSince(state)).hash()).isEqualTo(next.hash());
      state = next;
    }
    assertThat(SiteCodec.encode(state.site())).isEqualTo(SiteCodec.encode(surrogate.site()));
    assertThat(state.hash())
        .isEqualTo(PagedState.of(spec).with(surrogate.site()).hash())
        .isNotEqualTo(PagedState.of(spec).with(site(spec, random, 0)).hash());
    final Surrogate.Solution expected = surrogate.solve();
    assertThat(Surrogate.of(spec, state).solve()).usingRecursiveComparison().isEqualTo(expected);
    for (int at = 0; at < expected.theta().length; at++) {
      assertThat(state.theta(spec).applyAsDouble(at)).isEqualTo(expected.theta()[at]);
    }
  }

  @Test
  void state_before_stays_as_it_was() {
    final ModelSpec spec = spec("labels: [a, b]");
    final Random random = new Random(2);
    final PagedState before = PagedState.of(spec).with(site(spec, random, 1));
    final byte[] bytes = SiteCodec.encode(before.site());
    final long hash = before.hash();
    before.with(site(spec, random, 2));
    before.replacedBy(site(spec, random, 3));
    assertThat(SiteCodec.encode(before.site())).isEqualTo(bytes);
    assertThat(before.hash()).isEqualTo(hash);
  }

  /** A base that workers learn on shares its pages with the surrogate that learns on. */
  @Test
  void state_that_was_taken_stays_as_it_was_whatever_is_written_then() {
    final ModelSpec spec = spec("labels: [a, b, c]");
    final Random random = new Random(6);
    final Surrogate first = Surrogate.of(spec);
    first.add(site(spec, random, 1));
    final PagedState taken = (PagedState) first.state();
    final byte[] bytes = SiteCodec.encode(taken.site());
    final long hash = taken.hash();
    final Surrogate second = Surrogate.of(spec, taken);
    assertThat(second.state()).isSameAs(taken);
    for (final Surrogate surrogate : List.of(first, second)) {
      final Site more = site(spec, random, 2);
      more.pull = new double[more.linear.length];
      surrogate.merge(List.of(more, more), 2, 4, taken.known());
      surrogate.scale(0.5);
      surrogate.add(site(spec, random, 3));
      final PagedState next = (PagedState) surrogate.state();
      assertThat(SiteCodec.encode(taken.site())).isEqualTo(bytes);
      assertThat(taken.hash()).isEqualTo(hash);
      assertThat(next.hash()).isEqualTo(PagedState.of(spec).with(surrogate.site()).hash());
      assertThat(SiteCodec.encode(taken.with(next.changesSince(taken)).site()))
          .isEqualTo(SiteCodec.encode(next.site()))
          .isNotEqualTo(bytes);
      assertThat(Surrogate.of(spec, next).solve())
          .usingRecursiveComparison()
          .isEqualTo(surrogate.solve());
    }
  }

  /** A state may come from a topic, and nobody has tried it then. */
  @Test
  void surrogate_triesAllOfAStateThatItIsGiven() {
    final ModelSpec spec = spec("labels: [a, b]");
    final Site site = site(spec, new Random(8), 1);
    site.linear[0] = Double.POSITIVE_INFINITY;
    final Surrogate surrogate = Surrogate.of(spec, PagedState.of(spec).with(site));
    assertThatThrownBy(surrogate::requireSolvable).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(surrogate::state).isInstanceOf(ArithmeticException.class);
  }

  /** A page of another model has its numbers elsewhere. */
  @Test
  void surrogate_goes_on_from_no_state_of_another_size() {
    final ModelSpec two = spec("labels: [a, b]");
    final ModelSpec three = spec("labels: [a, b, c]");
    final PagedState state = PagedState.of(two).with(site(two, new Random(7), 1));
    assertThatThrownBy(() -> Surrogate.of(three, state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a state of a model of another size");
    assertThat(PagedState.of(three).changesSince(state)).isNull();
  }

  @Test
  void states_differ_where_they_changed_alone_even_after_a_snapshot() {
    final ModelSpec spec = spec("labels: [a, b]");
    final Random random = new Random(3);
    final PagedState before = PagedState.of(spec).with(site(spec, random, 1));
    final Site changes = site(spec, random, 2);
    final PagedState after = before.with(changes);
    final PagedState told = before.replacedBy(after.site());
    for (final PagedState next : new PagedState[] {after, told}) {
      final BitSet differing = new BitSet();
      next.addDifferences(before, differing);
      assertThat(differing.stream().toArray()).containsExactly(changes.features);
    }
    assertThat(told.hash()).isEqualTo(after.hash());
  }

  /** As {@code surrogate.avdl} defines it. */
  @Test
  void hash_is_the_one_that_the_schema_defines() {
    final ModelSpec spec = spec("labels: [a, b, c]");
    final Site site = site(spec, new Random(5), 1);
    int low = 0;
    int high = 0;
    for (int j = 0; j < site.size; j++) {
      final ByteBuffer row = ByteBuffer.allocate(4 + 8 * 8).order(ByteOrder.LITTLE_ENDIAN);
      row.putInt(site.features[j]).putDouble(site.count[j]).putDouble(site.square[j]);
      for (int c = 0; c < 3; c++) {
        row.putDouble(site.linear[3 * j + c]);
      }
      for (int c = 0; c < 3; c++) {
        row.putDouble(site.curvature[3 * j + c]);
      }
      low += MurmurHash3.hash32x86(row.array(), 0, row.capacity(), 0);
      high += MurmurHash3.hash32x86(row.array(), 0, row.capacity(), 1);
    }
    assertThat(PagedState.of(spec).with(site).hash())
        .isEqualTo((long) high << 32 | Integer.toUnsignedLong(low));
  }

  /** What a feature is told not to have any more, it does not have. */
  @Test
  void feature_that_was_taken_back_is_gone() {
    final ModelSpec spec = spec("labels: [a, b]");
    final Site site = site(spec, new Random(4), 1);
    final Site nothing = Site.of(Curvature.DIAGONAL, 1, site.size, 0, 0);
    System.arraycopy(site.features, 0, nothing.features, 0, site.size);
    final PagedState state = PagedState.of(spec).with(site).with(nothing);
    assertThat(state.site().size).isZero();
    assertThat(state.hash()).isZero();
  }

  private static ModelSpec spec(final String fields) {
    final String transform = fields.contains("transform") ? ", transform: unit" : "";
    return SpecFile.read(
        "{model: m, %s, features: {dimension: %d%s}, curvature: {memory: diagonal}}"
            .formatted(fields.replace(", transform: unit", ""), FEATURES, transform));
  }

  private static Site site(final ModelSpec spec, final Random random, final double time) {
    final Dimensions dimensions = Dimensions.of(spec);
    final int[] features =
        random.ints(1 + random.nextInt(60), 0, dimensions.features()).distinct().sorted().toArray();
    final Site site = Site.of(Curvature.DIAGONAL, dimensions.vectors(), features.length, 0, time);
    System.arraycopy(features, 0, site.features, 0, features.length);
    for (int j = 0; j < features.length; j++) {
      site.count[j] = 1 + random.nextInt(3);
      site.square[j] = random.nextDouble();
    }
    for (int at = 0; at < site.linear.length; at++) {
      site.linear[at] = random.nextGaussian();
      site.curvature[at] = random.nextDouble();
    }
    return site;
  }
}
