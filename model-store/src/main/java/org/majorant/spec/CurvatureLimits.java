package org.majorant.spec;

import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/**
 * What curvature a model can afford: full up to 4 million numbers (vectors × features²), low-rank
 * up to 32 million (vectors × features × rank), diagonal beyond.
 *
 * @param vectors number of weight vectors, see {@link Dimensions}
 * @param features size of the index space, see {@link Dimensions}
 * @param rank rows a vector of low-rank curvature
 */
public record CurvatureLimits(long vectors, long features, long rank) {
  private static final long FULL = 4_000_000;
  private static final long OTHER_PRIORS = 1_000_000;
  private static final long IN_A_HEAD = 1 << 14;
  private static final long LOW_RANK = 32_000_000;

  public static CurvatureLimits of(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    return new CurvatureLimits(dimensions.vectors(), dimensions.features(), spec.getRank());
  }

  /** The richest curvature that is affordable for a task. */
  Curvature automatic(final TaskRules task) {
    if (allowsFull() && features <= task.mostFull()) {
      return Curvature.FULL;
    }
    return vectors * features * rank <= LOW_RANK ? Curvature.LOW_RANK : Curvature.DIAGONAL;
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
