package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.majorant.learn.SyntheticStream.FEATURES;
import static org.majorant.learn.SyntheticStream.example;
import static org.majorant.learn.SyntheticStream.spec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.learn.Learner;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.Baselines;

class SiteCodecTest {
  @ParameterizedTest
  @CsvSource({
    "diagonal, 2, false",
    "diagonal, 3, true",
    "full, 2, false",
    "full, 3, false",
    "low-rank, 2, false",
    "low-rank, 3, true"
  })
  void site_isReadAsItWasWritten(final String curvature, final int labels, final boolean pull) {
    final Site site = site(curvature, labels, pull);
    final byte[] bytes = SiteCodec.encode(site);
    final Site read = decode(bytes, labels);

    assertThat(bytes).hasSize((int) SiteCodec.bytes(site));
    assertThat(read).usingRecursiveComparison().isEqualTo(site);
    assertThat(read.pull.length > 0).isEqualTo(pull);
    assertThat(SiteCodec.encode(read)).isEqualTo(bytes);
  }

  @Test
  void emptySite_isItsHeader() {
    final ModelSpec spec = spec("diagonal", 2, "none");
    final byte[] bytes = SiteCodec.encode(new Learner(spec, new Baselines(2)).ship(true));
    assertThat(bytes).hasSize(20);
    assertThat(decode(bytes, 2).size()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"diagonal, true", "diagonal, false", "full, false", "low-rank, true"})
  void anyOtherLength_isRefused(final String curvature, final boolean pull) {
    final Site site = site(curvature, 2, pull);
    final byte[] bytes = SiteCodec.encode(site);
    final int withoutPull = bytes.length - Double.BYTES * site.pull.length;
    for (int length = 0; length < bytes.length; length++) {
      if (length != withoutPull) {
        final byte[] cut = Arrays.copyOf(bytes, length);
        assertThatThrownBy(() -> decode(cut, 2))
            .as("%d of %d bytes", length, bytes.length)
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
    final byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> decode(longer, 2)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void fullCurvature_hasNoPull() {
    final Site site = site("full", 2, false);
    final byte[] bytes = SiteCodec.encode(site);
    final byte[] pulled = Arrays.copyOf(bytes, bytes.length + Double.BYTES * site.size());
    assertThatThrownBy(() -> decode(pulled, 2)).hasMessage("site cut short or too long");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 9, unknown serial version",
    "1, 9, unknown curvature",
    "2, 2, other dimensions",
    "7, 64, other dimensions",
    "11, -1, other dimensions",
    "19, 127, no time",
    "23, 1, features out of range or order",
    "-1, 127, not finite"
  })
  void wrongByte_isRefused(final int at, final int value, final String why) {
    final byte[] bytes = SiteCodec.encode(site("diagonal", 2, true));
    final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    final int position = at < 0 ? bytes.length + at : at;
    buffer.put(position, (byte) value);
    if (value == 127) {
      buffer.put(position - 1, (byte) 0xf0); // the exponent of infinity
    }
    assertThatThrownBy(() -> decode(bytes, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  private static Site decode(final byte[] bytes, final int labels) {
    return SiteCodec.decode(ByteBuffer.wrap(bytes), labels == 2 ? 1 : labels, FEATURES + 1);
  }

  private static Site site(final String curvature, final int labels, final boolean pull) {
    final Learner learner =
        new Learner(spec(curvature, labels, "{half-life: 100}"), new Baselines(labels));
    final Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      learner.learn(example(random, labels), i);
    }
    return learner.ship(pull);
  }
}
