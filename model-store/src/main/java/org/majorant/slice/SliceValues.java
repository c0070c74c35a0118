package org.majorant.slice;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.majorant.cross.NamedVector;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;

/**
 * The values that an example has of the spec's slices, in their order. Of {@code country} it is the
 * text behind the {@code =} of the first feature whose name begins with {@code country=}, or the
 * number that is the value of the feature {@code country}. Zero is no feature, here as elsewhere. A
 * number with a bucket has the value of its bucket. Of a closed list a feature has its name, also
 * where the example gives its index. An example without such a feature, or with indices that have
 * no name, has the empty value. So an example has one value of each slice.
 *
 * <p>Hot: reused from example to example. Only a number without a bucket allocates its text.
 */
public final class SliceValues {
  /** Slices of a spec, at most. */
  public static final int MOST = 4;

  /** Bytes of a value in UTF-8, at most. */
  public static final int MOST_BYTES = 64;

  /** In place of the length of a value that has more bytes. */
  public static final int TOO_LONG = -1;

  private static final byte[] EMPTY = {};

  private final byte[][] features;
  private final byte[][] values;
  private final int[] lengths;
  private final byte[][] names; // by index
  private int[] starts = {}; // of the names of an example's features, in their text
  private int[] sizes = {};
  private byte[] text = {};

  /** Those of a spec that has some. */
  public static SliceValues of(final ModelSpec spec) {
    return new SliceValues(
        spec.getSlices(),
        spec.getFeatures().getSpace() instanceof Named closed ? closed.getNames() : List.of());
  }

  /**
   * @param slices of the spec
   * @param names of its closed list, by index; empty: it has none
   */
  SliceValues(final List<String> slices, final List<String> names) {
    this.names = names.stream().map(name -> name.getBytes(UTF_8)).toArray(byte[][]::new);
    features = slices.stream().map(feature -> feature.getBytes(UTF_8)).toArray(byte[][]::new);
    values = new byte[features.length][MOST_BYTES];
    lengths = new int[features.length];
  }

  /** The value of a slice in UTF-8, as long as {@link #length} says; valid until the next one. */
  public byte[] value(final int slice) {
    return values[slice];
  }

  /** The bytes of the value of a slice; 0: the example has none; or {@link #TOO_LONG}. */
  public int length(final int slice) {
    return lengths[slice];
  }

  /**
   * Reads the values of an example.
   *
   * @param made the same features with buckets and crosses, behind all others; null: the spec makes
   *     none
   */
  public void read(final ExampleBuffer in, final NamedVector made) {
    final boolean closed = !in.named && names.length > 0;
    if (closed) {
      name(in);
    }
    for (int slice = 0; slice < features.length; slice++) {
      lengths[slice] = 0;
      if (made != null) {
        read(slice, made.text, made.offsets, made.lengths, made.values, made.size);
      } else if (in.named) {
        read(slice, in.bytes, in.nameOffsets, in.nameLengths, in.values, in.size);
      } else if (closed) {
        read(slice, text, starts, sizes, in.values, in.size);
      }
    }
  }

  /** Writes the names of an example's indices one after the other. */
  private void name(final ExampleBuffer in) {
    starts = starts.length < in.size ? new int[2 * in.size] : starts;
    sizes = sizes.length < in.size ? new int[2 * in.size] : sizes;
    int end = 0;
    for (int i = 0; i < in.size; i++) {
      final int index = in.indices[i];
      final byte[] name = index >= 0 && index < names.length ? names[index] : EMPTY;
      if (end + name.length > text.length) {
        text = Arrays.copyOf(text, 2 * (end + name.length));
      }
      System.arraycopy(name, 0, text, end, name.length);
      starts[i] = end;
      sizes[i] = name.length;
      end += name.length;
    }
  }

  private void read(
      final int slice,
      final byte[] text,
      final int[] offsets,
      final int[] sizes,
      final float[] numbers,
      final int size) {
    final byte[] feature = features[slice];
    for (int i = 0; i < size; i++) {
      final int from = offsets[i];
      final int end = from + sizes[i];
      final int to = from + feature.length;
      if (numbers[i] == 0 || to > end || !Arrays.equals(text, from, to, feature, 0, to - from)) {
        continue;
      }
      if (to == end) {
        final byte[] number = text(numbers[i]);
        take(slice, number, 0, number.length);
        return;
      }
      if (text[to] == '=') {
        take(slice, text, to + 1, end - to - 1);
        return;
      }
    }
  }

  private void take(final int slice, final byte[] utf8, final int offset, final int length) {
    lengths[slice] = length > MOST_BYTES ? TOO_LONG : length;
    if (length <= MOST_BYTES) {
      System.arraycopy(utf8, offset, values[slice], 0, length);
    }
  }

  /** As people write the number: 37 and 0.25. */
  private static byte[] text(final float number) {
    final BigDecimal decimal = new BigDecimal(Float.toString(number));
    return decimal.stripTrailingZeros().toPlainString().getBytes(US_ASCII);
  }
}
