package org.majorant.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.majorant.features.Dimensions;
import org.majorant.model.Model;
import org.majorant.model.StateHash;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;

/**
 * The parameters of a model, version by version, at the cost of what changes: a delta is put over
 * what is there. The {@link StateHash} of the whole state, with rows as {@code model.avdl} defines
 * them, is kept up at that cost, too.
 *
 * <p>For one thread. {@link #model} copies, so that the models that came from it stay as they are.
 */
public final class ModelState {
  private final Dimensions shape;
  private final int vectors;
  private final double[] weights;
  private final float[] precision;
  private final float[] rms;
  private final StateHash hash;
  private Object at; // what it has arrived at; null: nothing, or what did not fit

  /** Without any parameters yet. */
  public ModelState(final ModelSpec spec) {
    shape = Dimensions.of(spec);
    vectors = shape.vectors();
    weights = new double[shape.parameters()];
    precision = new float[shape.parameters()];
    rms = new float[shape.features()];
    hash = new StateHash(2 * Integer.BYTES + vectors * (Double.BYTES + Float.BYTES));
  }

  /** Forgets all parameters. */
  public void clear() {
    Arrays.fill(weights, 0);
    Arrays.fill(precision, 0);
    Arrays.fill(rms, 0);
    hash.start(0);
    at = null;
  }

  /**
   * Puts parameters over those that are there.
   *
   * @param data as {@link ModelCodec} packs it, and {@link ModelCodec#require} finds it good
   */
  public void put(final byte[] data) {
    at = null;
    final ByteBuffer bytes = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    final int m = bytes.getInt();
    int weight = Integer.BYTES * (1 + m);
    int precise = weight + Double.BYTES * m * vectors;
    int scale = precise + Float.BYTES * m * vectors;
    for (int i = 0; i < m; i++, scale += Float.BYTES) {
      final int feature = bytes.getInt();
      if (ModelCodec.isListed(weights, rms, vectors, feature)) {
        fillRow(feature);
        hash.remove();
      }
      for (int k = feature * vectors; k < (feature + 1) * vectors; k++) {
        weights[k] = bytes.getDouble(weight);
        precision[k] = bytes.getFloat(precise);
        weight += Double.BYTES;
        precise += Float.BYTES;
      }
      rms[feature] = bytes.getFloat(scale);
      if (ModelCodec.isListed(weights, rms, vectors, feature)) {
        fillRow(feature);
        hash.add();
      } else {
        Arrays.fill(precision, feature * vectors, (feature + 1) * vectors, 0);
      }
    }
  }

  private void fillRow(final int feature) {
    final ByteBuffer row = hash.row().putInt(feature);
    for (int k = feature * vectors; k < (feature + 1) * vectors; k++) {
      row.putDouble(weights[k]);
    }
    for (int k = feature * vectors; k < (feature + 1) * vectors; k++) {
      row.putFloat(precision[k]);
    }
    row.putFloat(rms[feature]);
  }

  /**
   * The hash of the parameters that a snapshot has.
   *
   * @param data as {@link ModelCodec} packs it
   */
  public static long hash(final ModelSpec spec, final byte[] data) {
    final ModelState state = new ModelState(spec);
    state.put(data);
    return state.hash();
  }

  /** The hash of all parameters. */
  public long hash() {
    return hash.value();
  }

  /**
   * Notes what it has arrived at.
   *
   * @throws StoreException if its hash is not the head's
   */
  void arrive(final Object place, final ModelHead head) {
    if (head.getState() != null && head.getState() != hash()) {
      throw new StoreException(
          "model %s version %d is corrupt: its parameters are not those that it was published with"
              .formatted(head.getModel(), head.getVersion()));
    }
    at = place;
  }

  /** Whether it has arrived at that place, and nothing was put over it since. */
  boolean isAt(final Object place) {
    return at == place;
  }

  /** A copy, as the version of a head. */
  Model model(final ModelHead head) {
    return new Model(
        head.getSpec(),
        head.getVersion(),
        weights.clone(),
        precision.clone(),
        rms.clone(),
        head.getMoments(),
        head.getMembers(),
        head.getCommonSquare());
  }

  /** Euclidean distance of the weights from others, laid out like {@link Model}'s. */
  public double distance(final double[] others) {
    double squares = 0;
    for (int k = 0; k < weights.length; k++) {
      final double change = others[k] - weights[k];
      squares += change * change;
    }
    return Math.sqrt(squares);
  }

  /** The features whose parameters are others in that model, ascending. */
  public int[] changes(final Model next) {
    return IntStream.range(0, rms.length).filter(feature -> isOther(next, feature)).toArray();
  }

  private boolean isOther(final Model next, final int feature) {
    if (!ModelCodec.isListed(next.weights(), next.rms(), vectors, feature)) {
      return ModelCodec.isListed(weights, rms, vectors, feature);
    }
    final int from = feature * vectors;
    final int to = from + vectors;
    return rms[feature] != next.rms()[feature]
        || !Arrays.equals(weights, from, to, next.weights(), from, to)
        || !Arrays.equals(precision, from, to, next.precision(), from, to);
  }

  /** Whether it has parameters as that spec's model has. */
  boolean fits(final ModelSpec spec) {
    return shape.equals(Dimensions.of(spec));
  }
}
