package org.majorant.file.spec;

import org.majorant.schema.Curvature;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;
import org.majorant.spec.CurvatureLimits;

/**
 * Whether a model that nobody has described gets {@code forgetting: auto}. Where the data drifts,
 * its memories halve the loss; where not, the mixture pays half a nat in all for the choice
 * (MATHS.md 15), and each example two more solves:
 *
 * <pre>
 *   full curvature,   vectors × features² ≤ 4,000,   examples ≥ 2,000
 * </pre>
 *
 * <p>So the loss grows by .00025 an example at most, and the time of an example is doubled at most;
 * at 10,000 numbers it is trebled.
 */
public final class InferredForgetting {
  private static final long LEAST_EXAMPLES = 2_000;
  private static final long SMALL = 4_000;

  private InferredForgetting() {}

  /**
   * @param spec that says nothing of forgetting
   * @param examples from which it was inferred
   */
  public static boolean suits(final ModelSpec spec, final long examples) {
    final CurvatureLimits size = CurvatureLimits.of(spec);
    return spec.getForgetting() == null
        && spec.getTask() == Task.MULTICLASS
        && spec.getCurvature() == Curvature.FULL
        && spec.getMembers() != Members.NONE
        && spec.getConstraints() == null
        && spec.getL1() == 0
        && spec.getLatent() == 1
        && examples >= LEAST_EXAMPLES
        && size.vectors() * size.features() * size.features() <= SMALL;
  }
}
