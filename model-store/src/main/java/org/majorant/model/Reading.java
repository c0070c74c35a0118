package org.majorant.model;

import java.util.ArrayList;
import java.util.List;
import org.majorant.features.Views;
import org.majorant.schema.Directional;
import org.majorant.schema.HalfLives;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;
import org.majorant.spec.CurvatureLimits;

/**
 * A θ by which the members of a {@link Mixture} read an example.
 *
 * @param view that it is of, or, by their number, the stack; 0 where there are none
 * @param prior in units of the spec's
 * @param halfLife of its memory, in examples; 0: the one that forgets as the spec says
 */
public record Reading(int view, double prior, double halfLife) {
  static final List<Reading> ALONE = readings(0, new double[] {1}, new double[0]);
  static final List<Reading> OF_SEQUENCES = readings(0, new double[] {1, 0.5}, new double[0]);

  private static final double[] WITH_OTHERS = {1, 0.1, 10};
  private static final double[] AS_IT_IS = {1};

  /** Those of points and choices: of each view, and at last the stack. */
  static List<Reading> of(final ModelSpec spec) {
    if (!Views.areIn(spec)) {
      return ofMemory(0, spec);
    }
    final Views views = Views.of(spec);
    final List<Reading> all = new ArrayList<>();
    for (final Views.Block block : views.blocks()) {
      all.addAll(ofMemory(block.number(), views.spec(block)));
    }
    all.add(new Reading(views.blocks().size(), 1, 0));
    return List.copyOf(all);
  }

  private static List<Reading> ofMemory(final int view, final ModelSpec spec) {
    return readings(view, takesOtherPriors(spec) ? WITH_OTHERS : AS_IT_IS, halfLives(spec));
  }

  private static List<Reading> readings(
      final int view, final double[] priors, final double[] halfLives) {
    final List<Reading> readings = new ArrayList<>();
    for (final double prior : priors) {
      readings.add(new Reading(view, prior, 0));
    }
    for (final double halfLife : halfLives) {
      readings.add(new Reading(view, Mixture.FORGETFUL_PRIOR, halfLife));
    }
    return List.copyOf(readings);
  }

  private static double[] halfLives(final ModelSpec spec) {
    return spec.getForgetting() instanceof HalfLives others
        ? others.getExamples().stream().mapToDouble(Integer::doubleValue).toArray()
        : new double[0];
  }

  private static boolean takesOtherPriors(final ModelSpec spec) {
    return switch (spec.getCurvature()) {
      case DIAGONAL -> true;
      case LOW_RANK -> false;
      case FULL ->
          spec.getTask() == Task.MULTICLASS
              && spec.getMembers() != Members.NONE
              && !(spec.getForgetting() instanceof Directional)
              && CurvatureLimits.of(spec).allowsOtherPriors();
    };
  }
}
