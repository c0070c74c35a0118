package org.majorant.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.stream.IntStream;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureMoments;
import org.majorant.model.MemberRules;
import org.majorant.model.Model;
import org.majorant.schema.ModelHead;

/**
 * The parameters of a version as bytes: dense in memory, sparse on the topic. Little-endian, with v
 * vectors and the m features that were seen or have a weight:
 *
 * <pre>
 *   m              int32
 *   indices        m × int32        ascending
 *   weights        m·v × float64    feature-major
 *   precision      m·v × float32    feature-major
 *   rms            m × float32
 * </pre>
 *
 * Features that a snapshot does not list come back with weight, precision and root mean square
 * zero; those that a delta does not list stay as they are. A delta may list a feature with zeros.
 */
public final class ModelCodec {
  private ModelCodec() {}

  /**
   * Packs the parameters.
   *
   * @throws IllegalArgumentException if the arrays have not the lengths that the spec says
   * @throws ArithmeticException if the bytes are more than an array holds, 2 GiB
   */
  public static byte[] encode(final Model model) {
    return encode(model, listed(model.weights(), model.rms(), requireShape(model).vectors()));
  }

  /**
   * Packs the parameters of some features alone: a delta.
   *
   * @param indices ascending
   * @throws IllegalArgumentException as {@link #encode(Model)}
   */
  public static byte[] encode(final Model model, final int[] indices) {
    final int v = requireShape(model).vectors();
    final double[] weights = model.weights();
    final float[] precision = model.precision();
    final float[] rms = model.rms();
    final ByteBuffer bytes =
        ByteBuffer.allocate(Math.toIntExact(length(indices.length, v)))
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(indices.length);
    for (final int index : indices) {
      bytes.putInt(index);
    }
    for (final int index : indices) {
      for (int k = index * v; k < (index + 1) * v; k++) {
        bytes.putDouble(weights[k]);
      }
    }
    for (final int index : indices) {
      for (int k = index * v; k < (index + 1) * v; k++) {
        bytes.putFloat(precision[k]);
      }
    }
    for (final int index : indices) {
      bytes.putFloat(rms[index]);
    }
    return bytes.array();
  }

  private static Dimensions requireShape(final Model model) {
    final Dimensions shape = Dimensions.of(model.spec());
    if (model.rms().length != shape.features()
        || model.weights().length != shape.parameters()
        || model.precision().length != shape.parameters()) {
      throw new IllegalArgumentException("the parameters have not the lengths that the spec says");
    }
    return shape;
  }

  /**
   * Refuses what {@link #decode} would, and what it has no room for, without taking any.
   *
   * @throws StoreException if the bytes are not the parameters of such a version, or if it needs
   *     more memory than there is
   */
  public static void require(final ModelHead head, final byte[] data) {
    final Dimensions shape;
    final Optional<String> lack;
    try {
      shape = Dimensions.of(head.getSpec());
      lack = Model.lackOfRoom(shape);
      FeatureMoments.require(head.getSpec(), head.getMoments());
      MemberRules.require(head.getSpec(), head.getMembers(), head.getCommonSquare());
    } catch (final IllegalArgumentException | ArithmeticException e) {
      throw corrupt(head, e.getMessage());
    }
    if (lack.isPresent()) {
      throw new StoreException(
          "model %s version %d %s".formatted(head.getModel(), head.getVersion(), lack.get()));
    }
    indices(head, shape, ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN));
  }

  /**
   * Unpacks the parameters of a snapshot.
   *
   * @throws StoreException as {@link #require}
   */
  public static Model decode(final ModelHead head, final byte[] data) {
    return PackedVersion.after(null, new Snapshot<>(head, data)).unpack().model();
  }

  /** Reads the features listed, and leaves the bytes at the first weight. */
  private static int[] indices(
      final ModelHead head, final Dimensions shape, final ByteBuffer bytes) {
    final int length = bytes.limit();
    final int m = length < Integer.BYTES ? -1 : bytes.getInt();
    if (m < 0 || m > shape.features() || length(m, shape.vectors()) != length) {
      throw corrupt(head, length + " bytes do not make " + m + " features");
    }
    final int[] indices = new int[m];
    for (int i = 0, least = 0; i < m; i++, least = indices[i - 1] + 1) {
      indices[i] = bytes.getInt();
      if (indices[i] < least || indices[i] >= shape.features()) {
        throw corrupt(head, "feature " + indices[i] + " out of range or order");
      }
    }
    return indices;
  }

  private static int[] listed(final double[] weights, final float[] rms, final int v) {
    return IntStream.range(0, rms.length).filter(i -> isListed(weights, rms, v, i)).toArray();
  }

  /** Whether a feature was seen or has a weight. */
  static boolean isListed(
      final double[] weights, final float[] rms, final int vectors, final int feature) {
    boolean listed = rms[feature] > 0;
    for (int k = feature * vectors; k < (feature + 1) * vectors && !listed; k++) {
      listed = weights[k] != 0;
    }
    return listed;
  }

  /**
   * Bytes that the parameters of some features take.
   *
   * @param m how many features
   * @param v vectors
   */
  public static long length(final int m, final int v) {
    return Integer.BYTES
        + (long) m * (Integer.BYTES + (long) v * (Double.BYTES + Float.BYTES) + Float.BYTES);
  }

  private static StoreException corrupt(final ModelHead head, final String what) {
    return new StoreException(
        "model " + head.getModel() + " version " + head.getVersion() + " is corrupt: " + what);
  }
}
