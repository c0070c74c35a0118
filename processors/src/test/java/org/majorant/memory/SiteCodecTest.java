package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.majorant.learn.SyntheticStream.FEATURES;
import static org.majorant.learn.SyntheticStream.example;
import static org.majorant.learn.SyntheticStream.spec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.learn.Learner;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.Baselines;

class SiteCodecTest {
  private static final HexFormat HEX = HexFormat.of();

  private static final double[] COUNTS = {
    0, -0.0, 1, 2, 63, 64, 8191, 8192, 1e9, 0x1p53, 0x1p54, 0.5, 1e-300, -1, Math.PI
  };

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
    final int withoutPull = bytes.length - (pull ? 1 + Double.BYTES * site.pull.length : 0);
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
    final byte[] pulled = Arrays.copyOf(bytes, bytes.length + 1 + Double.BYTES * site.size());
    assertThatThrownBy(() -> decode(pulled, 2)).hasMessage("site cut short or too long");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 9, unknown serial version",
    "1, 9, unknown curvature",
    "2, 2, other dimensions",
    "7, 64, other dimensions",
    "6, 1, cut short",
    "11, -1, other dimensions",
    "19, 127, no time",
    "20, 127, features out of range or order",
    "-1, 127, not finite"
  })
  void wrongByte_isRefused(final int at, final int value, final String why) {
    final byte[] bytes = SiteCodec.encode(site("diagonal", 2, true));
    final int position = at < 0 ? bytes.length + at : at;
    bytes[position] = (byte) value;
    if (value == 127 && position != 20) {
      bytes[position - 1] = (byte) 0xf0; // the exponent of infinity
    }
    final int features = position == 6 ? 1 << 24 : FEATURES + 1;
    assertThatThrownBy(() -> SiteCodec.decode(ByteBuffer.wrap(bytes), 1, features))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  /** Any numbers, and features as far apart as a space has them. */
  @ParameterizedTest
  @EnumSource(Curvature.class)
  void drawnSite_isReadToTheBit(final Curvature kind) {
    final Random random = new Random(2);
    for (int i = 0; i < 500; i++) {
      final Site site = drawn(kind, random);
      final byte[] bytes = SiteCodec.encode(site);
      assertThat(bytes).hasSize((int) SiteCodec.bytes(site));
      assertSame(read(bytes, site), site);
      assertSame(read(SiteCodec.encodeBefore(site), site), site);
    }
  }

  /** Whatever is read is written again by the same bytes: there is one way to write a site. */
  @ParameterizedTest
  @EnumSource(Curvature.class)
  void otherBytes_areRefusedOrAnotherSite(final Curvature kind) {
    final Random random = new Random(3);
    int valid = 0;
    for (int i = 0; i < 10_000; i++) {
      final Site site = drawn(kind, random);
      final byte[] bytes = SiteCodec.encode(site);
      for (int flips = random.nextInt(3); flips >= 0; flips--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      final int length = random.nextInt(4) > 0 ? bytes.length : random.nextInt(bytes.length + 9);
      final byte[] other = Arrays.copyOf(bytes, length);
      try {
        final Site read = read(other, site);
        if (other[0] == 4) { // else of an older serial version
          assertThat(SiteCodec.encode(read)).isEqualTo(other);
          valid++;
        }
      } catch (final IllegalArgumentException refused) {
        assertThat(refused).hasMessageStartingWith("site");
      }
    }
    assertThat(valid).isPositive();
  }

  /** Nothing is made room for that the bytes do not hold. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 32767", "2, 0"})
  void size_thatTheBytesDoNotHold_isRefused(final byte kind, final int rank) {
    final ByteBuffer header =
        ByteBuffer.allocate(1000)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put((byte) 4)
            .put(kind)
            .putShort(Short.MAX_VALUE)
            .putInt(Integer.MAX_VALUE)
            .putInt(rank)
            .clear();
    assertThatThrownBy(() -> SiteCodec.decode(header, Short.MAX_VALUE, Integer.MAX_VALUE))
        .hasMessage("site cut short");
  }

  @Test
  void numberOfMoreBytesThanItNeeds_isRefused() {
    final Site site = Site.of(Curvature.DIAGONAL, 1, 1, 0, 0);
    site.count[0] = 3;
    site.square[0] = 3;
    final String bytes = HEX.formatHex(SiteCodec.encode(site));
    final String header = "0402010001000000" + "00".repeat(12);
    assertThat(bytes).isEqualTo(header + "00" + "07" + "03000000".repeat(2));
    for (final String other :
        List.of(
            "8000" + "07", // features left out before the first, in two bytes
            "00" + "8700", // 7 in two bytes
            "00" + "ff".repeat(8) + "01", // of more bits than a count has
            "00" + "00" + "0000000000000840" + "03" + "004040", // a whole count after a 0
            "00" + "08" + "03" + "004040", // the square of the count as one of its own
            "00" + "08" + "04" + "0000a040")) { // a square in a byte more
      final byte[] overlong = HEX.parseHex(header + other + "03000000".repeat(2));
      assertThatThrownBy(() -> SiteCodec.decode(ByteBuffer.wrap(overlong), 1, 9))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching("site with (a|numbers) .*");
    }
  }

  /** What serial version 2 wrote: the header, priorSquare, and what follows the curvature. */
  @ParameterizedTest
  @CsvSource({
    "0200010002000000000000000000000000001c40, 00000000000008400000000000001040, 0000000000000440",
    "0201010002000000010000000000000000001c40, '', 0000000000000000000000000000d03f",
    "0202010002000000000000000000000000001c40, '', 000000000000f03f0000000000000040"
  })
  void olderBytes_areRead(final String header, final String prior, final String rest) {
    final String features = "0300000070110100";
    final String counts = "0000000000000040000000000000e83f" + "00000000000000400000000000001640";
    final String linear = "000000000000f4bf95d626e80b2e113e";
    final String curvature = "000000000000e03f000000000000f83f";
    final String hex = header + features + counts + prior + linear + curvature + rest;
    final Site site = SiteCodec.decode(ByteBuffer.wrap(HEX.parseHex(hex)), 1, 1 << 20);
    assertThat(site.features).containsExactly(3, 70_000);
    assertThat(site.count).containsExactly(2, 0.75);
    assertThat(site.square).containsExactly(2, 5.5);
    assertThat(site.linear).containsExactly(-1.25, 1e-9);
    assertThat(site.curvature).startsWith(0.5, 1.5);
    assertThat(HEX.formatHex(SiteCodec.encodeBefore(site))).isEqualTo(hex);
  }

  private static Site drawn(final Curvature kind, final Random random) {
    final int rank = kind == Curvature.LOW_RANK ? random.nextInt(3) : 0;
    final int vectors = 1 + random.nextInt(3);
    final Site site = Site.of(kind, vectors, random.nextInt(9), rank, random.nextInt(3));
    final int room = Integer.MAX_VALUE / 10 >> random.nextInt(28);
    final int widthOfSquares = random.nextInt(3);
    int last = -1;
    for (int j = 0; j < site.size; j++) {
      last += 1 + random.nextInt(room);
      site.features[j] = last;
      site.count[j] = COUNTS[random.nextInt(COUNTS.length)];
      site.square[j] = random.nextBoolean() ? site.count[j] : number(random, widthOfSquares);
    }
    if (kind != Curvature.FULL && random.nextBoolean()) {
      site.pull = new double[site.linear.length];
    }
    for (final double[] part : site.parts()) {
      if (part != site.count && part != site.square) {
        final int width = random.nextInt(3);
        Arrays.setAll(part, i -> number(random, width));
      }
    }
    return site;
  }

  /**
   * @param width 0: float64, 1: float32, 2: the same without its last byte
   */
  private static double number(final Random random, final int width) {
    final double number = random.nextGaussian();
    return width == 0 ? number : width == 1 ? (float) number : SiteCodec.cut(number);
  }

  private static Site read(final byte[] bytes, final Site like) {
    return SiteCodec.decode(ByteBuffer.wrap(bytes), like.vectors, Integer.MAX_VALUE);
  }

  private static void assertSame(final Site read, final Site site) {
    assertThat(read).usingRecursiveComparison().isEqualTo(site);
    for (int part = 0; part < site.parts().length; part++) {
      for (int i = 0; i < site.parts()[part].length; i++) {
        assertThat(Double.doubleToRawLongBits(read.parts()[part][i]))
            .isEqualTo(Double.doubleToRawLongBits(site.parts()[part][i]));
      }
    }
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
    final long estimate = learner.shipBytes();
    final Site site = learner.ship(pull);
    assertThat(SiteCodec.bytes(site) - 20).isLessThanOrEqualTo(estimate);
    return site;
  }
}
