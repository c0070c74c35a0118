package org.majorant.memory;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
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
 *   | features m × int32; then float64: count, square, priorSquare (full), linear,         |
 *   | curvature, rows (low-rank), pull                                                     |
 *   +--------------------------------------------------------------------------------------+
 * </pre>
 *
 * <p>The curvature is 0 full, 1 low-rank, 2 diagonal. The pull is there or not; the length tells.
 * Serial version 1 has no priorSquare, and is still read. Serial version 3 is that of views, and
 * has the length (int32) and the bytes of each view's site and of the stack's.
 */
public final class SiteCodec {
  private static final byte SERIAL = 2;
  private static final byte SERIAL_WITHOUT_PRIOR = 1;
  private static final byte SERIAL_OF_PARTS = 3;
  private static final int HEADER = 20;

  private SiteCodec() {}

  public static byte[] encode(final Site site) {
    if (site instanceof ViewsSite views) {
      return encode(views);
    }
    final ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(bytes(site)));
    out.order(ByteOrder.LITTLE_ENDIAN);
    out.put(SERIAL).put(Kind.of(site.kind).code).putShort((short) site.vectors);
    out.putInt(site.size).putInt(site.rank()).putDouble(site.time);
    for (final int feature : site.features) {
      out.putInt(feature);
    }
    for (final double[] part : site.parts()) {
      out.asDoubleBuffer().put(part);
      out.position(out.position() + part.length * Double.BYTES);
    }
    return out.array();
  }

  private static byte[] encode(final ViewsSite views) {
    final ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(bytes(views)));
    out.order(ByteOrder.LITTLE_ENDIAN).put(SERIAL_OF_PARTS);
    for (final Site site : views.sites) {
      final byte[] part = encode(site);
      out.putInt(part.length).put(part);
    }
    return out.array();
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
      if (serial != SERIAL && serial != SERIAL_WITHOUT_PRIOR) {
        throw new IllegalArgumentException("site of an unknown serial version");
      }
      final Site site = empty(in, serial == SERIAL, vectors, features);
      if (!(site.time >= 0 && site.time < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("site of no time");
      }
      readFeatures(in, site, features);
      for (final double[] part : site.parts()) {
        if (serial == SERIAL || !(site instanceof FullSite full) || part != full.priorSquare) {
          in.asDoubleBuffer().get(part);
          in.position(in.position() + part.length * Double.BYTES);
          requireFinite(part);
        }
      }
      return site;
    } catch (final BufferUnderflowException e) {
      throw new IllegalArgumentException("site cut short", e);
    }
  }

  /** A site of the header's dimensions, once the bytes are as many as it has. */
  private static Site empty(
      final ByteBuffer in, final boolean prior, final int vectors, final int features) {
    final Kind kind = kind(in.get());
    final int v = in.getShort();
    final int size = in.getInt();
    final int rank = in.getInt();
    if (v != vectors || size < 0 || size > features || rank < 0 || rank > Short.MAX_VALUE) {
      throw new IllegalArgumentException("site of other dimensions than the model's");
    }
    final long priorSquares = kind == Kind.FULL && !prior ? size : 0;
    final long doubles = kind.length.of(v, size, rank) - priorSquares;
    final long pull = in.limit() - HEADER - Integer.BYTES * (long) size - Double.BYTES * doubles;
    final long wholePull = Double.BYTES * (long) size * v;
    if (pull != 0 && (pull != wholePull || kind == Kind.FULL)) {
      throw new IllegalArgumentException("site cut short or too long");
    }
    final Site site = kind.sites.of(v, size, rank, in.getDouble());
    if (site.rank() != rank) {
      throw new IllegalArgumentException("site of other dimensions than the model's");
    }
    site.pull = new double[(int) (pull / Double.BYTES)];
    return site;
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

  private static void readFeatures(final ByteBuffer in, final Site site, final int features) {
    int last = -1;
    for (int i = 0; i < site.size; i++) {
      final int feature = in.getInt();
      if (feature <= last || feature >= features) {
        throw new IllegalArgumentException("site with features out of range or order");
      }
      site.features[i] = feature;
      last = feature;
    }
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
    if (site instanceof ViewsSite views) {
      return 1 + views.sites.stream().mapToLong(part -> Integer.BYTES + bytes(part)).sum();
    }
    long bytes = HEADER + (long) Integer.BYTES * site.size;
    for (final double[] part : site.parts()) {
      bytes += (long) Double.BYTES * part.length;
    }
    return bytes;
  }
}
