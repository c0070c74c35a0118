package org.majorant.fleet;

import java.util.List;
import java.util.Optional;
import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/**
 * Whether the heap has room for a model beside others: one that is too large would end all of them
 * with it. Counted is about what a model takes with its worker, its majorizer and a base under way.
 */
public final class HeapRoom {
  private static final long BYTES_A_MODEL = 500_000;
  private static final long BYTES_A_PARAMETER = 300;

  /** Of full curvature, which has one for each pair of features. */
  private static final long BYTES_A_PRODUCT = 50;

  private HeapRoom() {}

  /**
   * Why there is no room for a model, in one line; empty where there is.
   *
   * @param spec with the labels that are known, where they are open, as the others
   * @param heap in bytes
   */
  public static Optional<String> refusal(
      final ModelSpec spec, final List<ModelSpec> others, final long heap) {
    final long taken = others.stream().mapToLong(HeapRoom::bytes).sum();
    if (taken + bytes(spec) <= heap / 4 * 3) {
      return Optional.empty();
    }
    return Optional.of(
        "it takes about %d MB, and %d other models take %d MB of a heap of %d MB: start the fleet with a larger -Xmx, or have another fleet learn it"
            .formatted(bytes(spec) >> 20, others.size(), taken >> 20, heap >> 20));
  }

  private static long bytes(final ModelSpec spec) {
    final Dimensions sizes = Dimensions.of(spec);
    final long parameters = (long) sizes.vectors() * sizes.features();
    final long curvature =
        spec.getCurvature() == Curvature.FULL ? BYTES_A_PRODUCT * parameters * sizes.features() : 0;
    return BYTES_A_MODEL + BYTES_A_PARAMETER * parameters + curvature;
  }
}
