package org.majorant.memory;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.ModelSpec;

/**
 * The bytes of a {@link Site} on its topics, little-endian; this is the one place that knows them:
 *
 * <pre>
 *   0        1           2        4        8        12       20
 *   +--------+-----------+--------+--------+--------+--------+
 *   | serial | curvature | vectors| size m | rank r |  time  |
 *   +--------+-----------+--------+--------+--------+--------+
 *   | features: m varints, how many are left out before each                               |
 *   | counts: m times a varint and the float64 that it calls for                           |
 *   | squares that are apart, priorSquare (full), linear, curvature, rows (low-rank), and  |
 *   | pull: each that has numbers, their width in bytes, then the numbers                  |
 *   +--------------------------------------------------------------------------------------+
 * </pre>
 *
 * <p>The curvature is 0 full, 1 low-rank, 2 diagonal. A varint has seven bits a byte, the lowest
 * first. A count c that is whole is 2c + 1 where the square is the same, as it is of a feature that
 * is 1 or missing, and 2c + 2 where the square is apart; after a 0 the count follows, and the
 * square is apart. The pull is there or not; the length tells. Numbers are float64, float32, or
 * float32 without its last byte: the fewest bytes that all numbers of that part fit in as they are.
 * So nothing is rounded here, and a site has one way to be written.
 *
 * <p>Older serial versions are still read: 2 had the features as int32, then all counts and all
 * squares as float64; 1 the same without priorSquare. Serial version 3 is that of views, and has
 * the length (int32) and the bytes of each view's site and of the stack's.
 *
 * <p>It is longer than others, because the bytes that releases have left are known here, too.
 */
public final class SiteCodec {
  private static final byte SERIAL = 4;
  private static final byte SERIAL_OF_PARTS = 3;
  private static final byte SERIAL_OF_FIXED_LENGTH = 2;
  private static final byte SERIAL_WITHOUT_PRIOR = 1;
  private static final int HEADER = 20;

  /** Bytes of a number that fits in a float32 without its last byte. */
  static final int NARROW = 3;

  /** Of a double's 52, such a number has 15. */
  private static final int CUT_BITS = 52 - 15;

  /** Whole numbers above are not told apart. */
  private static final long MOST = 1L << 53;

  private SiteCodec() {}

  public static byte[] encode(final Site site) {
    return encode(site, SERIAL);
  }

  /**
   * As releases wrote it before: rounds that they left have the checksum of these bytes. No site is
   * written so any more.
   */
  public static byte[] encodeBefore(final Site site) {
    return encode(site, SERIAL_OF_FIXED_LENGTH);
  }

