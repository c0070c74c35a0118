package org.majorant.cross;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.majorant.schema.Bucket;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * Numbers that become categories: the value x of a feature with a bucket of width w becomes the
 * feature {@code name=k·w} with value 1, where k = ⌊x/w⌋. Zero is no feature, here as elsewhere,
 * and has no bucket.
 *
 * <p>A value is a float, and 0.7 is a little less than 7 times 0.1 as a float. So k is the largest
 * for which the float nearest to k·w is not above x: a value that was written as an edge is in the
 * bucket that begins there.
 */
public final class Buckets {
  /** Decimals of a width; an edge has no more. */
  public static final int DECIMALS = 4;

  /** The widest bucket. */
  public static final double WIDEST = 1e9;

  /** One, in units of the last decimal. */
  private static final double ONE = Math.pow(10, DECIMALS);

  /** Values up to here have edges that are exact. */
  private static final double LARGEST = 1e11;

  private final byte[][] names;
  private final double[] widths;
  private final long[] units; // the widths in units of the last decimal

  Buckets(final List<Bucket> buckets) {
    names = buckets.stream().map(b -> b.getName().getBytes(UTF_8)).toArray(byte[][]::new);
    widths = buckets.stream().mapToDouble(Bucket::getWidth).toArray();
    units = buckets.stream().mapToLong(b -> units(b.getWidth())).toArray();
  }

  /** Whether a number can be a width: above 0, not too wide, and without more decimals. */
  public static boolean isWidth(final double number) {
    return number > 0 && number <= WIDEST && decimal(units(number)).doubleValue() == number;
  }

  private static long units(final double width) {
    return Math.round(width * ONE);
  }

  private static BigDecimal decimal(final long units) {
    return BigDecimal.valueOf(units, DECIMALS);
  }

  /**
   * Adds a feature to a vector, or its bucket in its place.
   *
   * @param i position of the feature in the decoded example
   * @throws RejectedExample where its value is too large for a bucket
   */
  void add(final DecodedExample in, final int i, final NamedVector out) throws RejectedExample {
    final int bucket = bucketOf(in, i);
    out.begin(bucket < 0 ? in.values[i] : 1);
    out.append(in.bytes, in.nameOffsets[i], in.nameLengths[i]);
    if (bucket >= 0) {
      requireEdge(in, i);
      out.append("=");
      out.append(edge(bucket, in.values[i]));
    }
  }

  /** The bucket that a feature's name has; -1: none. */
  private int bucketOf(final DecodedExample in, final int i) {
    final int from = in.nameOffsets[i];
    final int to = from + in.nameLengths[i];
    for (int b = 0; b < names.length; b++) {
      if (Arrays.equals(names[b], 0, names[b].length, in.bytes, from, to)) {
        return b;
      }
    }
    return -1;
  }

  private static void requireEdge(final DecodedExample in, final int i) throws RejectedExample {
    if (Math.abs(in.values[i]) > LARGEST) {
      throw new RejectedExample(
          Rejection.VALUE,
          "value %s of feature %s is not within %.0e of 0, as a bucket needs"
              .formatted(in.values[i], in.feature(i, true), LARGEST));
    }
  }

  /** Where the bucket of a value begins. */
  private String edge(final int bucket, final float value) {
    final double quotient = value / widths[bucket];
    final long nearest = Math.round(quotient) * units[bucket];
    final long edge =
        (float) (nearest / ONE) == value ? nearest : (long) Math.floor(quotient) * units[bucket];
    return decimal(edge).stripTrailingZeros().toPlainString();
  }
}
