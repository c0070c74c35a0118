package org.majorant.model;

import java.util.ArrayList;
import java.util.List;
import org.majorant.features.Views;
import org.majorant.schema.Directional;
import org.majorant.schema.HalfLives;
import org.majorant.schema.Member;
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

  /** A prior of other releases, too, whose full curvature was read with it. */
  static final double WEAKER = 0.1;

  private static final double[] WITH_OTHERS = {1, WEAKER, 10};

  /** Each prior takes an inverse of full curvature, and the weaker one hardly predicts better. */
  private static final double[] WITH_STRONGER = {1, 10};

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

  /** Those by which the members of a version read. */
  static List<Reading> of(final List<Member> members) {
    return members.stream()
        .map(member -> new Reading(member.getView(), member.getPrior(), member.getHalfLife()))
        .distinct()
        .toList();
  }

  /**
   * Its place among the readings of a view, from 1: each prior has its own, whether the others are
   * there or not, and memories that forget follow them.
   *
   * @param last that of the reading before it
   */
  int place(final int last) {
    for (int i = 0; i < WITH_OTHERS.length; i++) {
      if (halfLife == 0 && prior == WITH_OTHERS[i]) {
        return 1 + i;
      }
    }
    return 1 + Math.max(last, WITH_OTHERS.length);
  }

  private static List<Reading> ofMemory(final int view, final ModelSpec spec) {
    return readings(view, priors(spec), halfLives(spec));
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

  private static double[] priors(final ModelSpec spec) {
    return switch (spec.getCurvature()) {
      case DIAGONAL -> WITH_OTHERS;
      case LOW_RANK -> AS_IT_IS;
      case FULL -> takesAnotherPrior(spec) ? WITH_STRONGER : AS_IT_IS;
    };
  }

  private static boolean takesAnotherPrior(final ModelSpec spec) {
    return spec.getTask() == Task.MULTICLASS
        && spec.getMembers() != Members.NONE
        && !(spec.getForgetting() instanceof Directional)
        && CurvatureLimits.of(spec).allowsOtherPriors();
  }
}
