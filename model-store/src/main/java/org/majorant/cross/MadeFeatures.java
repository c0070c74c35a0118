package org.majorant.cross;

import org.majorant.schema.DecodedExample;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * The features that a spec makes of those of a vector by name: first the buckets, then the crosses,
 * which may be of buckets, too. Immutable.
 */
public final class MadeFeatures {
  private final Buckets buckets;
  private final Crosses crosses;

  private MadeFeatures(final FeatureSpec spec) {
    buckets = new Buckets(spec.getBuckets());
    crosses = new Crosses(spec.getCrosses());
  }

  /** Those of a spec; null where it asks for none. */
  public static MadeFeatures of(final FeatureSpec spec) {
    return spec.getBuckets().isEmpty() && spec.getCrosses().isEmpty()
        ? null
        : new MadeFeatures(spec);
  }

  /**
   * Takes a feature vector, and makes of it what is to be made. Zeros are left out.
   *
   * @param in has it from one position to another, with finite values
   * @param named whether by name
   * @param out receives it
   * @throws RejectedExample where features have no names, a value does not fit, or there are too
   *     many crosses
   */
  public void make(
      final DecodedExample in,
      final int from,
      final int to,
      final boolean named,
      final NamedVector out)
      throws RejectedExample {
    if (!named && from < to) {
      throw new RejectedExample(
          Rejection.STRUCTURE,
          "features by index have no names, as 'bucket' and 'cross' in the spec need");
    }
    out.clear();
    for (int i = from; i < to; i++) {
      if (in.values[i] != 0) {
        buckets.add(in, i, out);
      }
    }
    crosses.addTo(out);
  }
}