  private static byte[] encode(final Site site, final byte serial) {
    final ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(bytes(site, serial)));
    write(site, serial, out.order(ByteOrder.LITTLE_ENDIAN));
    return out.array();
  }

  private static void write(final Site site, final byte serial, final ByteBuffer out) {
    if (site instanceof ViewsSite views) {
      out.put(SERIAL_OF_PARTS);
      for (final Site part : views.sites) {
        out.putInt(Math.toIntExact(bytes(part, serial)));
        write(part, serial, out);
      }
      return;
    }
    out.put(serial).put(Kind.of(site.kind).code).putShort((short) site.vectors);
    out.putInt(site.size).putInt(site.rank()).putDouble(site.time);
    if (serial == SERIAL) {
      writeFeatures(site, out);
    } else {
      for (final int feature : site.features) {
        out.putInt(feature);
      }
      put(site.count, out);
      put(site.square, out);
    }
    for (final double[] part : numbers(site)) {
      if (serial == SERIAL) {
        putNarrow(part, out);
      } else {
        put(part, out);
      }
    }
  }

  private static void putNarrow(final double[] part, final ByteBuffer out) {
    final int width = width(part);
    if (part.length > 0) {
      out.put((byte) width);
    }
    if (width == Double.BYTES) {
      put(part, out);
      return;
    }
    for (final double number : part) {
      final int bits = Float.floatToRawIntBits((float) number);
      if (width == Float.BYTES) {
        out.putInt(bits);
      } else {
        out.putShort((short) (bits >>> 8)).put((byte) (bits >>> 24));
      }
    }
  }

  /** The float32 that is nearest; what is beyond them stays as it is. */
  static double single(final double number) {
    return Math.abs(number) <= Float.MAX_VALUE ? (float) number : number;
  }

  /**
   * The float32 without its last byte that is next on the way to 0, so that what it leaves has the
   * same sign; what is beyond them stays as it is.
   */
  static double cut(final double number) {
    if (Math.abs(number) < Float.MIN_NORMAL) {
      return 0;
    }
    return Math.abs(number) <= Float.MAX_VALUE
        ? Double.longBitsToDouble(Double.doubleToRawLongBits(number) & -1L << CUT_BITS)
        : number;
  }

  /** The fewest bytes that all numbers fit in. */
  private static int width(final double[] part) {
    int width = NARROW;
    for (final double number : part) {
      final float single = (float) number;
      if (!isSame(single, number)) {
        return Double.BYTES;
      }
      if ((Float.floatToRawIntBits(single) & 0xFF) != 0) {
        width = Float.BYTES;
      }
    }
    return width;
  }

  private static void put(final double[] part, final ByteBuffer out) {
    out.asDoubleBuffer().put(part);
    out.position(out.position() + part.length * Double.BYTES);
  }

  private static void writeFeatures(final Site site, final ByteBuffer out) {
    for (int j = 0; j < site.size; j++) {
      putVarint(skipped(site, j), out);
    }
    for (int j = 0; j < site.size; j++) {
      final long code = code(site.count[j], site.square[j]);
      putVarint(code, out);
      if (code == 0) {
        out.putDouble(site.count[j]);
      }
    }
    putNarrow(squaresApart(site), out);
  }

  /** The squares that counts do not tell. */
  private static double[] squaresApart(final Site site) {
    final double[] apart = new double[site.size];
    int n = 0;
    for (int j = 0; j < site.size; j++) {
      if (isSquareApart(code(site.count[j], site.square[j]))) {
        apart[n++] = site.square[j];
      }
    }
    return Arrays.copyOf(apart, n);
  }

  /** How many features are left out between the one before and this one. */
  private static int skipped(final Site site, final int j) {
    return site.features[j] - (j == 0 ? 0 : site.features[j - 1] + 1);
  }

  private static long code(final double count, final double square) {
    return isWhole(count) ? 2 * (long) count + (isSame(count, square) ? 1 : 2) : 0;
  }

  private static boolean isSquareApart(final long code) {
    return code % 2 == 0;
  }

  private static boolean isWhole(final double number) {
    return number >= 0 && number <= MOST && isSame(number, (long) number);
  }

  /** Whether two numbers are the same to the bit: 0 and -0 are not. */
  private static boolean isSame(final double one, final double other) {
    return Double.doubleToRawLongBits(one) == Double.doubleToRawLongBits(other);
  }

  private static void putVarint(final long number, final ByteBuffer out) {
    long rest = number;
    while (rest > 0x7F) {
      out.put((byte) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  private static int varintBytes(final long number) {
    return (Long.SIZE - Long.numberOfLeadingZeros(number | 1) + 6) / 7;
  }

  /** At most 2 to the 56th. */
  private static long varint(final ByteBuffer in) {
    long number = 0;
    for (int shift = 0; shift < 56; shift += 7) {
      final byte next = in.get();
      number |= (next & 0x7FL) << shift;
      if (next > 0 || next == 0 && shift == 0) {
        return number;
      }
      if (next == 0) {
        break;
      }
    }
    throw new IllegalArgumentException("site with a number of more bytes than it needs");
  }

  /** All numbers but counts and squares, in the order of the wire. */
  private static List<double[]> numbers(final Site site) {
    final List<double[]> parts = Arrays.asList(site.parts());
    return parts.subList(2, parts.size());
  }

  private static Site decodeParts(final ByteBuffer bytes, final ModelSpec spec) {
    final ByteBuffer in = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    final List<Site> parts = new ArrayList<>();
    try {
      if (in.get() != SERIAL_OF_PARTS) {
        throw new IllegalArgumentException("site without views");
      }
      for (final ModelSpec part : ViewsSite.specs(spec)) {
        final int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
          throw new IllegalArgumentException("site cut short");
        }
        parts.add(decode(in.slice(in.position(), length), part));
        in.position(in.position() + length);
      }
    } catch (final BufferUnderflowException e) {
      throw new IllegalArgumentException("site cut short", e);
    }
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("site too long");
    }
    return new ViewsSite(spec.getCurvature(), ViewsSite.offsets(spec), parts);
  }

  /**
   * @throws IllegalArgumentException where the bytes are not those of a site of these dimensions,
   *     or a number in them is not finite
   */
  public static Site decode(final ByteBuffer bytes, final int vectors, final int features) {
    final ByteBuffer in = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    try {
      final byte serial = in.get();
      if (serial != SERIAL && serial != SERIAL_OF_FIXED_LENGTH && serial != SERIAL_WITHOUT_PRIOR) {
        throw new IllegalArgumentException("site of an unknown serial version");
      }
      final Site site = empty(in, serial, vectors, features);
      if (!(site.time >= 0 && site.time < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("site of no time");
      }
      if (serial == SERIAL) {
        readFeatures(in, site, features);
        readNumbers(in, site);
      } else {
        readFeaturesOfFixedLength(in, site, features);
        readNumbersOfFixedLength(in, site, serial == SERIAL_WITHOUT_PRIOR);
      }
      return site;
    } catch (final BufferUnderflowException e) {
      throw new IllegalArgumentException("site cut short", e);
    }
  }

  /** A site of the header's dimensions, where the bytes are not fewer than it has. */
  private static Site empty(
      final ByteBuffer in, final byte serial, final int vectors, final int features) {
    final Kind kind = kind(in.get());
    final int v = in.getShort();
    final int size = in.getInt();
    final int rank = in.getInt();
    final double time = in.getDouble();
    if (v != vectors || size < 0 || size > features || rank < 0 || rank > Short.MAX_VALUE) {
      throw new IllegalArgumentException("site of other dimensions than the model's");
    }
    final long featureBytes = serial == SERIAL ? 2 : Integer.BYTES + 2 * Double.BYTES;
    final long priorSquares = kind == Kind.FULL && serial == SERIAL_WITHOUT_PRIOR ? size : 0;
    final long numbers = kind.length.of(v, size, rank) - 2L * size - priorSquares;
    final int numberBytes = serial == SERIAL ? NARROW : Double.BYTES;
    if (featureBytes * size > in.remaining()
        || numbers > (in.remaining() - featureBytes * size) / numberBytes) {
      throw new IllegalArgumentException("site cut short");
    }
    final Site site = kind.sites.of(v, size, rank, time);
    if (site.rank() != rank) {
      throw new IllegalArgumentException("site of other dimensions than the model's");
    }
    return site;
  }

  private static void readFeatures(final ByteBuffer in, final Site site, final int features) {
    long last = -1;
    for (int j = 0; j < site.size; j++) {
      last += 1 + varint(in);
      if (last >= features) {
        throw new IllegalArgumentException("site with features out of range or order");
      }
      site.features[j] = (int) last;
    }
    final long[] codes = new long[site.size];
    for (int j = 0; j < site.size; j++) {
      codes[j] = varint(in);
      site.count[j] = codes[j] == 0 ? in.getDouble() : (codes[j] - 1) / 2;
    }
    requireFinite(site.count);
    final double[] apart =
        new double[(int) Arrays.stream(codes).filter(SiteCodec::isSquareApart).count()];
    readNarrow(in, apart);
    for (int j = 0, k = 0; j < site.size; j++) {
      site.square[j] = isSquareApart(codes[j]) ? apart[k++] : site.count[j];
      if (code(site.count[j], site.square[j]) != codes[j]) {
        throw new IllegalArgumentException("site with a count that is not as it is written");
      }
    }
  }

  private static void readFeaturesOfFixedLength(
      final ByteBuffer in, final Site site, final int features) {
    int last = -1;
    for (int j = 0; j < site.size; j++) {
      final int feature = in.getInt();
      if (feature <= last || feature >= features) {
        throw new IllegalArgumentException("site with features out of range or order");
      }
      site.features[j] = feature;
      last = feature;
    }
    read(in, site.count);
    read(in, site.square);
  }

  private static void readNumbers(final ByteBuffer in, final Site site) {
    numbers(site).forEach(part -> readNarrow(in, part));
    if (in.hasRemaining() && site.kind != Curvature.FULL) {
      site.pull = new double[site.linear.length];
      readNarrow(in, site.pull);
    }
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("site cut short or too long");
    }
  }

  private static void readNarrow(final ByteBuffer in, final double[] part) {
    final int width = part.length == 0 ? NARROW : in.get();
    if (width == Double.BYTES) {
      read(in, part);
    } else {
      for (int i = 0; i < part.length; i++) {
        final int bits =
            width == Float.BYTES ? in.getInt() : (in.getShort() & 0xFFFF) << 8 | in.get() << 24;
        part[i] = Float.intBitsToFloat(bits);
      }
      requireFinite(part);
    }
    if (width(part) != width) {
      throw new IllegalArgumentException("site with numbers of more bytes than they need");
    }
  }

  private static void readNumbersOfFixedLength(
      final ByteBuffer in, final Site site, final boolean noPrior) {
    final List<double[]> parts = new ArrayList<>(numbers(site));
    if (noPrior && site instanceof FullSite full) {
      parts.removeIf(part -> part == full.priorSquare);
    }
    final long numbers = parts.stream().mapToLong(part -> part.length).sum();
    final long pull = in.remaining() - Double.BYTES * numbers;
    if (pull != 0
        && (pull != (long) Double.BYTES * site.linear.length || site instanceof FullSite)) {
      throw new IllegalArgumentException("site cut short or too long");
    }
    site.pull = new double[(int) (pull / Double.BYTES)];
    parts.forEach(part -> read(in, part));
    read(in, site.pull);
  }

  private static void read(final ByteBuffer in, final double[] part) {
    in.asDoubleBuffer().get(part);
    in.position(in.position() + part.length * Double.BYTES);
    requireFinite(part);
  }

  /**
   * The same for a model: of its dimensions and its curvature, and one that examples can have
   * taught. Directional forgetting takes curvature away, so that its sites need not be positive.
   *
   * @throws IllegalArgumentException where the bytes are not those of such a site
   */
  public static Site decode(final ByteBuffer bytes, final ModelSpec spec) {
    if (Views.areIn(spec)) {
      return decodeParts(bytes, spec);
    }
    final Site site = decode(bytes, Site.vectors(spec), Dimensions.of(spec).features());
    site.requireCurvature(spec);
    if (!(spec.getForgetting() instanceof Directional)) {
      site.requirePositive();
    }
    return site;
  }

  private static Kind kind(final byte code) {
    for (final Kind kind : Kind.values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new IllegalArgumentException("site of an unknown curvature");
  }

  private static void requireFinite(final double[] part) {
    for (final double number : part) {
      if (!(Math.abs(number) < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("site with a number that is not finite");
      }
    }
  }

  /** Length of {@link #encode}'s result. */
  public static long bytes(final Site site) {
    return bytes(site, SERIAL);
  }

  private static long bytes(final Site site, final byte serial) {
    if (site instanceof ViewsSite views) {
      long bytes = 1;
      for (final Site part : views.sites) {
        bytes += Integer.BYTES + bytes(part, serial);
      }
      return bytes;
    }
    long bytes = HEADER + (serial == SERIAL ? featureBytes(site) : 20L * site.size);
    for (final double[] part : numbers(site)) {
      bytes += serial == SERIAL ? narrowBytes(part) : (long) Double.BYTES * part.length;
    }
    return bytes;
  }

  private static long narrowBytes(final double[] part) {
    return part.length == 0 ? 0 : 1 + (long) width(part) * part.length;
  }

  private static long featureBytes(final Site site) {
    long bytes = narrowBytes(squaresApart(site));
    for (int j = 0; j < site.size; j++) {
      final long code = code(site.count[j], site.square[j]);
      bytes += varintBytes(skipped(site, j)) + varintBytes(code) + (code == 0 ? Double.BYTES : 0);
    }
    return bytes;
  }
}
