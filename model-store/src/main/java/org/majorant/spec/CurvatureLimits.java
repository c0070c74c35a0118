package org.majorant.spec;

import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;

/**
 * What curvature a model can afford: full up to 4 million numbers (vectors × features²), diagonal
 * beyond. Low-rank curvature is for those who ask for it: on text and wide data it takes many times
 * the time of diagonal and predicts hardly better (processors/README.md). Of several views the
 * smallest counts: each other has full curvature only where it can afford it ({@link Views#spec}).
 * Where labels are open, all count that there may be: what is remembered stays the same.
 *
 * @param vectors number of weight vectors, see {@link Dimensions}
 * @param features size of the index space, see {@link Dimensions}
 */
public record CurvatureLimits(long vectors, long features) {
  private static final long FULL = 4_000_000;

  /** Of matchings a step of full curvature takes the cube of the features. */
  private static final long MATCHED = 300;

  private static final long OTHER_PRIORS = 1_000_000;
  private static final long IN_A_HEAD = 1 << 14;

  public static CurvatureLimits of(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    final int features =
        Views.areIn(spec)
            ? Views.of(spec).blocks().stream().mapToInt(Views.Block::size).min().orElseThrow()
            : dimensions.features();
    return new CurvatureLimits(Math.max(dimensions.vectors(), spec.getOpenLabels()), features);
  }

  /** Full where a spec can afford it and its task gains by it, else diagonal. */
  static Curvature automatic(final ModelSpec spec) {
    final CurvatureLimits limits = of(spec);
    final boolean slow = spec.getTask() == Task.MATCHING && limits.features > MATCHED;
    return limits.allowsFull() && !slow ? Curvature.FULL : Curvature.DIAGONAL;
  }

  public boolean allowsFull() {
    return vectors * features * features <= FULL;
  }

  /**
   * Whether full curvature can be read with several priors: each has an inverse of its own, and its
   * weights go into the head of each version.
   */
  public boolean allowsOtherPriors() {
    return vectors * features * features <= OTHER_PRIORS && vectors * features <= IN_A_HEAD;
  }

  /** Why members with weights of their own are refused. */
  String refusalOfMembers() {
    return "is for up to %d numbers (vectors x features², here %d x %d²) and %d weights"
        .formatted(OTHER_PRIORS, vectors, features, IN_A_HEAD);
  }

  /** One line that says why full curvature is refused. */
  public String refusal() {
    return "full needs "
        + vectors
        + " x "
        + features
        + "² numbers, over the limit of "
        + FULL
        + ": use low-rank, diagonal or auto";
  }
}
